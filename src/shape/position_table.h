// Numbers for points, equal ones the same: by open addressing with linear probing, at most half full.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/compat.h"
#include "base/hash.h"
#include "graze/error.h"
#include "graze/math.h"

namespace graze {

class PositionTable {
 public:
  // As they come, from 0 on; -0 and 0 are equal.
  std::uint32_t number_of(Vec3 p) {
    if (2 * (positions_.size() + 1) > slots_.size()) grow();
    std::size_t slot = hash(p) & (slots_.size() - 1);
    while (slots_[slot] != unset) {
      if (positions_[slots_[slot]] == p) return slots_[slot];
      slot = (slot + 1) & (slots_.size() - 1);
    }
    if (positions_.size() == unset)
      throw Error("topology: more than 4294967295 distinct vertex positions; split the shape");
    slots_[slot] = static_cast<std::uint32_t>(positions_.size());
    positions_.push_back(p);
    return slots_[slot];
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(positions_.size()); }

 private:
  static constexpr std::uint32_t unset = std::numeric_limits<std::uint32_t>::max();

  static std::uint64_t hash(Vec3 p) {
    const Vec3 q = p + Vec3{};  // turns -0 into +0
    std::uint64_t sum = mix(bit_cast<std::uint64_t>(q.x));
    sum = mix(std::rotl(sum, 21) ^ bit_cast<std::uint64_t>(q.y));
    return mix(std::rotl(sum, 21) ^ bit_cast<std::uint64_t>(q.z));
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), unset);
    for (std::uint32_t i = 0; i < positions_.size(); ++i) {
      std::size_t slot = hash(positions_[i]) & (slots_.size() - 1);
      while (slots_[slot] != unset) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i;
    }
  }

  std::vector<std::uint32_t> slots_;
  std::vector<Vec3> positions_;
};

}  // namespace graze
