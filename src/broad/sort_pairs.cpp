#include "broad/sort_pairs.h"

#include <algorithm>

namespace graze {
namespace {

void sort_few(IdPair* begin, IdPair* end) {
  for (IdPair* at = begin + 1; at < end; ++at) {
    const IdPair pair = *at;
    IdPair* to = at;
    for (; to > begin && pair < to[-1]; --to) *to = to[-1];
    *to = pair;
  }
}

}  // namespace

void PairSorter::sort(const std::uint64_t* keys, std::size_t count, std::size_t id_limit, std::vector<IdPair>& pairs) {
  pairs.resize(count);
  // Counting by the lesser id costs a pass over all ids.
  if (count < id_limit / 8 || count > 0xffffffffu) {
    std::transform(keys, keys + count, pairs.begin(), [](std::uint64_t key) { return IdPair{key}; });
    std::sort(pairs.begin(), pairs.end());
    return;
  }
  std::uint32_t* const ends = ends_.need(id_limit);
  std::fill_n(ends, id_limit, 0u);
  for (std::size_t i = 0; i < count; ++i) ++ends[keys[i] >> 32];
  std::uint32_t sum = 0;
  for (std::size_t id = 0; id < id_limit; ++id) {
    const std::uint32_t here = ends[id];
    ends[id] = sum;
    sum += here;
  }
  for (std::size_t i = 0; i < count; ++i) pairs[ends[keys[i] >> 32]++] = {keys[i]};
  constexpr std::uint32_t few = 24;
  std::uint32_t begin = 0;
  for (std::size_t id = 0; id < id_limit; ++id) {
    const std::uint32_t end = ends[id];
    if (end - begin > few)
      std::sort(pairs.begin() + begin, pairs.begin() + end);
    else if (end - begin > 1)
      sort_few(pairs.data() + begin, pairs.data() + end);
    begin = end;
  }
}

}  // namespace graze
