#include "broad/curve_order.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "broad/curve.h"
#include "broad/radix_sort.h"
#include "broad/spread.h"

namespace graze {
namespace {

// Even; so many that a cell is not wider than half of the boxes, if the index and the item leave room.
unsigned bits_for(const Spread& spread, double range, unsigned index_bits, unsigned class_bits) {
  const unsigned room = (64 - index_bits - class_bits) / 3;
  unsigned bits = 2;
  while (bits + 2 <= std::min({room, index_bits + 3, 20u}) && spread.median * double(1u << bits) < range) bits += 2;
  return bits;
}

}  // namespace

void CurveOrder::sort(const BoxSet& set, std::uint32_t* order) {
  const std::span<const std::uint32_t> ids = set.ids();
  const std::size_t count = ids.size();
  constexpr unsigned class_bits = class_bits_;
  std::fill(std::begin(ends_), std::end(ends_), std::size_t{0});
  if (count == 0) return;
  const Spread spread = graze::spread(set);
  const double range = std::max({spread.width(0), spread.width(1), spread.width(2)});
  const auto index_bits = unsigned(std::bit_width(count));
  const unsigned bits = bits_for(spread, range, index_bits, class_bits);
  const auto within_floats = [](double value) { return float(std::min(value, double(float_max))); };
  const float scale = range > 0 ? within_floats(double(1u << bits) / range) : 0.0f, last = float((1u << bits) - 1);
  const float origin[3] = {float(spread.lo[0]), float(spread.lo[1]), float(spread.lo[2])};
  // A box much wider than sixteen neighbours are apart would widen their block: such are kept among themselves, in
  // classes of four times the extent of the one before.
  float classes[(1 << class_bits) - 1];
  double volume = 1;
  for (int axis = 0; axis < 3; ++axis) volume *= std::max(spread.width(axis), spread.median);
  double most = 0.25 * std::max(std::cbrt(16 * volume / double(count)), spread.median);
  for (float& bound : classes) bound = within_floats(most *= 4);

  std::uint64_t* const items = items_.need(count);
  for (std::size_t i = 0; i < count; ++i) {
    const FloatBox& box = set.floats()[ids[i]];
    std::uint32_t cell[3];
    float extent = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const float at = ((0.5f * box.lo[axis] + 0.5f * box.hi[axis]) - origin[axis]) * scale;
      // NaN, which infinity times 0 gives, becomes 0, too.
      cell[axis] = std::uint32_t(at > 0 ? std::min(at, last) : 0.0f);
      extent = std::max(extent, box.hi[axis] - box.lo[axis]);
    }
    std::uint64_t size = 0;
    for (const float bound : classes) size += extent > bound;
    ++ends_[size];
    const std::uint64_t key = size << 3 * bits | curve_index(cell[0], cell[1], cell[2], bits);
    items[i] = key << index_bits | i;
  }
  const std::uint64_t* const sorted =
      radix_sort(items, scratch_.need(count), count, index_bits, index_bits + 3 * bits + class_bits, counts_);
  const std::uint64_t mask = (std::uint64_t{1} << index_bits) - 1;
  for (std::size_t i = 0; i < count; ++i) order[i] = ids[sorted[i] & mask];
  for (std::size_t i = 1; i < std::size(ends_); ++i) ends_[i] += ends_[i - 1];
}

}  // namespace graze
