// Triangles of a placed body that a ray, or a box, may meet, where the ray starts or the box ends at points that are
// only known within a bound. Culling in the frame of the tree, in double; the axis-aligned boxes.
#pragma once

#include <cstdint>
#include <vector>

#include "narrow/body/posed.h"
#include "narrow/inside/exact_point.h"

namespace graze {

// All that a ray from the point may meet. The triangles that hold the point are among them.
void along_ray(const PlacedBody& body, const ExactPoint& start, Vec3 direction, std::vector<std::uint32_t>& found,
               Counters& counters);
// All that may meet the triangle.
void near_triangle(const PlacedBody& body, const Triangle& t, std::vector<std::uint32_t>& found, Counters& counters);

}  // namespace graze
