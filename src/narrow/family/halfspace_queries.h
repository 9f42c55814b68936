// Half-spaces against bodies: signs and distances of posed vertices to a plane.
#pragma once

#include "graze/query.h"
#include "shape/data.h"

namespace graze {

inline bool has_halfspace(const Shape& a, const Shape& b) noexcept {
  return (a && a.form() == ShapeForm::halfspace) || (b && b.form() == ShapeForm::halfspace);
}

// At least one of the two is a half-space.
CollideResult halfspace_collide(const Body& a, const Body& b, const CollideSettings& settings);
DistanceResult halfspace_distance(const Body& a, const Body& b, const DistanceSettings& settings);
WithinResult halfspace_within(const Body& a, const Body& b, double tolerance);

}  // namespace graze
