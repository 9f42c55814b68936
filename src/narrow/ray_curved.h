// Rays against cylinders, cones and ellipsoids, and spheres and capsules that a pose has bent: where they enter and
// where they leave.
#pragma once

#include "graze/query.h"

namespace graze {

// A curved body without a margin, or a sphere. Decisions are exact, and so is t but for one rounding. Numbers other
// than 0 must be between 2^-100 and 2^100: elsewhere the status is out_of_range.
RayResult curved_ray(const Body& body, const Ray& ray, const RaySettings& settings);

}  // namespace graze
