// A tree without pointers: boxes in an order along a curve, sixteen to a block, sixteen blocks to a block of the level
// above. Each step refits all levels and looks for pairs of blocks that meet, level by level. The order is kept from
// step to step, new boxes are put at its end, and it is sorted again when the tests that it costs, beyond those of the
// step after the last sort, add up to the price of sorting. When few boxes changed, only these are put into the tree,
// and each looks for its pairs from the top; pairs of the others are kept.
#include <algorithm>
#include <bit>
#include <limits>

#include "base/executor.h"
#include "broad/columns.h"
#include "broad/curve_order.h"
#include "broad/kernels.h"
#include "broad/merge_pairs.h"
#include "broad/pair_finder.h"
#include "broad/sort_pairs.h"

namespace graze {
namespace {

constexpr std::size_t width = BoxBlock::width;
// What sorting costs, in box tests for each box: measured.
constexpr std::uint64_t tests_a_sort = 64;
// One box in how many may change for each to look for its pairs alone: measured.
constexpr std::size_t few_one_in = 24;
// Pairs of leaves that are worth a task of their own.
constexpr std::size_t leaf_pairs_a_task = 4096;

constexpr std::size_t blocks_for(std::size_t count) { return (count + width - 1) / width; }

void clear(BoxBlock& block) {
  for (int axis = 0; axis < 3; ++axis) {
    std::fill_n(block.lo[axis], width, std::numeric_limits<float>::infinity());
    std::fill_n(block.hi[axis], width, -std::numeric_limits<float>::infinity());
  }
}

// The box of block i becomes lane i of its parents.
void refit(const BoxBlock* blocks, std::size_t i, BoxBlock* parents) {
  for (int axis = 0; axis < 3; ++axis) {
    parents[i / width].lo[axis][i % width] = *std::min_element(blocks[i].lo[axis], blocks[i].lo[axis] + width);
    parents[i / width].hi[axis][i % width] = *std::max_element(blocks[i].hi[axis], blocks[i].hi[axis] + width);
  }
}

class DynamicTree final : public PairFinder {
 public:
  void find(const BoxSet& set, int threads, std::vector<IdPair>& pairs, BroadCounters& counters) override {
    places_.resize(set.id_limit(), BoxSet::none);
    const bool worn = places_in_use_ == 0 || extra_tests_ > tests_a_sort * set.ids().size();
    if (!worn && set.changes().size() * few_one_in <= set.ids().size() && holds_all(set)) {
      find_few(set, pairs, counters);
      return;
    }
    const bool sorted = bring_up_to_date(set, worn);
    update_boxes(set);
    find_leaf_pairs(counters);
    find_pairs(set, threads, counters);
    sorter_.sort(found_.keys.data(), found_.count, set.id_limit(), pairs);
    if (sorted) {
      usual_tests_ = counters.box_tests;
      usual_few_tests_ = 0;
      extra_tests_ = 0;
    } else if (counters.box_tests > usual_tests_) {
      extra_tests_ += counters.box_tests - usual_tests_;
    }
  }

  std::string validate(const BoxSet& set) const override;

 private:
  // The order holds each id of the set once. Whether it was sorted.
  bool bring_up_to_date(const BoxSet& set, bool worn) {
    const std::size_t count = set.ids().size();
    if (worn) return sort(set);
    if (set.same_ids()) return false;
    for (const std::uint32_t id : set.changes()) {
      const bool was = set.was_there(id), is = set.has(id);
      if (was == is) continue;
      if (was) {
        order_.data()[places_[id]] = BoxSet::none;
        places_[id] = BoxSet::none;
      } else {
        if (places_in_use_ >= count + count / 4 + width) return sort(set);
        append(id);
      }
    }
    return false;
  }
  bool sort(const BoxSet& set) {
    const std::size_t count = set.ids().size();
    std::uint32_t* const order = order_.need(blocks_for(count) * width);
    curve_.sort(set, order);
    std::fill(order + count, order + blocks_for(count) * width, BoxSet::none);
    std::fill(places_.begin(), places_.end(), BoxSet::none);
    for (std::size_t i = 0; i < count; ++i) places_[order[i]] = std::uint32_t(i);
    places_in_use_ = count;
    return true;
  }
  void append(std::uint32_t id) {
    if (places_in_use_ % width == 0) {
      order_.need(places_in_use_ + width, places_in_use_);
      std::fill_n(order_.data() + places_in_use_, width, BoxSet::none);
    }
    order_.data()[places_in_use_] = id;
    places_[id] = std::uint32_t(places_in_use_++);
  }

