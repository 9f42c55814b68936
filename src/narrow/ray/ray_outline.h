// What a body looks like to a ray, made once for many rays: enough to say of most rays that they miss it, and of balls
// and capsules where they hit it.
#pragma once

#include <variant>

#include "narrow/ray/ray_primitive.h"

namespace graze {

// A ball or capsule.
struct SweptOutline {
  Vec3 core[2];
  double radius;
};

// The body is where |axis[i] . (x - centre)| <= extent[i] for each i, and |x - centre| <= farthest. The axes are any
// vectors.
struct SlabOutline {
  Vec3 centre, axis[3];
  double extent[3], farthest;
};

// None: nothing is known, or it cannot be said that cast() of the body and a ray that is one will be ok.
using RayOutline = std::variant<std::monostate, SweptOutline, SlabOutline>;

RayOutline ray_outline(const Body& body);

// Does no part of the ray meet the body? No is always right. The ray is one (is_ray), its max not below 0.
bool surely_misses(const SlabOutline& outline, const Ray& ray) noexcept;

}  // namespace graze
