// Which combinations of inside and outside occur where two solids are.
//
// Their surfaces together cut space into cells, and a cell is in the one solid or not, and in the other or not. The
// class of the two follows from which of the combinations occur: sets that are closures of open sets have common
// interior when a cell is in both, and one is a part of the other when no cell is in it alone. Every cell has a piece
// of a triangle on its boundary, so that it is enough to look to both sides of every piece into which the triangles cut
// each other.
#pragma once

#include "narrow/body/posed.h"

namespace graze {

// A set of combinations.
struct Cells {
  static constexpr unsigned only_b = 2, only_a = 4, both = 8;
  unsigned seen = 0;

  bool has(unsigned combination) const noexcept { return (seen & combination) == combination; }
};

struct CellsFound {
  Cells cells;
  bool surfaces_meet =
      false;  // some triangles do; known where no common interior, and not all that was wanted, was found
};

// Finds all that occur, or stops when the wanted ones are there. Both are solids of triangles.
CellsFound find_cells(const PlacedBody& a, const PlacedBody& b, unsigned wanted, Counters& counters);

// Do two solids of triangles have common interior points?
inline bool interiors_meet(const PlacedBody& a, const PlacedBody& b, Counters& counters) {
  return find_cells(a, b, Cells::both, counters).cells.has(Cells::both);
}

// Is there any point around which the solid's surface winds?
bool has_interior(const PlacedBody& solid, Counters& counters);

}  // namespace graze
