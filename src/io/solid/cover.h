// Holes of meshes, closed by triangles.
#pragma once

#include <cstddef>

#include "io/solid/solid_mesh.h"

namespace graze {

// What was covered.
struct Covered {
  std::size_t holes = 0;
  double width = 0;  // of the widest
  double area = 0;   // of all covers
};

// Covers every hole of a welded mesh: its rim, which may bend, is filled by the triangles that have the least area in
// all. The width of a hole is the greatest height of those triangles above their longest sides: that of a slit is how
// far its sides are apart. Holes that are wider than `widest`, or have more than 400 corners, stay open, and then the
// mesh stays as it was and no hole counts.
Covered cover_holes(SolidMesh& mesh, double widest);

}  // namespace graze
