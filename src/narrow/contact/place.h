// What is at a place of a surface that a round body touches: its feature, and on which side of the surface the body is.
#pragma once

#include <cstdint>
#include <span>

#include "graze/query.h"
#include "narrow/contact/skin.h"
#include "narrow/triangle/triangle_distance.h"

namespace graze {

// Triangles without a margin. `facing` is that of facing_of(), `flat` that of the settings.
struct TouchedSurface {
  const Posed& body;
  int facing;
  double flat;
};

// A corner, an edge between its ends, or the midst of a triangle.
struct SurfacePlace {
  std::uint32_t triangle;
  TriangleFeature feature;
};

struct Spot {
  Skin::Kind whole = Skin::Kind::face;  // what the place is in the midst of, where bends that count as flat are none
  Vec3 face;                            // in a face, its unit normal; else 0
  Vec3 along;                           // on an edge, its direction; else 0
  Feature feature;                      // not yet named for outside
  double out = 1;                       // positive where the body is outside of the surface, or where it has none
};

// `triangles` are those that have the place, in order (not asked for in the midst of one); `way` leads from the place
// to the body, or its centre. False: rounding hides on which side that is, or a triangle is degenerate.
bool describe(const TouchedSurface& surface, const SurfacePlace& place, std::span<const std::uint32_t> triangles,
              Vec3 way, Spot& spot);

}  // namespace graze
