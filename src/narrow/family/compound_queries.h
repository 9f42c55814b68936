// Compounds: each part of one against each part of the other, as far as their boxes come near.
#pragma once

#include "graze/query.h"

namespace graze {

// At least one of the two is a compound. Triangles are numbered as find_part() says.
CollideResult compound_collide(const Body& a, const Body& b, const CollideSettings& settings);
DistanceResult compound_distance(const Body& a, const Body& b, const DistanceSettings& settings);
WithinResult compound_within(const Body& a, const Body& b, double tolerance);
RayResult compound_ray(const Body& body, const Ray& ray, const RaySettings& settings);

}  // namespace graze
