#include "broad/merge_pairs.h"

#include <algorithm>

namespace graze {

void PairMerger::merge(const std::vector<char>& changed, FoundPairs& found, std::vector<IdPair>& pairs) {
  std::uint64_t* const keys = found.keys.data();
  std::sort(keys, keys + found.count);
  merged_.resize(pairs.size() + found.count);
  IdPair* to = merged_.data();
  std::size_t next = 0;
  for (const IdPair pair : pairs) {
    if (changed[pair.lesser()] || changed[pair.greater()]) continue;
    while (next < found.count && keys[next] < pair.key) *to++ = {keys[next++]};
    *to++ = pair;
  }
  while (next < found.count) *to++ = {keys[next++]};
  merged_.resize(std::size_t(to - merged_.data()));
  std::swap(merged_, pairs);
}

}  // namespace graze
