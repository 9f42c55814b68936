// Rays against cylinders, cones and ellipsoids, and spheres and capsules that a pose has bent: where they enter and
// where they leave.
#pragma once

#include "graze/query.h"

namespace graze {

// A curved body without a margin, or a sphere. Decisions are exact, and so is t but for one rounding. ray.max is
// finite.
RayResult curved_ray(const Body& body, const Ray& ray, const RaySettings& settings);

}  // namespace graze
