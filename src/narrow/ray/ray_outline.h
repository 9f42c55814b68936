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

// None: nothing is known, or it cannot be said that cast() of the body and a ray that is one will be ok.
using RayOutline = std::variant<std::monostate, SweptOutline, SlabOutline>;

RayOutline ray_outline(const Body& body);

}  // namespace graze
