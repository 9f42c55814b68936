// Every box against every other, sixteen at a time: the oracle of the others, and the quickest for a few boxes.
#include <algorithm>

#include "broad/columns.h"
#include "broad/pair_finder.h"
#include "broad/sort_pairs.h"

namespace graze {
namespace {

class BruteForce final : public PairFinder {
 public:
  void find(const BoxSet& set, int, std::vector<IdPair>& pairs, BroadCounters& counters) override {
    const std::span<const std::uint32_t> ids = set.ids();
    columns_.gather(set, ids);
    runs_.resize(ids.size());
    const auto count = std::uint32_t(ids.size());
    for (std::uint32_t i = 0; i < count; ++i) runs_[i] = {i, i + 1, count};
    found_.count = 0;
    found_.append(columns_.view(), runs_, set, counters);
    sorter_.sort(found_.keys.data(), found_.count, set.id_limit(), pairs);
  }
  // Nothing is kept.
  std::string validate(const BoxSet&) const override { return {}; }

 private:
  Columns columns_;
  std::vector<Run> runs_;
  FoundPairs found_;
  PairSorter sorter_;
};

}  // namespace

std::unique_ptr<PairFinder> make_brute_force() { return std::make_unique<BruteForce>(); }

}  // namespace graze
