// Float boxes of a set as columns, in an order of the caller's, and the pairs that runs over them give.
#pragma once

#include <cstdint>
#include <span>

#include "broad/box_set.h"
#include "broad/broad_phase.h"
#include "broad/buffer.h"
#include "broad/kernels.h"

namespace graze {

class Columns {
 public:
  void gather(const BoxSet& set, std::span<const std::uint32_t> order);
  const ColumnView& view() const noexcept { return view_; }

 private:
  Buffer<float> values_;
  Buffer<std::uint32_t> ids_;
  ColumnView view_{};
};

// Pairs as they are found, unsorted.
struct FoundPairs {
  Buffer<std::uint64_t> keys;
  std::size_t count = 0;

  // The overlapping pairs of the runs, appended.
  void append(const ColumnView& columns, std::span<const Run> runs, const BoxSet& set, BroadCounters& counters);
  void append(std::uint32_t a, std::uint32_t b) {
    if (count == keys.capacity()) keys.need(count + 1, count);
    keys.data()[count++] = id_pair(a, b).key;
  }
};

}  // namespace graze
