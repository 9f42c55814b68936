// Compiled once per instruction set; the inner loop is one compare a corner over all lanes.
#include "tree/neighbours.h"

namespace graze {
namespace {

std::uint64_t find_neighbours(const LeafCorners& one, const LeafCorners& other) {
  std::uint64_t rows = 0;
  for (int i = 0; i < Leaf::width; ++i) {
    const std::uint32_t a = one.vertex[0][i], b = one.vertex[1][i], c = one.vertex[2][i];
    std::uint32_t row = 0;
    for (int j = 0; j < Leaf::width; ++j) {
      const std::uint32_t x = other.vertex[0][j], y = other.vertex[1][j], z = other.vertex[2][j];
      const bool same =
          (x == a) | (x == b) | (x == c) | (y == a) | (y == b) | (y == c) | (z == a) | (z == b) | (z == c);
      row |= same ? std::uint32_t{1} << j : 0;
    }
    rows |= std::uint64_t{row} << (8 * i);
  }
  return rows;
}

}  // namespace
}  // namespace graze
