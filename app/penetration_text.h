// The answers about depth as JSON, for `graze query`.
#pragma once

#include <string>

#include "graze/interference.h"

namespace graze::app {

// "vector","depth","lower" without the braces.
void append_penetration(std::string& text, const PenetrationResult& result);
// What is proven where the budget was spent.
void append_depth_bounds(std::string& text, const PenetrationResult& result);
// The fields of append_distance() for bodies with common interior: points and features are null, the normal is the way
// against which a leaves.
void append_signed_distance(std::string& text, const SignedDistanceResult& result);

// "lower","upper","point","volume","box" without the braces; point and box are null where nothing is in common.
void append_interference(std::string& text, const InterferenceResult& result);

}  // namespace graze::app
