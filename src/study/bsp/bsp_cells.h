// Inside or outside of a closed shape by the cells of its solid BSP tree.
//
// The game server paper reads it off the side of the last plane. That holds for one simple shell; here each cell is
// asked once, exactly, so that shells in shells and coplanar faces back to back are right as well. A cell in which no
// point was found to ask, and a point that is near a piece of the surface, are left to the exact test.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/query.h"
#include "study/bsp/solid_bsp.h"

namespace graze::study {

enum class CellSide : std::uint8_t { unknown, outside, inside };

class SolidCells {
 public:
  // Asks every cell. The tree must outlive this. Throws Error when its shape is not solid.
  explicit SolidCells(const SolidBsp& tree);

  const SolidBsp& tree() const noexcept { return tree_; }
  CellSide side(std::uint32_t cell) const noexcept { return sides_[cell]; }

 private:
  const SolidBsp& tree_;
  std::vector<CellSide> sides_;
};

struct CellsResult {
  Status status = Status::ok;
  bool inside = false;  // the point is in the solid; not promised for a point of its surface
  bool exact = false;   // the cells could not tell, and the exact test did
  Counters counters;
};

// Is the point, given in the world and not on the surface, in the posed solid? As inside_solid(), always right.
CellsResult inside(const SolidCells& cells, const Pose& pose, Vec3 point) noexcept;

}  // namespace graze::study
