// The rare ray cases: a ray in the plane of a triangle, and degenerate triangles. All exact.
#pragma once

#include "narrow/ray/ray_triangle.h"

namespace graze {

// The least t >= 0 at which the ray meets the triangle, given that the ray is in the triangle's plane (or the triangle
// is degenerate and the ray in a common plane with it). False when there is none.
bool flat_parameter(const Ray& ray, const Triangle& t, Ratio& parameter) noexcept;

}  // namespace graze
