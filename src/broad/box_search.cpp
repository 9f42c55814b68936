// How the tree of a BoxIndex is descended.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/compat.h"
#include "broad/box_index.h"
#include "broad/kernels.h"

namespace graze {
namespace {

// Ids have 32 bits, so there are at most 8 levels, and boxes below them. Each visit takes one entry and leaves sixteen.
constexpr std::size_t most_waiting = 9 * (block_width - 1) + block_width + 1;

// A block that waits to be looked into.
struct Waiting {
  std::int32_t level;
  std::uint32_t at;
};

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
      const std::uint32_t below = next.at * std::uint32_t(block_width) + std::uint32_t(__builtin_ctz(lanes));
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
  cast(to_float(ray), max, {}, visit);
}
void BoxIndex::ray(const Ray& ray, double max, const RowsAhead& ahead,
                   FunctionRef<double(std::uint32_t id)> visit) const {
  cast(to_float(ray), max, ahead, visit);
}

void BoxIndex::sweep(const Box& box, Vec3 by, double max, FunctionRef<double(std::uint32_t id)> visit) const {
  cast(to_float(box, by), max, {}, visit);
}

void BoxIndex::cast(const FloatRay& query, double max, const RowsAhead& ahead,
                    FunctionRef<double(std::uint32_t id)> visit) const {
  refresh();
  if (tree_.empty() || !(max >= 0)) return;
  for (const std::uint32_t id : query.usable ? std::span<const std::uint32_t>(beyond_) : set_.ids()) {
    max = std::min(max, visit(id));
    if (!(max >= 0)) return;
  }
  if (!query.usable) return;
  const auto& next_box = broad_kernels().next_box;
  RayWalk walk(query);
  for (std::size_t level = 0; level < tree_.levels(); ++level) walk.blocks[level] = tree_.blocks(level);
  walk.order = tree_.order();
  walk.ahead = ahead;
  walk.words[0] = waiting(0, 0);
  walk.levels[0] = std::int8_t(tree_.levels() - 1);
  walk.top = 1;
  std::uint32_t place;
  for (float limit = query.limit(max); next_box(walk, limit, place);) {
    const std::uint32_t id = walk.order[place];
    if (!beyond_.empty() && !within_floats(set_.box(id))) continue;
    const double wanted = visit(id);
    if (!(wanted >= 0)) return;
    if (wanted < max) limit = query.limit(max = wanted);
  }
}

// Blocks that were looked into, each with what is left of it. The one with the nearest box comes next; the boxes of a
// block are not put in order before they are needed.
namespace {

class NearBlocks {
 public:
  struct Block {
    alignas(64) float gaps_sq[block_width];
    std::uint32_t
        keys[block_width];  // the gap with its last bits cut off, which is a lower bound, and the lane in these
    std::uint32_t at;
    std::int32_t level;  // of what is in the lanes: -1 for places of the order
  };

  // Where the next block is written; add() takes it, with the lanes that matter.
  Block& next() {
    if (count_ < few) return few_[count_];
    if (count_ - few == more_.size()) more_.emplace_back();
    return more_[count_ - few];
  }
  void add(unsigned lanes) {
    const auto index = std::uint32_t(count_++);
    Block& added = block(index);
    for (std::uint32_t lane = 0; lane < block_width; ++lane) {
      const std::uint32_t key = (bit_cast<std::uint32_t>(added.gaps_sq[lane]) & ~15u) | lane;
      added.keys[lane] = (lanes >> lane & 1) != 0 ? key : none;
    }
    push(word(least_key(added), index));
  }

  bool empty() const { return size_ == 0; }
  float least() const { return bit_cast<float>(std::uint32_t(heap()[0] >> 32) & ~15u); }
  // Takes the nearest lane of all.
  const Block& take(std::uint32_t& lane) {
    std::uint64_t* const all = heap();
    Block& from = block(std::uint32_t(all[0]));
    lane = std::uint32_t(all[0] >> 32) & 15;
    from.keys[lane] = none;
    const std::uint32_t key = least_key(from);
    all[0] = key == none ? all[--size_] : word(key, std::uint32_t(all[0]));
    sink();
    return from;
  }

 private:
  static constexpr std::size_t few = 24;
  static constexpr std::uint32_t none = ~0u;  // no gap: gaps are not negative

  static std::uint64_t word(std::uint32_t key, std::uint32_t index) { return std::uint64_t(key) << 32 | index; }
  static std::uint32_t least_key(const Block& block) {
    std::uint32_t least[4] = {none, none, none, none};
    for (std::size_t i = 0; i < block_width; i += 4)
      for (std::size_t k = 0; k < 4; ++k) least[k] = std::min(least[k], block.keys[i + k]);
    return std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
  }
  Block& block(std::uint32_t index) { return index < few ? few_[index] : more_[index - few]; }
  std::uint64_t* heap() { return many_.empty() ? few_words_ : many_.data(); }
  const std::uint64_t* heap() const { return many_.empty() ? few_words_ : many_.data(); }

  void push(std::uint64_t added) {
    if (many_.empty() && size_ == few) many_.assign(few_words_, few_words_ + few);
    if (!many_.empty() && many_.size() <= size_) many_.resize(2 * size_);
    std::uint64_t* const all = heap();
    std::size_t place = size_++;
    for (; place > 0 && all[(place - 1) / 2] > added; place = (place - 1) / 2) all[place] = all[(place - 1) / 2];
    all[place] = added;
  }
  void sink() {
    if (size_ == 0) return;
    std::uint64_t* const all = heap();
    const std::uint64_t sunk = all[0];
    std::size_t place = 0;
    for (;;) {
      std::size_t child = 2 * place + 1;
      if (child >= size_) break;
      if (child + 1 < size_ && all[child + 1] < all[child]) ++child;
      if (all[child] >= sunk) break;
      all[place] = all[child];
      place = child;
    }
    all[place] = sunk;
  }

  Block few_[few];
  std::vector<Block> more_;
  std::size_t count_ = 0, size_ = 0;  // of blocks, and of the heap of those that have lanes left
  std::uint64_t few_words_[few];
  std::vector<std::uint64_t> many_;
};

}  // namespace

void BoxIndex::near(const Box& box, double max, FunctionRef<double(std::uint32_t id)> visit) const {
  refresh();
  if (tree_.empty() || !usable(box) || !(max >= 0)) return;
  const FloatBox query = to_float(box, 0);
  const auto& test = broad_kernels().near;
  const auto square = [](double gap) {
    return gap < double(gap_most) ? round_up(gap * gap * (1 + 0x1p-20)) : std::numeric_limits<float>::infinity();
  };
  float limit = square(max);
  NearBlocks blocks;
  const auto open = [&](std::int32_t level, std::uint32_t at) {
    NearBlocks::Block& block = blocks.next();
    const unsigned lanes = test(query, limit, tree_.blocks(std::size_t(level))[at], block.gaps_sq);
    block.at = at;
    block.level = level - 1;
    if (lanes != 0) blocks.add(lanes);
  };
  open(std::int32_t(tree_.levels()) - 1, 0);
  while (!blocks.empty() && !(blocks.least() > limit)) {
    std::uint32_t lane = 0;
    const NearBlocks::Block& from = blocks.take(lane);
    const std::uint32_t at = from.at * std::uint32_t(block_width) + lane;
    if (from.level >= 0) {
      open(from.level, at);
      continue;
    }
    max = std::min(max, visit(tree_.order()[at]));
    if (!(max >= 0)) return;
    limit = square(max);
  }
}

}  // namespace graze
