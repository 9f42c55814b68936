// Everything but file reading (graze/io.h, target graze::io).
#pragma once

#include "graze/box_tree.h"
#include "graze/broad.h"
#include "graze/contacts.h"
#include "graze/deformable.h"
#include "graze/error.h"
#include "graze/math.h"
#include "graze/motion.h"
#include "graze/mover.h"
#include "graze/penetration.h"
#include "graze/pipeline.h"
#include "graze/query.h"
#include "graze/schedule.h"
#include "graze/shape.h"
#include "graze/solid.h"
#include "graze/version.h"
#include "graze/world.h"
