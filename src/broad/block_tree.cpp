#include "broad/block_tree.h"

#include <algorithm>
#include <limits>

#include "base/pieces.h"
#include "broad/kernels.h"

namespace graze {
namespace {

constexpr float endless = std::numeric_limits<float>::infinity();

void clear(BoxBlock& block) {
  for (int axis = 0; axis < 3; ++axis) {
    std::fill_n(block.lo[axis], block_width, endless);
    std::fill_n(block.hi[axis], block_width, -endless);
  }
}

// The box of block i becomes lane i of its parents. False: it was that already.
bool refit_block(const BoxBlock* blocks, std::size_t i, BoxBlock* parents) {
  bool changed = false;
  for (int axis = 0; axis < 3; ++axis) {
    float lo = blocks[i].lo[axis][0], hi = blocks[i].hi[axis][0];
    for (std::size_t lane = 1; lane < block_width; ++lane) {
      lo = std::min(lo, blocks[i].lo[axis][lane]);
      hi = std::max(hi, blocks[i].hi[axis][lane]);
    }
    float &to_lo = parents[i / block_width].lo[axis][i % block_width],
          &to_hi = parents[i / block_width].hi[axis][i % block_width];
    changed = changed || to_lo != lo || to_hi != hi;
    to_lo = lo;
    to_hi = hi;
  }
  return changed;
}

}  // namespace

void BlockTree::sort(const BoxSet& set, Order by) {
  const std::size_t count = set.ids().size();
  std::uint32_t* const order = order_.need(blocks_for(count) * block_width);
  curve_.sort(set, order);
  if (by == Order::splits) {
    std::size_t begin = 0;
    for (const std::size_t end : curve_.class_ends()) {
      splits_.sort(set, order, begin, end);
      begin = end;
    }
  }
  std::fill(order + count, order + blocks_for(count) * block_width, BoxSet::none);
  places_.assign(set.id_limit(), BoxSet::none);
  for (std::size_t i = 0; i < count; ++i) places_[order[i]] = std::uint32_t(i);
  places_in_use_ = count;
}

void BlockTree::append(std::uint32_t id) {
  if (places_.size() <= id) places_.resize(std::size_t{id} + 1, BoxSet::none);
  if (places_in_use_ % block_width == 0) {
    order_.need(places_in_use_ + block_width, places_in_use_);
    std::fill_n(order_.data() + places_in_use_, block_width, BoxSet::none);
  }
  order_.data()[places_in_use_] = id;
  places_[id] = std::uint32_t(places_in_use_++);
}

void BlockTree::drop(std::uint32_t id) noexcept {
  order_.data()[places_[id]] = BoxSet::none;
  places_[id] = BoxSet::none;
}

void BlockTree::refit(const BoxSet& set, int threads) {
  counts_.clear();
  std::size_t count = blocks_for(places_in_use_);
  for (std::size_t level = 0;; ++level) {
    if (levels_.size() < level + 2) levels_.resize(level + 2);
    counts_.push_back(count);
    BoxBlock* const blocks = levels_[level].need(count);
    const std::size_t parents = blocks_for(count);
    BoxBlock* const above = levels_[level + 1].need(parents);
    if (parents > 0) clear(above[parents - 1]);
    if (level == 0) {
      FloatBox* const rows = rows_.need(count * block_width);
      // Whole blocks of the level above, so that no two threads write to one.
      Pieces(count, block_width, threads).run(threads, [&](std::size_t, std::size_t begin, std::size_t end) {
        broad_kernels().gather(set.floats(), std::uint32_t(set.id_limit()), order_.data() + begin * block_width,
                               end - begin, rows + begin * block_width, blocks + begin, above + begin / block_width);
      });
    } else {
      for (std::size_t i = 0; i < count; ++i) refit_block(blocks, i, above);
    }
    if (count <= 1) break;
    count = parents;
  }
}

// Room for the last place of the order, where refit() has not made it. A block that is new makes put() go up as far as
// there are new ones.
void BlockTree::add_block() {
  std::size_t needed = blocks_for(places_in_use_);
  if (!counts_.empty() && needed <= counts_[0]) return;
  rows_.need(needed * block_width, counts_.empty() ? 0 : counts_[0] * block_width);
  std::size_t there = counts_.empty() ? 0 : counts_[0];
  const std::size_t known = counts_.size() + 1;  // levels, the box of everything included
  bool top = false;
  for (std::size_t level = 0; !top; ++level) {
    top = level > 0 && counts_[level - 1] <= 1;  // above the top
    if (levels_.size() <= level) levels_.resize(level + 1);
    if (level >= known) there = 0;
    levels_[level].need(needed, there);
    for (std::size_t i = there; i < needed; ++i) clear(levels_[level].data()[i]);
    if (!top) {
      counts_.resize(std::max(counts_.size(), level + 1));
      counts_[level] = needed;
    }
    there = blocks_for(there);
    needed = blocks_for(needed);
  }
}

void BlockTree::write(std::size_t place, const FloatBox& box) {
  BoxBlock& leaf = levels_[0].data()[place / block_width];
  for (int axis = 0; axis < 3; ++axis) {
    leaf.lo[axis][place % block_width] = box.lo[axis];
    leaf.hi[axis][place % block_width] = box.hi[axis];
  }
  rows_.data()[place] = box;
  std::size_t block = place / block_width;
  for (std::size_t level = 0; level < counts_.size(); ++level, block /= block_width)
    if (!refit_block(levels_[level].data(), block, levels_[level + 1].data())) break;
}

void BlockTree::take_out(std::uint32_t id) {
  write(places_[id], {{endless, endless, endless}, 0, {-endless, -endless, -endless}, 0});
  drop(id);
}

void BlockTree::put(const BoxSet& set, std::uint32_t id) {
  add_block();
  if (set.has(id))
    write(places_[id], set.floats()[id]);
  else
    take_out(id);
}

std::size_t BlockTree::memory() const noexcept {
  std::size_t bytes = order_.capacity() * sizeof(std::uint32_t) + places_.capacity() * sizeof(std::uint32_t) +
                      rows_.capacity() * sizeof(FloatBox) + curve_.memory() + splits_.memory();
  for (const Buffer<BoxBlock>& level : levels_) bytes += level.capacity() * sizeof(BoxBlock);
  return bytes;
}

std::string BlockTree::validate(const BoxSet& set) const {
  std::size_t there = 0;
  for (std::size_t i = 0; i < places_in_use_; ++i) {
    const std::uint32_t id = order()[i];
    if (id == BoxSet::none) continue;
    ++there;
    if (!set.has(id) || places_[id] != i) return "id " + std::to_string(id) + " is misplaced in the order";
    const FloatBox &box = set.floats()[id], &row = rows()[i];
    for (int axis = 0; axis < 3; ++axis)
      if (blocks(0)[i / block_width].lo[axis][i % block_width] != box.lo[axis] || row.lo[axis] != box.lo[axis] ||
          blocks(0)[i / block_width].hi[axis][i % block_width] != box.hi[axis] || row.hi[axis] != box.hi[axis])
        return "a leaf holds another box than that of id " + std::to_string(id);
  }
  if (there != set.ids().size()) return "the order does not hold every id";
  if (levels() > 0 && counts_[0] != blocks_for(places_in_use_)) return "blocks for more or fewer than are there";
  for (std::size_t level = 0; level < levels(); ++level) {
    if (level > 0 && counts_[level] != blocks_for(counts_[level - 1])) return "a level is not of the one below";
    for (std::size_t i = 0; i < counts_[level]; ++i)
      for (std::size_t lane = 0; lane < block_width; ++lane)
        for (int axis = 0; axis < 3; ++axis) {
          const BoxBlock &block = blocks(level)[i], &above = blocks(level + 1)[i / block_width];
          if (!(above.lo[axis][i % block_width] <= block.lo[axis][lane] &&
                block.hi[axis][lane] <= above.hi[axis][i % block_width]))
            return "a box is not within that of its block, at level " + std::to_string(level);
        }
  }
  if (levels() > 0 && counts_.back() > 1) return "the top is more than one block";
  return {};
}

}  // namespace graze
