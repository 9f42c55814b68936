#include "broad/box_index.h"

#include <algorithm>

#include "broad/block_pairs.h"
#include "broad/sort_pairs.h"
#include "broad/spread.h"

namespace graze {
namespace {

// One box in how many may change for each to be put into the tree alone.
constexpr std::size_t few_one_in = 8;
// By how much a box may make its block a larger part of the room and stay in it.
constexpr double most_growth = 1.0 / 32;

}  // namespace

Status BoxIndex::add(std::uint32_t id, const Box& box) noexcept {
  note();
  return set_.add(id, box);
}
Status BoxIndex::move(std::uint32_t id, const Box& box) noexcept {
  note();
  return set_.move(id, box);
}
Status BoxIndex::remove(std::uint32_t id) noexcept {
  note();
  return set_.remove(id);
}

void BoxIndex::refresh() const {
  if (current_.load(std::memory_order_acquire)) return;
  const std::lock_guard lock(mutex_);
  if (current_.load(std::memory_order_relaxed)) return;
  bring_up_to_date();
  current_.store(true, std::memory_order_release);
}

double BoxIndex::part(const float (&lo)[3], const float (&hi)[3]) const noexcept {
  double side[3];
  for (int axis = 0; axis < 3; ++axis) {
    if (!(lo[axis] <= hi[axis])) return 0;
    side[axis] = std::min(double(hi[axis]) - double(lo[axis]), room_[axis] * 2);
  }
  const double area = side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
  return area < room_area_ ? area / room_area_ : 1;
}

double BoxIndex::part(std::size_t block) const noexcept {
  const BoxBlock& above = tree_.blocks(1)[block / block_width];
  const std::size_t lane = block % block_width;
  const float lo[3] = {above.lo[0][lane], above.lo[1][lane], above.lo[2][lane]};
  const float hi[3] = {above.hi[0][lane], above.hi[1][lane], above.hi[2][lane]};
  return part(lo, hi);
}

bool BoxIndex::worn() const noexcept { return cost_ > 2 * cost_sorted_ + 16 || tree_.wasteful(set_.ids().size()); }

void BoxIndex::sort() const {
  tree_.sort(set_, BlockTree::Order::splits);
  const Spread spread = graze::spread(set_);
  for (int axis = 0; axis < 3; ++axis) room_[axis] = spread.width(axis) + spread.median;
  room_area_ = room_[0] * room_[1] + room_[1] * room_[2] + room_[2] * room_[0];
}

void BoxIndex::put(std::uint32_t id) const {
  if (!tree_.holds(id)) {
    if (!set_.has(id)) return;
    tree_.append(id);
  } else if (set_.has(id)) {
    const std::size_t block = tree_.place(id) / block_width;
    const BoxBlock& above = tree_.blocks(1)[block / block_width];
    const FloatBox& box = set_.floats()[id];
    float lo[3], hi[3];
    for (int axis = 0; axis < 3; ++axis) {
      lo[axis] = std::min(above.lo[axis][block % block_width], box.lo[axis]);
      hi[axis] = std::max(above.hi[axis][block % block_width], box.hi[axis]);
    }
    if (part(lo, hi) - part(block) > most_growth && tree_.places_in_use() - tree_.place(id) > block_width) {
      cost_ -= part(block);
      tree_.take_out(id);
      cost_ += part(block);
      tree_.append(id);
    }
  }
  const std::size_t block = tree_.place(id) / block_width;
  const double before = block < tree_.count(0) ? part(block) : 0;
  tree_.put(set_, id);
  cost_ += part(block) - before;
}

void BoxIndex::bring_up_to_date() const {
  const bool anew = !sound_;
  sound_ = false;  // until it is made
  const std::size_t count = set_.ids().size(), changed = set_.changes().size();
  bool sorted = false;
  if (!anew && changed * few_one_in <= count) {
    for (const std::uint32_t id : set_.changes()) put(id);
  } else {
    std::size_t added = 0;
    for (const std::uint32_t id : set_.changes()) added += set_.has(id) && !tree_.holds(id);
    sorted = anew || added * few_one_in > count;
    if (sorted) {
      sort();
    } else {
      for (const std::uint32_t id : set_.changes()) {
        if (set_.has(id) && !tree_.holds(id)) tree_.append(id);
        if (!set_.has(id) && tree_.holds(id)) tree_.drop(id);
      }
    }
    tree_.refit(set_);
    cost_ = 0;
    for (std::size_t block = 0; block < tree_.count(0); ++block) cost_ += part(block);
  }
  if (!sorted && worn()) {
    sort();
    sorted = true;
    tree_.refit(set_);
    cost_ = 0;
    for (std::size_t block = 0; block < tree_.count(0); ++block) cost_ += part(block);
  }
  if (sorted) cost_sorted_ = cost_;
  list_beyond();
  set_.settle();
  sound_ = true;
}

void BoxIndex::list_beyond() const {
  const auto is_beyond = [this](std::uint32_t id) { return set_.has(id) && !within_floats(set_.box(id)); };
  std::copy_if(set_.changes().begin(), set_.changes().end(), std::back_inserter(beyond_), is_beyond);
  if (beyond_.empty()) return;
  std::erase_if(beyond_, [&](std::uint32_t id) { return !is_beyond(id); });
  std::sort(beyond_.begin(), beyond_.end());
  beyond_.erase(std::unique(beyond_.begin(), beyond_.end()), beyond_.end());
}

std::vector<IdPair> BoxIndex::pairs(int threads) const {
  refresh();
  BlockPairs finder;
  BroadCounters counters;
  std::vector<IdPair> result;
  PairSorter().sort(finder.find(tree_, set_, threads, counters), set_.id_limit(), result, threads);
  return result;
}

std::size_t BoxIndex::memory() const noexcept {
  return set_.memory() + tree_.memory() + beyond_.capacity() * sizeof(std::uint32_t);
}

std::string BoxIndex::validate() const {
  if (const std::string fault = set_.validate(); !fault.empty()) return fault;
  if (!current_) return {};
  if (!set_.changes().empty()) return "changes are left";
  for (const std::uint32_t id : set_.ids())
    if ((std::count(beyond_.begin(), beyond_.end(), id) != 0) == within_floats(set_.box(id)))
      return "id " + std::to_string(id) + " is beyond the floats, or not";
  double cost = 0;
  for (std::size_t block = 0; tree_.levels() > 0 && block < tree_.count(0); ++block) cost += part(block);
  if (!(std::fabs(cost - cost_) <= 1e-6 * (1 + cost))) return "the cost is not that of the blocks";
  return tree_.validate(set_);
}

}  // namespace graze
