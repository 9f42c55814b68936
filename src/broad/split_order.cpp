#include "broad/split_order.h"

#include <algorithm>

#include "broad/box_block.h"

namespace graze {

void SplitOrder::split(std::size_t begin, std::size_t end) {
  constexpr std::size_t width = BoxBlock::width;
  if (begin / width == (end - 1) / width) return;
  std::size_t part = width;
  while ((begin / (part * width) + 1) * part * width < end) part *= width;
  const std::size_t low = (begin / part + 1) * part, high = (end - 1) / part * part;
  const std::size_t at = std::clamp((begin + end + part) / 2 / part * part, low, high);
  Item* const items = items_.data() - first_;
  float lo[3], hi[3];
  for (int axis = 0; axis < 3; ++axis) lo[axis] = hi[axis] = items[begin].middle[axis];
  for (std::size_t i = begin + 1; i < end; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      lo[axis] = std::min(lo[axis], items[i].middle[axis]);
      hi[axis] = std::max(hi[axis], items[i].middle[axis]);
    }
  int axis = 0;
  for (int other : {1, 2})
    if (hi[other] - lo[other] > hi[axis] - lo[axis]) axis = other;
  std::nth_element(items + begin, items + at, items + end, [axis](const Item& x, const Item& y) {
    return x.middle[axis] != y.middle[axis] ? x.middle[axis] < y.middle[axis] : x.id < y.id;
  });
  split(begin, at);
  split(at, end);
}

void SplitOrder::sort(const BoxSet& set, std::uint32_t* order, std::size_t begin, std::size_t end) {
  if (begin == end) return;
  first_ = begin;
  items_.resize(end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    const FloatBox& box = set.floats()[order[i]];
    Item& item = items_[i - begin];
    item.id = order[i];
    for (int axis = 0; axis < 3; ++axis) item.middle[axis] = 0.5f * box.lo[axis] + 0.5f * box.hi[axis];
  }
  split(begin, end);
  for (std::size_t i = begin; i < end; ++i) order[i] = items_[i - begin].id;
}

}  // namespace graze
