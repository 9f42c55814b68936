// Numbers for positions and other keys, in the order in which they come: a table by hash, at most half full.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/compat.h"
#include "graze/math.h"

namespace graze {

class Numbers {
 public:
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};

  // Of at most so many keys.
  explicit Numbers(std::size_t most) : places_(std::bit_ceil(2 * most + 2), nobody) {}

  // The place of a key's number, `nobody` where it is new; `is(number)` tells whether a number is that of the key.
  template <class Is>
  std::uint32_t& at(std::uint64_t hash, const Is& is) noexcept {
    const std::size_t mask = places_.size() - 1;
    std::size_t i = static_cast<std::size_t>((hash * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (places_[i] != nobody && !is(places_[i])) i = (i + 1) & mask;
    return places_[i];
  }

  // The number of a point among `points`, to which it is added where it is new. No component is -0.
  std::uint32_t of(Vec3 point, std::vector<Vec3>& points) {
    const auto bits = [](double x) { return bit_cast<std::uint64_t>(x); };
    const std::uint64_t hash = bits(point.x) ^ std::rotl(bits(point.y), 21) ^ std::rotl(bits(point.z), 43);
    std::uint32_t& place = at(hash ^ hash >> 29, [&](std::uint32_t n) { return points[n] == point; });
    if (place == nobody) {
      place = static_cast<std::uint32_t>(points.size());
      points.push_back(point);
    }
    return place;
  }

 private:
  std::vector<std::uint32_t> places_;
};

}  // namespace graze
