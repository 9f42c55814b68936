#include "broad/sort_pairs.h"

#include <algorithm>

#include "broad/kernels.h"

namespace graze {
namespace {

// Groups that are sorted by exchanges; larger ones one by one.
constexpr std::uint32_t most_in_group = 12;
// Pairs that are passed over again and again: they should stay in the nearest cache.
constexpr std::size_t tile = 1024;

static_assert(sizeof(IdPair) == sizeof(std::uint64_t));

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
  std::uint32_t sum = 0, most = 0;
  for (std::size_t id = 0; id < id_limit; ++id) {
    const std::uint32_t here = ends[id];
    most = std::max(most, here);
    ends[id] = sum;
    sum += here;
  }
  for (std::size_t i = 0; i < count; ++i) pairs[ends[keys[i] >> 32]++] = {keys[i]};
  if (most > most_in_group) {
    for (std::size_t id = 0, begin = 0; id < id_limit; begin = ends[id++])
      if (ends[id] - begin > most_in_group)
        std::sort(pairs.begin() + std::ptrdiff_t(begin), pairs.begin() + std::ptrdiff_t(ends[id]));
    most = most_in_group;
  }
  if (most < 2) return;
  for (std::size_t begin = 0; begin < count;) {
    // To the end of a group.
    std::size_t end = std::min(count, begin + tile);
    while (end < count && pairs[end].lesser() == pairs[end - 1].lesser()) ++end;
    broad_kernels().sort_groups(&pairs[begin].key, end - begin, most);
    begin = end;
  }
}

}  // namespace graze
