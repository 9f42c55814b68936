// A convex body as a set with a support function (convex/support.h).
#pragma once

#include "convex/support.h"
#include "graze/query.h"
#include "math/posed_box.h"
#include "narrow/body/world_volume.h"
#include "shape/data.h"

namespace graze {

struct SupportBody {
  Support set;
  const ShapeData* shape = nullptr;
  Box box;  // world, outward, radius included
};

// The corners of a convex shape, made ready once.
const SupportTable& support_table(const ShapeData& convex);

// Any primitive but a half-space. A sphere or capsule under a pose that does not keep it one is its image, nothing
// rounded.
GRAZE_API Status make_support(const Body& body, SupportBody& result);

// Of a curved core, before the pose: half of the box around it, up to rounding.
Vec3 half_size(const Support& set) noexcept;

// Of a core of points a posed vertex, else the posed centre, rounded.
Vec3 point_of(const Support& set) noexcept;

// The body's oriented box, for the trees of meshes.
WorldVolume world_volume(const SupportBody& body, double radius) noexcept;

}  // namespace graze
