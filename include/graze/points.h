// Clouds of points, as sensors make them, and OctoMap files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/shape.h"

namespace GRAZE_API graze {

// The points of the world within `radius` of any of the points, whatever the pose; with 0 the points alone. It is a
// mesh whose triangles have three equal corners each, number i at point i, with `radius` as its margin: every query
// that takes a mesh takes it, exactly. Throws Error for no points, a coordinate that is not finite, 2^31 points or
// more, a radius that is negative or not finite, a number of tags that is neither 0 nor that of the points.
Shape make_points(std::vector<Vec3> points, double radius = 0, std::vector<std::uint32_t> tags = {});

}  // namespace graze
