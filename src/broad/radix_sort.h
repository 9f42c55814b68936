// Sorts by a range of bits, in passes over all items.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "broad/buffer.h"

namespace graze {

// Stable, by bits [from, to) of each item. `items` and `scratch` each have room for the count; the result is in the one
// that is returned.
inline std::uint64_t* radix_sort(std::uint64_t* items, std::uint64_t* scratch, std::size_t count, unsigned from,
                                 unsigned to, Buffer<std::uint32_t>& counts) {
  if (to <= from || count < 2) return items;
  const unsigned passes = (to - from + 10) / 11, width = (to - from + passes - 1) / passes;
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  const std::size_t values = std::size_t{1} << width;
  std::uint32_t* const all = counts.need(passes * values);
  std::fill_n(all, passes * values, 0u);
  for (std::size_t i = 0; i < count; ++i)
    for (unsigned pass = 0; pass < passes; ++pass) ++all[pass * values + (items[i] >> (from + pass * width) & mask)];
  for (unsigned pass = 0; pass < passes; ++pass) {
    std::uint32_t* const starts = all + pass * values;
    const unsigned shift = from + pass * width;
    if (starts[items[0] >> shift & mask] == count) continue;
    std::uint32_t sum = 0;
    for (std::size_t value = 0; value < values; ++value) {
      const std::uint32_t here = starts[value];
      starts[value] = sum;
      sum += here;
    }
    for (std::size_t i = 0; i < count; ++i) scratch[starts[items[i] >> shift & mask]++] = items[i];
    std::swap(items, scratch);
  }
  return items;
}

}  // namespace graze
