#include "tree/split.h"

#include <algorithm>
#include <limits>

namespace graze {
namespace {

constexpr int bins = 16;
constexpr int deepest_search = 48;

int bin_of(float centre, float low, float high) {
  return std::min(bins - 1, int((centre - low) / (high - low) * bins));
}

}  // namespace

Splitter::Splitter(std::span<const Box> boxes, const LocalFrame& frame) : primitives_(boxes.size()) {
  for (std::uint32_t i = 0; i < primitives_.size(); ++i) primitives_[i] = {fit(boxes[i], frame), i};
}

Aabb Splitter::bounds(std::uint32_t begin, std::uint32_t end) const {
  Aabb box;
  for (std::uint32_t i = begin; i < end; ++i) box.merge(primitives_[i].box);
  return box;
}

Range Splitter::all() const {
  const auto size = std::uint32_t(primitives_.size());
  return {0, size, bounds(0, size)};
}

std::pair<Range, Range> Splitter::split(const Range& range, int depth) {
  std::uint32_t middle = depth < deepest_search ? best_partition(range) : range.begin;
  if (middle == range.begin || middle == range.end) middle = range.begin + range.size() / 2;
  return {{range.begin, middle, bounds(range.begin, middle)}, {middle, range.end, bounds(middle, range.end)}};
}

int Splitter::split_into(Range* ranges, int most, std::uint32_t leaf, int depth) {
  int count = 1;
  while (count < most) {
    int widest = -1;
    float area = -1;
    for (int i = 0; i < count; ++i)
      if (ranges[i].size() > leaf && ranges[i].box.half_area() > area) {
        widest = i;
        area = ranges[i].box.half_area();
      }
    if (widest < 0) break;
    auto [left, right] = split(ranges[widest], depth);
    ranges[widest] = left;
    ranges[count++] = right;
  }
  return count;
}

// Partitions the range at the cheapest of 3 x 15 planes; range.begin when the centres do not differ.
std::uint32_t Splitter::best_partition(const Range& range) {
  float low[3], high[3];
  for (int axis = 0; axis < 3; ++axis) low[axis] = high[axis] = primitives_[range.begin].centre(axis);
  for (std::uint32_t i = range.begin + 1; i < range.end; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], primitives_[i].centre(axis));
      high[axis] = std::max(high[axis], primitives_[i].centre(axis));
    }

  struct Bin {
    Aabb box;
    std::uint32_t count = 0;
  };
  float best_cost = std::numeric_limits<float>::infinity();
  int best_axis = -1, best_bin = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (!(high[axis] > low[axis])) continue;
    Bin bin[bins];
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      Bin& b = bin[bin_of(primitives_[i].centre(axis), low[axis], high[axis])];
      b.box.merge(primitives_[i].box);
      ++b.count;
    }
    float right_cost[bins];
    Bin right;
    for (int i = bins - 1; i > 0; --i) {
      right.box.merge(bin[i].box);
      right.count += bin[i].count;
      right_cost[i] = right.box.half_area() * float(right.count);
    }
    Bin left;
    for (int i = 1; i < bins; ++i) {
      left.box.merge(bin[i - 1].box);
      left.count += bin[i - 1].count;
      const float cost = left.box.half_area() * float(left.count) + right_cost[i];
      if (left.count > 0 && left.count < range.size() && cost < best_cost) {
        best_cost = cost;
        best_axis = axis;
        best_bin = i;
      }
    }
  }
  if (best_axis < 0) return range.begin;
  const auto first = primitives_.begin();
  const auto middle = std::partition(first + range.begin, first + range.end, [&](const Primitive& p) {
    return bin_of(p.centre(best_axis), low[best_axis], high[best_axis]) < best_bin;
  });
  return std::uint32_t(middle - first);
}

Box merged(std::span<const Box> boxes) {
  Box all;
  for (const Box& box : boxes) all = merge(all, box);
  return all;
}

}  // namespace graze
