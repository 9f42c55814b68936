// What filters know of a shape, in its own frame: made once, kept with the shape.
#pragma once

#include <array>

#include "convex/posed_polytope.h"
#include "convex/support.h"
#include "hull/polytope.h"
#include "shape/data.h"

namespace graze {

// Around the shape's triangles, or all of a curved shape; radius and margin left out, as in ShapeData::bounds.
struct LocalVolumes {
  Vec3 centre;        // of a sphere
  double radius = 0;  // rounded up
  // The points middle + sum x_k half[k], |x_k| <= 1: along the coordinate axes or the principal ones.
  Vec3 middle;
  std::array<Vec3, 3> half;
};

// The hull of the shape's points.
struct LocalHull {
  explicit LocalHull(Polytope hull);
  LocalHull(const LocalHull&) = delete;
  LocalHull& operator=(const LocalHull&) = delete;

  Polytope polytope;
  PolytopeFrame frame;
  SupportTable table;
};

// Not of half-spaces and compounds.
const LocalVolumes& local_volumes(const ShapeData& shape);
// Null for what has no hull of points: half-spaces, compounds, curved shapes; and terrains, of which a hull says
// nothing.
const LocalHull* local_hull(const ShapeData& shape);

}  // namespace graze
