// Sorts by a key of 64 bits, in passes over all items.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/compat.h"

namespace graze {

// A number with the order of the doubles, but for NaN; -0 is below +0.
inline std::uint64_t ordered_bits(double x) noexcept {
  const auto bits = bit_cast<std::uint64_t>(x);
  return (bits >> 63) != 0 ? ~bits : bits | std::uint64_t{1} << 63;
}

// Stable, by key(item). Bits that all keys have in common cost nothing; few items are sorted by comparing.
template <class Item, class Key>
void stable_radix_sort(std::vector<Item>& items, const Key& key) {
  if (items.size() < 128) {
    std::stable_sort(items.begin(), items.end(), [&](const Item& x, const Item& y) { return key(x) < key(y); });
    return;
  }
  std::uint64_t differ = 0;
  bool sorted = true;
  std::uint64_t last = key(items[0]);
  for (const Item& item : items) {
    const std::uint64_t next = key(item);
    differ |= next ^ last;
    sorted = sorted && last <= next;
    last = next;
  }
  if (sorted) return;
  constexpr unsigned most_bits = 11;
  const unsigned width = items.size() < 1024 ? 8 : most_bits;
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  std::vector<Item> scratch(items.size());
  std::array<std::uint32_t, std::size_t{1} << most_bits> starts;
  while (differ != 0) {
    const auto shift = static_cast<unsigned>(std::countr_zero(differ));
    differ &= ~(mask << shift);
    std::fill_n(starts.begin(), std::size_t{1} << width, 0u);
    for (const Item& item : items) ++starts[key(item) >> shift & mask];
    std::uint32_t sum = 0;
    for (std::size_t value = 0; value <= mask; ++value) {
      const std::uint32_t here = starts[value];
      starts[value] = sum;
      sum += here;
    }
    for (const Item& item : items) scratch[starts[key(item) >> shift & mask]++] = item;
    items.swap(scratch);
  }
}

}  // namespace graze
