// A solid as a grid of cells, each of which is outside, inside, or near the surface: most points are told by a look.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/math.h"
#include "narrow/ray/ray_candidates.h"

namespace graze {

// Cells of the frame of the solid's tree (tree/tree.h), in which the solid is no larger than 1 on either side.
class SideGrid {
 public:
  enum class Side : std::uint8_t { unknown, outside, inside };
  static constexpr double slack = 0x1p-20;  // no surface is nearer than this to a cell that is known

  explicit SideGrid(const ShapeData& solid);

  // Is the pose of the solid one that the grid can be asked about, also of points this far from the origin?
  static bool usable(const PlacedBody& solid, double farthest) noexcept;
  // Is all of a box outside, given in the frame of the tree to within a fourth of the slack?
  bool all_outside(Vec3 lo, Vec3 hi) const noexcept;
  // Of a posed point and the solid as it is posed; known sides are exact.
  Side side_of(const PlacedBody& solid, Vec3 point) const noexcept;
  std::size_t memory() const noexcept { return cells_.size() + sums_.size() * sizeof(std::uint32_t); }

 private:
  std::size_t index(int i, int j, int k) const noexcept {
    return (static_cast<std::size_t>(i) * static_cast<std::size_t>(count_) + static_cast<std::size_t>(j)) *
               static_cast<std::size_t>(count_) +
           static_cast<std::size_t>(k);
  }
  int cell(double y, int axis) const noexcept;
  void label(const ShapeData& solid);  // fills in the cells

  int count_ = 0;  // along each axis
  Vec3 lo_, side_;
  std::vector<Side> cells_;
  std::vector<std::uint32_t> sums_;  // of cells below each corner of the grid: how many are not outside
};

// Built on first need, once, thread-safe.
const SideGrid& side_grid(const ShapeData& solid);

}  // namespace graze
