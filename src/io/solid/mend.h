// Meshes that are nearly closed: cracks, vertices on edges of neighbours, faces that are turned.
#pragma once

#include <string>

#include "io/solid/solid_mesh.h"

namespace graze {

struct Mended {
  SolidMesh mesh;
  bool closed = false;
  std::string how = {};  // what was done, as a remark; empty: nothing, or it did not help
};

// How far mending may go, in the unit of the mesh, and how its remark says it.
struct MendLimits {
  std::vector<double> widths = {};  // of cracks that are joined, the least first
  double hole = 0;                  // how wide holes may be that are covered; 0: none are
  double per_unit = 1;              // how many of the remark's units a unit is
  std::string unit = {};            // their name
};

// Tries, with the least of the widths first: vertices within the width become one, edges are cut where vertices of open
// edges lie within the width of them, triangles are turned so that neighbours face the same way, and, where that does
// not close it, holes are covered that take up no more than a twentieth of the area. What comes out is closed, or it is
// the mesh as given.
Mended mended(const SolidMesh& mesh, const MendLimits& limits);

}  // namespace graze
