// The direction of a ray as the exact difference of two points.
#pragma once

#include "graze/ray.h"

namespace graze {

// The direction of a ray is meant as `direction - base_of(ray)`, exactly.
constexpr Vec3 base_of(const Ray& ray) noexcept { return ray.to_point ? ray.origin : Vec3{}; }

}  // namespace graze
