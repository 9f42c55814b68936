// Rays at triangles, boxes and hulls with a margin: where they enter what is within it and where they leave that.
#pragma once

#include "graze/query.h"

namespace graze {

// Each parameter is that of the union's exact border, rounded once; gaps and overlaps below rounding are not seen.
// ray.max is finite.
RayResult rounded_ray(const Body& body, const Ray& ray, const RaySettings& settings);

}  // namespace graze
