#include "broad/sort_pairs.h"

#include <algorithm>
#include <bit>

#include "broad/kernels.h"
#include "broad/radix_sort.h"

namespace graze {
namespace {

// Groups that are sorted by exchanges, all together; larger ones one by one.
constexpr std::uint32_t most_in_group = 12;
// Those that are sorted by comparisons; above, in passes over the bits.
constexpr std::size_t most_compared = 1024;
// Pairs that are passed over again and again: they should stay in the nearest cache.
constexpr std::size_t tile = 1024;

static_assert(sizeof(IdPair) == sizeof(std::uint64_t));

}  // namespace

// Of one box that overlaps so many others, as a ground does, in linear time.
void PairSorter::sort_group(std::uint64_t* keys, std::size_t count, std::size_t id_limit) {
  if (count <= most_compared) {
    std::sort(keys, keys + count);
    return;
  }
  const std::uint64_t* const sorted =
      radix_sort(keys, scratch_.need(count), count, 0, unsigned(std::bit_width(id_limit)), counts_);
  if (sorted != keys) std::copy_n(sorted, count, keys);
}

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
      if (ends[id] - begin > most_in_group) sort_group(&pairs[begin].key, ends[id] - begin, id_limit);
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