  void update_boxes(const BoxSet& set) {
    counts_.clear();
    std::size_t count = blocks_for(places_in_use_);
    for (std::size_t level = 0;; ++level) {
      if (levels_.size() < level + 2) levels_.resize(level + 2);
      counts_.push_back(count);
      BoxBlock* const blocks = levels_[level].need(count);
      const std::size_t parents = blocks_for(count);
      BoxBlock* const above = levels_[level + 1].need(parents);
      if (parents > 0) clear(above[parents - 1]);
      if (level == 0)
        broad_kernels().gather(set.floats(), std::uint32_t(set.id_limit()), order_.data(), count,
                               rows_.need(count * width), blocks, above);
      else
        for (std::size_t i = 0; i < count; ++i) refit(blocks, i, above);
      if (count <= 1) break;
      count = parents;
    }
  }

  // Pairs of blocks of level 0, each block with itself among them.
  void find_leaf_pairs(BroadCounters& counters) {
    std::size_t level = counts_.size() - 1;
    list_selves(level, 0, near_);
    while (level > 0) {
      const std::span<const std::uint64_t> from{near_.keys.data(), near_.count};
      PairSink sink;
      sink.count = list_selves(level - 1, 0, next_);
      for (std::size_t done = 0; done < from.size();) {
        sink.pairs = next_.keys.need(sink.count + BroadKernels::most_of_group, sink.count);
        sink.capacity = next_.keys.capacity();
        done += broad_kernels().lanes(levels_[level].data(), levels_[level + 1].data(), from.data() + done,
                                      from.size() - done, sink, counters.box_tests);
      }
      next_.count = sink.count;
      std::swap(near_, next_);
      --level;
    }
  }
  std::size_t list_selves(std::size_t level, std::size_t at, FoundPairs& list) {
    const std::size_t count = counts_[level];
    std::uint64_t* const keys = list.keys.need(at + count + 1, at);
    for (std::size_t i = 0; i < count; ++i) keys[at + i] = std::uint64_t{i} << 32 | i;
    return list.count = at + count;
  }

  void find_pairs(const BoxSet& set, int threads, BroadCounters& counters) {
    found_.count = 0;
    if (threads == 1 || near_.count <= leaf_pairs_a_task) {
      test_leaves(set, 0, near_.count, found_, counters);
      return;
    }
    const std::size_t tasks = (near_.count + leaf_pairs_a_task - 1) / leaf_pairs_a_task;
    std::vector<FoundPairs> found(tasks);
    std::vector<BroadCounters> work(tasks);
    parallel_for(tasks, 1, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t task = begin; task < end; ++task)
        test_leaves(set, task * leaf_pairs_a_task, std::min(near_.count, (task + 1) * leaf_pairs_a_task), found[task],
                    work[task]);
    });
    for (std::size_t task = 0; task < tasks; ++task) {
      std::uint64_t* const keys = found_.keys.need(found_.count + found[task].count, found_.count);
      std::copy_n(found[task].keys.data(), found[task].count, keys + found_.count);
      found_.count += found[task].count;
      counters.box_tests += work[task].box_tests;
      counters.doubts += work[task].doubts;
    }
  }
  void test_leaves(const BoxSet& set, std::size_t begin, std::size_t end, FoundPairs& found,
                   BroadCounters& counters) const {
    const Exact exact{set.boxes(), set.floats(), set.slack()};
    PairSink sink;
    sink.count = found.count;
    while (begin < end) {
      sink.pairs = found.keys.need(sink.count + BroadKernels::most_of_group, sink.count);
      sink.capacity = found.keys.capacity();
      begin += broad_kernels().leaves(levels_[0].data(), levels_[1].data(), near_.keys.data() + begin, end - begin,
                                      rows_.data(), exact, sink, counters.box_tests);
    }
    found.count = sink.count;
    counters.doubts += sink.doubts;
  }

