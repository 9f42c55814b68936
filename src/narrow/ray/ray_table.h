// The table of cast: how a ray meets a body of each family, without and with a radius or margin around it.
#pragma once

#include "graze/query.h"
#include "narrow/families.h"

namespace graze {

enum class RayWay : std::uint8_t {
  triangles,   // a tree of triangles (narrow/ray/ray.cpp)
  smooth,      // a radius around a point or segment, and half-spaces (narrow/ray/ray_primitive.h)
  curved,      // a quadratic in the body's frame (narrow/ray/ray_curved.h)
  rounded,     // a margin around triangles (narrow/ray/ray_rounded.h)
  compound,    // part by part (narrow/ray/ray_compound.h)
  unsupported  // a margin around a curved body, whose border is no quadratic
};

struct RayCell {
  const char* name = nullptr;
  RayWay way = RayWay::unsupported;
  // Writes the result of one ray that ends; the result is new.
  void (*ask)(const Body&, const Ray&, const RaySettings&, RayResult&) = nullptr;
};

const RayCell& ray_cell(const Body& body) noexcept;

// A body whose own triangles cannot be trusted to bound it (narrow/body/collapse.h): rays ask its hull.
bool needs_hull(const Body& body) noexcept;

}  // namespace graze
