// Top-down partition of primitives by the binned surface-area heuristic, shared by the builders.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tree/tree.h"

namespace graze {

struct Primitive {
  Aabb box;
  std::uint32_t id;

  float centre(int axis) const { return box.lo[axis] + box.hi[axis]; }  // twice the centre
};

struct Range {
  std::uint32_t begin = 0, end = 0;
  Aabb box = {};
  std::uint32_t size() const { return end - begin; }
};

class Splitter {
 public:
  Splitter(std::span<const Box> boxes, const LocalFrame& frame);

  Range all() const;
  // Two ranges, neither empty, of one with at least two primitives. Below a certain depth ranges are halved, so that no
  // input makes a recursion deep.
  std::pair<Range, Range> split(const Range& range, int depth);
  // Splits the widest range of more than `leaf` primitives again and again until there are `most` ranges.
  int split_into(Range* ranges, int most, std::uint32_t leaf, int depth);
  const Primitive& operator[](std::uint32_t i) const { return primitives_[i]; }

 private:
  Aabb bounds(std::uint32_t begin, std::uint32_t end) const;
  std::uint32_t best_partition(const Range& range);

  std::vector<Primitive> primitives_;
};

// The box of all boxes.
Box merged(std::span<const Box> boxes);

}  // namespace graze
