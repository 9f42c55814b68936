// Three lists of the bounds of all boxes, one per axis, kept sorted by insertion from step to step (Lin,
// section 4.3). A lower bound that passes an upper one, downward, makes two boxes overlap along that axis; an upper one
// that passes a lower one parts them. So the pairs change by what passes: pairs are as many as overlap, and steps in
// which little moves past each other cost little. All in double.
//
// Why this finds every change: insertion exchanges two bounds exactly when their order changes. Boxes that meet now and
// did not before have changed along some axis, and the test of the exchange is with all boxes as they are now.
#include <algorithm>
#include <limits>

#include "broad/pair_finder.h"

namespace graze {
namespace {

struct Bound {
  double value;
  std::uint32_t id;
  bool upper;

  // Of equal values the lower bounds come first: boxes that touch overlap.
  friend bool operator<(const Bound& a, const Bound& b) {
    return a.value < b.value || (a.value == b.value && a.upper < b.upper);
  }
};

class SweepAndPrune final : public PairFinder {
 public:
  void find(const BoxSet& set, int, std::vector<IdPair>& pairs, BroadCounters& counters) override {
    met_.clear();
    parted_.clear();
    std::size_t removed = 0, added = 0;
    for (const std::uint32_t id : set.changes()) {
      removed += set.was_there(id) && !set.has(id);
      added += !set.was_there(id) && set.has(id);
    }
    // Sorting anew costs about as much as this many exchanges.
    exchanges_left_ = 32 * set.ids().size() + 1024;
    const bool kept = added <= 16 + set.ids().size() / 16;
    if (!kept || !update(set, removed > 0, added > 0, counters)) {
      start_anew(set, pairs, counters);
      return;
    }
    change_pairs(set, pairs);
  }

  std::string validate(const BoxSet& set) const override {
    for (int axis = 0; axis < 3; ++axis) {
      const std::vector<Bound>& list = lists_[axis];
      if (list.size() != 2 * set.ids().size()) return "a list does not hold the bounds of every box";
      if (!std::is_sorted(list.begin(), list.end())) return "a list is not sorted";
      for (const Bound& bound : list)
        if (!set.has(bound.id) || bound.value != value(set, axis, bound)) return "a list holds another bound";
    }
    return {};
  }

 private:
  static double value(const BoxSet& set, int axis, const Bound& bound) {
    return bound.upper ? set.box(bound.id).hi[axis] : set.box(bound.id).lo[axis];
  }

  // False when that takes too many exchanges.
  bool update(const BoxSet& set, bool removed, bool added, BroadCounters& counters) {
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Bound>& list = lists_[axis];
      if (removed) std::erase_if(list, [&](const Bound& bound) { return !set.has(bound.id); });
      for (Bound& bound : list) bound.value = value(set, axis, bound);
      // New boxes come from beyond the end, one after the other, where they overlap nothing.
      if (added)
        for (const std::uint32_t id : set.changes())
          if (!set.was_there(id) && set.has(id)) {
            list.push_back({set.box(id).lo[axis], id, false});
            list.push_back({set.box(id).hi[axis], id, true});
          }
      if (!insert_all(set, list, counters)) return false;
    }
    return true;
  }
  bool insert_all(const BoxSet& set, std::vector<Bound>& list, BroadCounters& counters) {
    for (std::size_t i = 1; i < list.size(); ++i) {
      const Bound bound = list[i];
      std::size_t to = i;
      for (; to > 0 && bound < list[to - 1]; --to) {
        const Bound& other = list[to - 1];
        if (bound.upper != other.upper && bound.id != other.id) pass(set, bound, other, counters);
        list[to] = other;
      }
      list[to] = bound;
      const std::size_t exchanges = i - to;
      if (exchanges > exchanges_left_) return false;
      exchanges_left_ -= exchanges;
    }
    return true;
  }
  void pass(const BoxSet& set, const Bound& bound, const Bound& other, BroadCounters& counters) {
    if (bound.upper) {
      parted_.push_back(id_pair(bound.id, other.id));
      return;
    }
    ++counters.box_tests;
    if (overlap(set.box(bound.id), set.box(other.id))) met_.push_back(id_pair(bound.id, other.id));
  }

  void change_pairs(const BoxSet& set, std::vector<IdPair>& pairs) {
    const auto sort = [](std::vector<IdPair>& list) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    sort(met_);
    sort(parted_);
    merged_.clear();
    auto met = met_.begin(), parted = parted_.begin();
    for (const IdPair pair : pairs) {
      while (met != met_.end() && *met < pair) merged_.push_back(*met++);
      while (parted != parted_.end() && *parted < pair) ++parted;
      const bool gone = parted != parted_.end() && *parted == pair;
      if (!gone && set.has(pair.lesser()) && set.has(pair.greater())) merged_.push_back(pair);
    }
    merged_.insert(merged_.end(), met, met_.end());
    std::swap(pairs, merged_);
  }

  // Sorts the lists, and sweeps along the first.
  void start_anew(const BoxSet& set, std::vector<IdPair>& pairs, BroadCounters& counters) {
    for (int axis = 0; axis < 3; ++axis) {
      lists_[axis].clear();
      for (const std::uint32_t id : set.ids()) {
        lists_[axis].push_back({set.box(id).lo[axis], id, false});
        lists_[axis].push_back({set.box(id).hi[axis], id, true});
      }
      std::sort(lists_[axis].begin(), lists_[axis].end());
    }
    pairs.clear();
    begun_.clear();
    for (const Bound& bound : lists_[0]) {
      if (bound.upper) {
        begun_.erase(std::find(begun_.begin(), begun_.end(), bound.id));
        continue;
      }
      counters.box_tests += begun_.size();
      for (const std::uint32_t id : begun_)
        if (overlap(set.box(id), set.box(bound.id))) pairs.push_back(id_pair(id, bound.id));
      begun_.push_back(bound.id);
    }
    std::sort(pairs.begin(), pairs.end());
  }

  std::vector<Bound> lists_[3];
  std::vector<IdPair> met_, parted_, merged_;
  std::vector<std::uint32_t> begun_;
  std::size_t exchanges_left_ = 0;
};

}  // namespace

std::unique_ptr<PairFinder> make_sweep_and_prune() { return std::make_unique<SweepAndPrune>(); }

}  // namespace graze
