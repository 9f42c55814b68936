// Rays against compounds: through the tree of the leaves.
#pragma once

#include "graze/query.h"

namespace graze {

// Triangles are numbered as find_part() says.
RayResult compound_ray(const Body& body, const Ray& ray, const RaySettings& settings);

}  // namespace graze
