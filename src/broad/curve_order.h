// An order of boxes in which neighbours are near in space and of like size.
#pragma once

#include <cstdint>
#include <span>

#include "broad/box_set.h"
#include "broad/buffer.h"

namespace graze {

class CurveOrder {
 public:
  // Writes every id of the set: by class of size, then along Hilbert's curve.
  void sort(const BoxSet& set, std::uint32_t* order);
  // Where in the order each class of the last sort ends.
  std::span<const std::size_t> class_ends() const noexcept { return ends_; }
  std::size_t memory() const noexcept {
    return (items_.capacity() + scratch_.capacity()) * sizeof(std::uint64_t) +
           counts_.capacity() * sizeof(std::uint32_t);
  }

 private:
  Buffer<std::uint64_t> items_, scratch_;
  Buffer<std::uint32_t> counts_;
  static constexpr unsigned class_bits_ = 3;
  std::size_t ends_[1 << class_bits_] = {};
};

}  // namespace graze
