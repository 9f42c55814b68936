// The systems of the papers that graze grew from, as they are described, to be run and compared; target graze::study.
// docs/study/index.md lists them, with where each agrees with the exact queries of the core and where it may not.
#pragma once

#include "graze/study_convex.h"
#include "graze/study_frames.h"
#include "graze/study_pieces.h"
#include "graze/study_scenes.h"
#include "graze/study_sweep.h"
#include "graze/study_trees.h"
