// How the tree of a BoxIndex is descended.
#include <algorithm>
#include <cmath>
#include <functional>

#include "base/compat.h"
#include "broad/box_index.h"
#include "broad/kernels.h"

namespace graze {
namespace {

constexpr std::size_t width = BlockTree::width;
// Ids have 32 bits, so there are at most 8 levels, and boxes below them. Each visit takes one entry and leaves sixteen.
constexpr std::size_t most_waiting = 9 * (width - 1) + width + 1;

// A block that waits to be looked into.
struct Waiting {
  std::int32_t level;
  std::uint32_t at;
};

// Key and place in one word, in the order of keys, none of which is negative. It is read as it was written: a load of
// what two stores made would wait for them.
std::uint64_t packed(float key, std::uint32_t at) { return std::uint64_t(bit_cast<std::uint32_t>(key)) << 32 | at; }
float key_of(std::uint64_t word) { return bit_cast<float>(std::uint32_t(word >> 32)); }

}  // namespace

void BoxIndex::overlap(const Box& box, FunctionRef<bool(std::uint32_t id)> visit) const {
  refresh();
  if (tree_.empty() || !usable(box)) return;
  const FloatBox query = to_float(box, 0);
  const auto& one = broad_kernels().one;
  Waiting stack[most_waiting];
  std::size_t top = 0;
  stack[top++] = {std::int32_t(tree_.levels()) - 1, 0};
  while (top > 0) {
    const Waiting next = stack[--top];
    for (unsigned lanes = one(query, tree_.blocks(std::size_t(next.level))[next.at]); lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t below = next.at * std::uint32_t(width) + std::uint32_t(__builtin_ctz(lanes));
      if (next.level > 0) {
        stack[top++] = {next.level - 1, below};
        continue;
      }
      const std::uint32_t id = tree_.order()[below];
      if (graze::overlap(box, set_.box(id)) && !visit(id)) return;
    }
  }
}

void BoxIndex::ray(const Ray& ray, double max, FunctionRef<double(std::uint32_t id)> visit) const {
  refresh();
  if (tree_.empty() || !(max >= 0)) return;
  const FloatRay query = to_float(ray);
  for (const std::uint32_t id : query.usable ? std::span<const std::uint32_t>(beyond_) : set_.ids()) {
    max = std::min(max, visit(id));
    if (!(max >= 0)) return;
  }
  if (!query.usable) return;
  const auto& test = broad_kernels().ray;
  float limit = query.limit(max);
  std::uint64_t stack[most_waiting];
  std::int8_t levels[most_waiting];
  std::size_t top = 1;
  stack[0] = packed(0, 0);
  levels[0] = std::int8_t(tree_.levels() - 1);
  alignas(64) float entries[width];
  while (top > 0) {
    const std::uint64_t next = stack[--top];
    const int level = levels[top];
    if (key_of(next) > limit) continue;
    const auto at = std::uint32_t(next);
    if (level < 0) {
      const std::uint32_t id = tree_.order()[at];
      if (!beyond_.empty() && !within_floats(set_.box(id))) continue;
      max = std::min(max, visit(id));
      if (!(max >= 0)) return;
      limit = query.limit(max);
      continue;
    }
    const std::size_t first = top;
    for (unsigned lanes = test(query, limit, tree_.blocks(std::size_t(level))[at], entries); lanes != 0;
         lanes &= lanes - 1) {
      const auto lane = std::uint32_t(__builtin_ctz(lanes));
      // The nearest on top.
      const std::uint64_t entry = packed(entries[lane], at * std::uint32_t(width) + lane);
      levels[top] = std::int8_t(level - 1);
      std::size_t place = top++;
      for (; place > first && stack[place - 1] < entry; --place) stack[place] = stack[place - 1];
      stack[place] = entry;
    }
  }
}

void BoxIndex::near(const Box& box, double max, FunctionRef<double(std::uint32_t id)> visit) const {
  refresh();
  if (tree_.empty() || !usable(box) || !(max >= 0)) return;
  const FloatBox query = to_float(box, 0);
  const auto& test = broad_kernels().near;
  const auto square = [](double gap) {
    return gap < double(gap_most) ? round_up(gap * gap * (1 + 0x1p-20)) : std::numeric_limits<float>::infinity();
  };
  float limit = square(max);
  // The level is kept in the last bits of the key, which is a lower bound.
  const auto word = [](float key, std::int32_t level, std::uint32_t at) {
    return packed(bit_cast<float>((bit_cast<std::uint32_t>(key) & ~15u) | std::uint32_t(level + 1)), at);
  };
  std::vector<std::uint64_t> heap;
  heap.reserve(8 * width);
  heap.push_back(word(0, std::int32_t(tree_.levels()) - 1, 0));
  alignas(64) float gaps_sq[width];
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const std::uint64_t next = heap.back();
    heap.pop_back();
    const std::int32_t level = std::int32_t(next >> 32 & 15) - 1;
    const auto at = std::uint32_t(next);
    if (bit_cast<float>(std::uint32_t(next >> 32) & ~15u) > limit) return;
    if (level < 0) {
      max = std::min(max, visit(tree_.order()[at]));
      if (!(max >= 0)) return;
      limit = square(max);
      continue;
    }
    for (unsigned lanes = test(query, limit, tree_.blocks(std::size_t(level))[at], gaps_sq); lanes != 0;
         lanes &= lanes - 1) {
      const auto lane = std::uint32_t(__builtin_ctz(lanes));
      heap.push_back(word(gaps_sq[lane], level - 1, at * std::uint32_t(width) + lane));
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
    }
  }
}

}  // namespace graze
