// Where a ray is at a parameter, and which way it looks at what it meets there.
#pragma once

#include "graze/query.h"
#include "math/dyadic3.h"
#include "math/ray_base.h"

namespace graze {

// origin + t (direction - base) in double. Only a point past the greatest double is infinite: where a step on the way
// to a finite one leaves the doubles, all is done at half the size.
inline Vec3 point_at(const Ray& ray, double t) noexcept {
  const Vec3 point = ray.origin + (ray.direction - base_of(ray)) * t;
  if (is_finite(point)) [[likely]]
    return point;
  return (ray.origin * 0.5 + (ray.direction * 0.5 - base_of(ray) * 0.5) * t) * 2.0;
}

// Where rounding of t leads to a place that has no normal, such as the middle of a ball: against the ray where it
// enters, along it where it leaves.
inline Vec3 normal_of_ray(const Ray& ray, bool enters) noexcept {
  const Dyadic3 d = exact_difference(ray.direction, base_of(ray));
  return unit_vector(enters ? -d : d);
}

}  // namespace graze
