// A ray on its way through the levels of a BlockTree, from box to box: what is known between two boxes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/compat.h"
#include "broad/box_block.h"
#include "broad/float_ray.h"

namespace graze {

// An entry and a place in one word, in the order of entries, none of which is negative. It is read as it was written: a
// load of what two stores made would wait for them.
inline std::uint64_t waiting(float entry, std::uint32_t at) noexcept {
  return std::uint64_t(bit_cast<std::uint32_t>(entry)) << 32 | at;
}
inline float entry_of(std::uint64_t word) noexcept { return bit_cast<float>(std::uint32_t(word >> 32)); }

// Rows by id that the caller reads of every box it is given; they are fetched some time before.
struct RowsAhead {
  const void* rows = nullptr;
  std::size_t row = 0;  // bytes
};

struct RayWalk {
  // Ids have 32 bits, so there are at most 8 levels, and boxes below them. A visit of two levels takes one entry and
  // leaves 256 at most.
  static constexpr std::size_t most_levels = 8, most = (most_levels / 2 + 1) * block_width * block_width;

  // Along each axis, the bound of boxes that comes first and the one that comes last, as rows of a block's six, and the
  // origins that these are measured from.
  std::uint32_t first_row[3], last_row[3];
  float first_origin[3], last_origin[3], inverse[3];

  const BoxBlock* blocks[most_levels];  // by level
  const std::uint32_t* order;           // the ids of the lowest level's lanes
  RowsAhead ahead;

  // What waits, the nearest on top: blocks of a level, or places of the order, whose level is -1.
  std::size_t top = 0;
  std::uint64_t words[most];
  std::int8_t levels[most];

  explicit RayWalk(const FloatRay& ray) noexcept {
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      const bool back = ray.negative[axis];
      first_row[axis] = axis + (back ? 3 : 0);
      last_row[axis] = axis + (back ? 0 : 3);
      first_origin[axis] = back ? ray.down[axis] : ray.up[axis];
      last_origin[axis] = back ? ray.up[axis] : ray.down[axis];
      inverse[axis] = ray.inverse[axis];
    }
  }
};

}  // namespace graze
