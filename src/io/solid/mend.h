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

// Tries, with the least of the widths first: vertices within the width become one, edges are cut where vertices of open
// edges lie within the width of them, and triangles are turned so that neighbours face the same way. What comes out is
// closed, or it is the mesh as given. `unit` is the unit's name for the remark, `per_unit` how many of it a unit is.
Mended mended(const SolidMesh& mesh, const std::vector<double>& widths, double per_unit, const std::string& unit);

}  // namespace graze
