// The last pass of every finder: pairs in the order of their ids.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "broad/broad_phase.h"
#include "broad/buffer.h"
#include "broad/columns.h"

namespace graze {

// Keeps its memory from call to call.
class PairSorter {
 public:
  // The keys, which are all different, sorted into `pairs`. Ids are below the limit.
  void sort(const std::uint64_t* keys, std::size_t count, std::size_t id_limit, std::vector<IdPair>& pairs,
            int threads = 1);
  // The same of keys that are in parts.
  void sort(std::span<const FoundPairs> parts, std::size_t id_limit, std::vector<IdPair>& pairs, int threads = 1);

 private:
  // For boxes with very many pairs.
  struct GroupRoom {
    Buffer<std::uint32_t> counts;
    Buffer<std::uint64_t> scratch;
  };
  static void sort_group(std::uint64_t* keys, std::size_t count, std::size_t id_limit, GroupRoom& room);
  // Those whose lesser ids are in [first, last), to `to`; uses that part of ends_.
  void sort_ids(const std::uint64_t* keys, std::size_t count, std::size_t first, std::size_t last, std::size_t id_limit,
                std::uint64_t* to, GroupRoom& room);
  // Parts the ids into ranges that threads sort by themselves.
  using Keys = std::span<const std::uint64_t>;
  void sort_ranges(std::span<const Keys> lists, std::size_t count, std::size_t id_limit, std::uint64_t* to,
                   int threads);

  Buffer<std::uint32_t> ends_;
  GroupRoom room_;
  Buffer<std::uint64_t> parted_, joined_;
  std::vector<Keys> lists_;
  std::vector<std::array<std::size_t, 64>> places_;  // by list and range of ids
};

}  // namespace graze
