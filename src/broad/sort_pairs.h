// The last pass of every finder: pairs in the order of their ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "broad/broad_phase.h"
#include "broad/buffer.h"

namespace graze {

// Keeps its memory from call to call.
class PairSorter {
 public:
  // The keys, which are all different, sorted into `pairs`. Ids are below the limit.
  void sort(const std::uint64_t* keys, std::size_t count, std::size_t id_limit, std::vector<IdPair>& pairs);

 private:
  void sort_group(std::uint64_t* keys, std::size_t count, std::size_t id_limit);

  Buffer<std::uint32_t> ends_, counts_;
  Buffer<std::uint64_t> scratch_;
};

}  // namespace graze
