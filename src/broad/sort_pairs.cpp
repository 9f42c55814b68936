#include "broad/sort_pairs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "base/pieces.h"
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

// Fewer are sorted before other threads have begun.
constexpr std::size_t least_in_threads = 4096;

static_assert(sizeof(IdPair) == sizeof(std::uint64_t));

}  // namespace

// Of one box that overlaps so many others, as a ground does, in linear time.
void PairSorter::sort_group(std::uint64_t* keys, std::size_t count, std::size_t id_limit, GroupRoom& room) {
  if (count <= most_compared) {
    std::sort(keys, keys + count);
    return;
  }
  const std::uint64_t* const sorted =
      radix_sort(keys, room.scratch.need(count), count, 0, unsigned(std::bit_width(id_limit)), room.counts);
  if (sorted != keys) std::copy_n(sorted, count, keys);
}

void PairSorter::sort_ids(const std::uint64_t* keys, std::size_t count, std::size_t first, std::size_t last,
                          std::size_t id_limit, std::uint64_t* to, GroupRoom& room) {
  std::uint32_t* const ends = ends_.data();
  std::fill(ends + first, ends + last, 0u);
  for (std::size_t i = 0; i < count; ++i) ++ends[keys[i] >> 32];
  std::uint32_t sum = 0, most = 0;
  for (std::size_t id = first; id < last; ++id) {
    const std::uint32_t here = ends[id];
    most = std::max(most, here);
    ends[id] = sum;
    sum += here;
  }
  for (std::size_t i = 0; i < count; ++i) to[ends[keys[i] >> 32]++] = keys[i];
  if (most > most_in_group) {
    for (std::size_t id = first, begin = 0; id < last; begin = ends[id++])
      if (ends[id] - begin > most_in_group) sort_group(to + begin, ends[id] - begin, id_limit, room);
    most = most_in_group;
  }
  if (most < 2) return;
  for (std::size_t begin = 0; begin < count;) {
    // To the end of a group.
    std::size_t end = std::min(count, begin + tile);
    while (end < count && to[end] >> 32 == to[end - 1] >> 32) ++end;
    broad_kernels().sort_groups(to + begin, end - begin, most);
    begin = end;
  }
}

void PairSorter::sort_ranges(std::span<const Keys> lists, std::size_t count, std::size_t id_limit, std::uint64_t* to,
                             int threads) {
  constexpr std::size_t ranges = std::tuple_size_v<decltype(places_)::value_type>;
  const std::size_t ids_a_range = (id_limit + ranges - 1) / ranges;
  // Of each list, how many keys go to each range; then where the next one goes.
  places_.resize(lists.size());
  parallel_for(lists.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t list = begin; list < end; ++list) {
      std::array<std::size_t, ranges> place{};
      for (const std::uint64_t key : lists[list]) ++place[(key >> 32) / ids_a_range];
      places_[list] = place;
    }
  });
  std::array<std::size_t, ranges + 1> starts{};
  std::size_t sum = 0;
  for (std::size_t range = 0; range < ranges; ++range) {
    starts[range] = sum;
    for (std::array<std::size_t, ranges>& place : places_) {
      const std::size_t here = place[range];
      place[range] = sum;
      sum += here;
    }
  }
  starts[ranges] = sum;
  std::uint64_t* const parted = parted_.need(count);
  parallel_for(lists.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t list = begin; list < end; ++list) {
      std::array<std::size_t, ranges> place = places_[list];
      for (const std::uint64_t key : lists[list]) parted[place[(key >> 32) / ids_a_range]++] = key;
    }
  });
  parallel_for(ranges, 1, threads, [&](std::size_t begin, std::size_t end) {
    GroupRoom room;
    for (std::size_t range = begin; range < end; ++range) {
      const std::size_t first = std::min(id_limit, range * ids_a_range), at = starts[range];
      const std::size_t last = std::min(id_limit, first + ids_a_range);
      sort_ids(parted + at, starts[range + 1] - at, first, last, id_limit, to + at, room);
    }
  });
}

void PairSorter::sort(const std::uint64_t* keys, std::size_t count, std::size_t id_limit, std::vector<IdPair>& pairs,
                      int threads) {
  pairs.resize(count);
  // Counting by the lesser id costs a pass over all ids.
  if (count < id_limit / 8 || count > 0xffffffffu) {
    std::transform(keys, keys + count, pairs.begin(), [](std::uint64_t key) { return IdPair{key}; });
    std::sort(pairs.begin(), pairs.end());
    return;
  }
  if (count == 0) return;
  ends_.need(id_limit);
  if (threads == 1 || count < least_in_threads)
    return sort_ids(keys, count, 0, id_limit, id_limit, &pairs[0].key, room_);
  const Pieces pieces(count, std::max<std::size_t>(2048, count / 64 + 1), threads);
  lists_.clear();
  for (std::size_t piece = 0; piece < pieces.size(); ++piece)
    lists_.push_back({keys + pieces.begin(piece), pieces.end(piece) - pieces.begin(piece)});
  sort_ranges(lists_, count, id_limit, &pairs[0].key, threads);
}

void PairSorter::sort(std::span<const FoundPairs> parts, std::size_t id_limit, std::vector<IdPair>& pairs,
                      int threads) {
  if (parts.size() == 1) return sort(parts[0].keys.data(), parts[0].count, id_limit, pairs, threads);
  std::size_t count = 0;
  for (const FoundPairs& part : parts) count += part.count;
  if (threads == 1 || count < least_in_threads || count < id_limit / 8 || count > 0xffffffffu) {
    std::uint64_t* to = joined_.need(count);
    for (const FoundPairs& part : parts) to = std::copy_n(part.keys.data(), part.count, to);
    return sort(joined_.data(), count, id_limit, pairs, threads);
  }
  pairs.resize(count);
  ends_.need(id_limit);
  lists_.clear();
  for (const FoundPairs& part : parts) lists_.push_back({part.keys.data(), part.count});
  sort_ranges(lists_, count, id_limit, &pairs[0].key, threads);
}

}  // namespace graze
