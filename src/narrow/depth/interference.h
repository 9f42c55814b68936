// find_interference() (graze/interference.h) but for the cutting of the surfaces, which is done where meshes are
// combined (io/solid/mesh_boolean.h).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "graze/interference.h"

namespace graze {

// What two solids have in common: its volume, the box of its corners, and what of the surface of each is in the other.
struct CutSolids {
  double volume = 0, bound = 0;
  Box box;
  std::vector<Triangle> faces_a, faces_b;
  double error = 0;  // of the faces and the box
};

// Of the posed triangles of two solids, fronts outward, whose windings are 0 and 1; nothing where it does not know.
using CutSurfaces =
    std::function<std::optional<CutSolids>(const std::vector<Triangle>& a, const std::vector<Triangle>& b)>;

GRAZE_API InterferenceResult interference(const Body& a, const Body& b, const InterferenceSettings& settings,
                                          const CutSurfaces& cut) noexcept;

}  // namespace graze
