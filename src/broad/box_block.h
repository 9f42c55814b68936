// Sixteen float boxes side by side: the nodes and leaves of the dynamic tree.
#pragma once

#include <cstddef>

namespace graze {

// Unused lanes hold lo = +inf, hi = -inf.
struct alignas(64) BoxBlock {
  static constexpr std::size_t width = 16;
  float lo[3][width];
  float hi[3][width];
};

inline constexpr std::size_t block_width = BoxBlock::width;

}  // namespace graze
