// Where the surface of a solid runs through a tetrahedron.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "narrow/depth/flat_faces.h"
#include "narrow/depth/translations.h"

namespace graze {

using Tetrahedron = std::array<Vec3, 4>;

Box box_of(const Tetrahedron& at);

struct Crossed {
  bool known = false;  // else it is flat, or there are too many faces
  double margin =
      0;  // what points of the tetrahedron are at most from one that is farther than `inside` from its sides
  double inside = 0;
  std::vector<std::uint32_t> faces;  // of which triangles may come nearer to the middle than that
};
// `flat` are the faces of the triangles of the tree, `rounding` what coordinates are off by.
void find_crossed(const PosedTree& tree, const FlatFaces& flat, const Tetrahedron& at, double rounding,
                  Crossed& result);

}  // namespace graze
