// Each step refits a BlockTree and looks for pairs of blocks that meet, level by level. The order is kept from step to
// step, and it is sorted again when the tests that it costs, beyond those of the step after the last sort, add up to
// the price of sorting. When few boxes changed, only these are put into the tree, and each looks for its pairs from the
// top; pairs of the others are kept.
#include <bit>

#include "broad/block_pairs.h"
#include "broad/block_tree.h"
#include "broad/kernels.h"
#include "broad/merge_pairs.h"
#include "broad/pair_finder.h"
#include "broad/sort_pairs.h"

namespace graze {
namespace {

// What sorting costs, in box tests for each box: measured.
constexpr std::uint64_t tests_a_sort = 64;
// One box in how many may change for each to look for its pairs alone: measured.
constexpr std::size_t few_changes_one_in = 24;

class DynamicTree final : public PairFinder {
 public:
  void find(const BoxSet& set, int threads, std::vector<IdPair>& pairs, BroadCounters& counters) override {
    const bool worn = tree_.empty() || extra_tests_ > tests_a_sort * set.ids().size();
    if (!worn && set.changes().size() * few_changes_one_in <= set.ids().size() && holds_all(set)) {
      find_few(set, pairs, counters);
      return;
    }
    const bool sorted = bring_up_to_date(set, worn);
    tree_.refit(set, threads);
    sorter_.sort(all_.find(tree_, set, threads, counters), set.id_limit(), pairs, threads);
    if (sorted) {
      usual_tests_ = counters.box_tests;
      usual_few_tests_ = 0;
      extra_tests_ = 0;
    } else if (counters.box_tests > usual_tests_) {
      extra_tests_ += counters.box_tests - usual_tests_;
    }
  }

  std::string validate(const BoxSet& set) const override { return tree_.validate(set); }

 private:
  // The order holds each id of the set once. Whether it was sorted.
  bool bring_up_to_date(const BoxSet& set, bool worn) {
    if (worn) return sort(set);
    if (set.same_ids()) return false;
    for (const std::uint32_t id : set.changes()) {
      const bool was = set.was_there(id), is = set.has(id);
      if (was == is) continue;
      if (was) {
        tree_.drop(id);
      } else {
        if (tree_.wasteful(set.ids().size())) return sort(set);
        tree_.append(id);
      }
    }
    return false;
  }
  bool sort(const BoxSet& set) {
    tree_.sort(set);
    return true;
  }

  // Is there an unused lane in the last block for each that was added?
  bool holds_all(const BoxSet& set) const {
    if (set.same_ids()) return true;
    std::size_t added = 0;
    for (const std::uint32_t id : set.changes()) added += !set.was_there(id) && set.has(id);
    return added <= BlockTree::blocks_for(tree_.places_in_use()) * block_width - tree_.places_in_use();
  }
  void find_few(const BoxSet& set, std::vector<IdPair>& pairs, BroadCounters& counters) {
    changed_.resize(set.id_limit());
    for (const std::uint32_t id : set.changes()) {
      changed_[id] = true;
      if (!set.was_there(id) && set.has(id)) tree_.append(id);
      if (tree_.holds(id)) tree_.put(set, id);
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
  // Pairs with every other that it overlaps; of two that changed, the one with the lesser id finds the pair.
  void search(const BoxSet& set, std::uint32_t id, BroadCounters& counters) {
    const FloatBox& box = set.floats()[id];
    stack_.assign(1, {tree_.levels() - 1, 0});
    while (!stack_.empty()) {
      const auto [level, block] = stack_.back();
      stack_.pop_back();
      counters.box_tests += block_width;
      for (unsigned lanes = broad_kernels().one(box, tree_.blocks(level)[block]); lanes != 0; lanes &= lanes - 1) {
        const std::size_t below = block * block_width + unsigned(std::countr_zero(lanes));
        if (level > 0) {
          stack_.push_back({level - 1, below});
          continue;
        }
        const std::uint32_t other = tree_.order()[below];
        if (other == id || (changed_[other] && other < id)) continue;
        if (overlap(set.box(id), set.box(other))) found_.append(id, other);
      }
    }
  }

  struct Visit {
    std::size_t level, block;
  };

  BlockTree tree_;
  BlockPairs all_;
  FoundPairs found_;
  PairSorter sorter_;
  std::vector<char> changed_;  // by id, while find_few() runs
  std::vector<Visit> stack_;
  PairMerger merger_;
  std::uint64_t usual_tests_ = 0;      // of a step after sorting
  std::uint64_t usual_few_tests_ = 0;  // of one box that looks alone, after sorting
  std::uint64_t extra_tests_ = 0;      // beyond these, since
};

}  // namespace

std::unique_ptr<PairFinder> make_dynamic_tree() { return std::make_unique<DynamicTree>(); }

}  // namespace graze