  // Is there an unused lane in the last block for each that was added?
  bool holds_all(const BoxSet& set) const {
    if (set.same_ids()) return true;
    std::size_t added = 0;
    for (const std::uint32_t id : set.changes()) added += !set.was_there(id) && set.has(id);
    return added <= blocks_for(places_in_use_) * width - places_in_use_;
  }
  void find_few(const BoxSet& set, std::vector<IdPair>& pairs, BroadCounters& counters) {
    changed_.resize(set.id_limit());
    for (const std::uint32_t id : set.changes()) {
      changed_[id] = true;
      if (!set.was_there(id) && set.has(id)) append(id);
      if (places_[id] != BoxSet::none) put(set, id);
    }
    found_.count = 0;
    for (const std::uint32_t id : set.changes())
      if (set.has(id)) search(set, id, counters);
    merger_.merge(changed_, found_, pairs);
    for (const std::uint32_t id : set.changes()) changed_[id] = false;
    const std::uint64_t each = counters.box_tests / (set.changes().size() + 1);
    if (usual_few_tests_ == 0) usual_few_tests_ = each;
    if (each > usual_few_tests_) extra_tests_ += (each - usual_few_tests_) * set.changes().size();
  }
  // A box that changed, into its lane and all levels above; one that was removed, out of them.
  void put(const BoxSet& set, std::uint32_t id) {
    const std::size_t place = places_[id];
    const bool is = set.has(id);
    BoxBlock& leaf = levels_[0].data()[place / width];
    for (int axis = 0; axis < 3; ++axis) {
      leaf.lo[axis][place % width] = is ? set.floats()[id].lo[axis] : std::numeric_limits<float>::infinity();
      leaf.hi[axis][place % width] = is ? set.floats()[id].hi[axis] : -std::numeric_limits<float>::infinity();
    }
    std::size_t block = place / width;
    for (std::size_t level = 0; level < counts_.size(); ++level, block /= width)
      refit(levels_[level].data(), block, levels_[level + 1].data());
    if (is) return;
    order_.data()[place] = BoxSet::none;
    places_[id] = BoxSet::none;
  }
  // Pairs with every other that it overlaps; of two that changed, the one with the lesser id finds the pair.
  void search(const BoxSet& set, std::uint32_t id, BroadCounters& counters) {
    const FloatBox& box = set.floats()[id];
    stack_.assign(1, {counts_.size() - 1, 0});
    while (!stack_.empty()) {
      const auto [level, block] = stack_.back();
      stack_.pop_back();
      counters.box_tests += width;
      for (unsigned lanes = broad_kernels().one(box, levels_[level].data()[block]); lanes != 0; lanes &= lanes - 1) {
        const std::size_t below = block * width + unsigned(std::countr_zero(lanes));
        if (level > 0) {
          stack_.push_back({level - 1, below});
          continue;
        }
        const std::uint32_t other = order_.data()[below];
        if (other == id || (changed_[other] && other < id)) continue;
        if (overlap(set.box(id), set.box(other))) found_.append(id, other);
      }
    }
  }

  struct Visit {
    std::size_t level, block;
  };

  CurveOrder curve_;
  Buffer<std::uint32_t> order_;        // ids, or none
  std::vector<std::uint32_t> places_;  // by id: where in the order, or none
  std::size_t places_in_use_ = 0;
  Buffer<FloatBox> rows_;                 // the boxes in that order; only of the last step in which all looked
  std::vector<Buffer<BoxBlock>> levels_;  // lane i of a block of level k is block i of level k - 1
  std::vector<std::size_t> counts_;       // blocks of each level; the last level has one, or none
  FoundPairs near_, next_, found_;
  PairSorter sorter_;
  std::vector<char> changed_;  // by id, while find_few() runs
  std::vector<Visit> stack_;
  PairMerger merger_;
  std::uint64_t usual_tests_ = 0;      // of a step after sorting
  std::uint64_t usual_few_tests_ = 0;  // of one box that looks alone, after sorting
  std::uint64_t extra_tests_ = 0;      // beyond these, since
};

std::string DynamicTree::validate(const BoxSet& set) const {
  std::size_t there = 0;
  for (std::size_t i = 0; i < places_in_use_; ++i) {
    const std::uint32_t id = order_.data()[i];
    if (id == BoxSet::none) continue;
    ++there;
    if (!set.has(id) || places_[id] != i) return "id " + std::to_string(id) + " is misplaced in the order";
    const FloatBox& box = set.floats()[id];
    for (int axis = 0; axis < 3; ++axis)
      if (levels_[0].data()[i / width].lo[axis][i % width] != box.lo[axis] ||
          levels_[0].data()[i / width].hi[axis][i % width] != box.hi[axis])
        return "a leaf holds another box than that of id " + std::to_string(id);
  }
  if (there != set.ids().size()) return "the order does not hold every id";
  for (std::size_t level = 0; level < counts_.size(); ++level)
    for (std::size_t i = 0; i < counts_[level]; ++i)
      for (std::size_t lane = 0; lane < width; ++lane)
        for (int axis = 0; axis < 3; ++axis) {
          const BoxBlock &block = levels_[level].data()[i], &above = levels_[level + 1].data()[i / width];
          if (!(above.lo[axis][i % width] <= block.lo[axis][lane] && block.hi[axis][lane] <= above.hi[axis][i % width]))
            return "a box is not within that of its block, at level " + std::to_string(level);
        }
  return {};
}

}  // namespace

std::unique_ptr<PairFinder> make_dynamic_tree() { return std::make_unique<DynamicTree>(); }

}  // namespace graze
