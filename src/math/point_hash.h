// Positions as keys: equal points have equal hashes, -0 as 0.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/compat.h"
#include "base/hash.h"
#include "graze/math.h"

namespace graze {

struct PointHash {
  std::size_t operator()(Vec3 p) const noexcept {
    std::uint64_t hash = 0;
    for (const double x : {p.x, p.y, p.z}) hash = mix(std::rotl(hash, 21) ^ bit_cast<std::uint64_t>(x + 0.0));
    return static_cast<std::size_t>(hash);
  }
};

}  // namespace graze
