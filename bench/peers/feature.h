// A vertex and a face, or two edges, on straight paths.
#pragma once

#include <string>

#include "graze/motion.h"

namespace graze::bench {

// FCL's Intersect: the cubic of the plane, its roots bracketed and found by Newton's method, in plain double.
bool fcl_feature_meets(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1);
std::string fcl_feature_version();

}  // namespace graze::bench
