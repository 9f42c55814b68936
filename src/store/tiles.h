// Space cut into cubes, smaller where there are more parts: the leaves of an octree whose planes do not depend on the
// parts, so that an edit in one place changes the tiles of that place only.
#pragma once

#include <cstdint>
#include <vector>

#include "base/function_ref.h"
#include "graze/math.h"

namespace graze {

// A cube of the octree: coordinates from x * 2^level to (x + 1) * 2^level, and so on.
struct SpaceCell {
  std::int32_t level = 0, x = 0, y = 0, z = 0;
  friend constexpr auto operator<=>(const SpaceCell&, const SpaceCell&) = default;
};
// Whether one is within the other, or they are the same.
bool related(const SpaceCell& a, const SpaceCell& b) noexcept;

// The cube from -2^e to 2^e, the least that holds the box, in 2^20 steps along each axis, and Hilbert's curve through
// all of them: the steps of a cell of the octree follow each other on it.
class CurveGrid {
 public:
  static constexpr unsigned bits = 20;
  explicit CurveGrid(const Box& all) noexcept;

  struct Step {
    std::uint32_t x, y, z;
  };
  Step step(Vec3 point) const noexcept;  // points outside count as on the border
  std::uint64_t index(Step step) const noexcept;
  // Which of the 2^(3 * depth) cells a step is in; depth from 1 on.
  SpaceCell cell(Step step, unsigned depth) const noexcept;

 private:
  int exponent_;
  double scale_;
};

class Tiles {
 public:
  explicit Tiles(const Box& all) : grid_(all) {}
  const CurveGrid& grid() const noexcept { return grid_; }

  // The leaves: cells with at most `most` points whose parents have more, unless they are a single step. next(index)
  // gives the points by their indices on the curve, in order, and false after the last.
  void split(FunctionRef<bool(std::uint64_t&)> next, std::uint32_t most);
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(leaves_.size()); }
  SpaceCell cell(std::uint32_t tile) const noexcept { return leaves_[tile].cell; }

  std::uint32_t at(CurveGrid::Step step) const noexcept;                         // which tile
  std::uint32_t at(Vec3 point) const noexcept { return at(grid_.step(point)); }  // which tile
  // Every tile that has a common point with the box, each once.
  void for_each(const Box& box, FunctionRef<void(std::uint32_t)> visit) const;

 private:
  struct Leaf {
    std::uint64_t first;  // index on the curve; the next leaf's is the end
    unsigned depth;
    SpaceCell cell;
  };
  void locate(CurveGrid::Step corner, unsigned depth);
  void descend(CurveGrid::Step corner, unsigned depth, CurveGrid::Step lo, CurveGrid::Step hi,
               FunctionRef<void(std::uint32_t)> visit) const;
  std::uint32_t leaf_with(std::uint64_t index) const noexcept;

  CurveGrid grid_;
  std::vector<Leaf> leaves_;
};

}  // namespace graze
