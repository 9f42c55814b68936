// Which way triangles face that may enclose something, though they are not turned alike.
#pragma once

#include <cstdint>
#include <vector>

#include "io/solid/solid_mesh.h"

namespace graze {

class Facing {
 public:
  // Keeps the mesh, whose vertices and triangles may only be turned from then on.
  explicit Facing(const SolidMesh& mesh);

  // Of a patch of triangles that face one way: 1, its fronts look out of what all triangles enclose; -1, its backs do;
  // 0, neither. By whether lines through its largest triangle meet an even number of others before and behind it.
  int of(const std::vector<std::uint32_t>& patch) const;

 private:
  // The triangles by the squares of a plane across a direction in which they are.
  struct Squares {
    Vec3 way, x, y;  // x and y are any two across it
    double left = 0, low = 0, width = 1, height = 1;
    std::size_t across = 1;
    std::vector<std::uint32_t> starts, triangles;
  };
  struct Hits {
    std::size_t ahead = 0, behind = 0;
  };
  Squares squares_of(Vec3 way) const;
  Hits count(const Squares& squares, Vec3 from, std::uint32_t but) const;

  const SolidMesh& mesh_;
  std::vector<Squares> squares_;
};

}  // namespace graze
