// For finders that look only at what changed.
#pragma once

#include <vector>

#include "broad/columns.h"

namespace graze {

class PairMerger {
 public:
  // `pairs` becomes those of its pairs in which no id changed, and those found, which are any order of other pairs.
  void merge(const std::vector<char>& changed, FoundPairs& found, std::vector<IdPair>& pairs);

 private:
  std::vector<IdPair> merged_;
};

}  // namespace graze
