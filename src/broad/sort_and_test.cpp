// Boxes sorted by their lower bound along one axis; each is tested against those that begin before it ends.
#include <algorithm>

#include "base/compat.h"
#include "broad/columns.h"
#include "broad/pair_finder.h"
#include "broad/radix_sort.h"
#include "broad/sort_pairs.h"
#include "broad/spread.h"

namespace graze {
namespace {

// Orders as the floats do; -0 before +0, which makes no difference here.
std::uint32_t ordered(float value) {
  const auto bits = bit_cast<std::uint32_t>(value);
  return bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
}

class Sweep final : public PairFinder {
 public:
  void find(const BoxSet& set, int, std::vector<IdPair>& pairs, BroadCounters& counters) override {
    axis_ = widest(set);
    sort(set);
    columns_.gather(set, order_);
    const auto count = std::uint32_t(order_.size());
    const float *lo = columns_.view().lo[axis_], *hi = columns_.view().hi[axis_];
    runs_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) runs_[i] = {i, i + 1, first_above(lo, i + 1, count, hi[i])};
    found_.count = 0;
    found_.append(columns_.view(), runs_, set, counters);
    sorter_.sort(found_.keys.data(), found_.count, set.id_limit(), pairs);
  }

  std::string validate(const BoxSet& set) const override {
    if (order_.size() != set.ids().size()) return "the order does not hold every id";
    for (std::size_t i = 0; i < order_.size(); ++i) {
      if (!set.has(order_[i])) return "the order holds what is not there";
      if (i > 0 && set.floats()[order_[i]].lo[axis_] < set.floats()[order_[i - 1]].lo[axis_])
        return "the boxes are not sorted";
    }
    return {};
  }

 private:
  // The axis that has most room for a box beside the other.
  static int widest(const BoxSet& set) {
    const Spread spread = graze::spread(set);
    int best = 0;
    for (int axis = 1; axis < 3; ++axis)
      if (spread.width(axis) * spread.extent[best] > spread.width(best) * spread.extent[axis]) best = axis;
    return best;
  }
  void sort(const BoxSet& set) {
    const std::span<const std::uint32_t> ids = set.ids();
    order_.resize(ids.size());
    std::uint64_t* const items = items_.need(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
      items[i] = std::uint64_t{ordered(set.floats()[ids[i]].lo[axis_])} << 32 | ids[i];
    const std::uint64_t* const sorted = radix_sort(items, scratch_.need(ids.size()), ids.size(), 32, 64, counts_);
    for (std::size_t i = 0; i < ids.size(); ++i) order_[i] = std::uint32_t(sorted[i]);
  }
  // Of sorted values, from `begin`, the first that is above the limit: looked for in steps that double.
  static std::uint32_t first_above(const float* values, std::uint32_t begin, std::uint32_t end, float limit) {
    std::uint32_t step = 8;
    while (end - begin > step && values[begin + step - 1] <= limit) {
      begin += step;
      step *= 2;
    }
    return std::uint32_t(std::upper_bound(values + begin, values + std::min(end, begin + step), limit) - values);
  }

  int axis_ = 0;
  std::vector<std::uint32_t> order_;
  Buffer<std::uint64_t> items_, scratch_;
  Buffer<std::uint32_t> counts_;
  Columns columns_;
  std::vector<Run> runs_;
  FoundPairs found_;
  PairSorter sorter_;
};

}  // namespace

std::unique_ptr<PairFinder> make_sweep() { return std::make_unique<Sweep>(); }

}  // namespace graze
