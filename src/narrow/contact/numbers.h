// Numbers for positions and other keys, in the order in which they come: a table by hash, at most half full.
#pragma once

#include <array>
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

// Numbers for keys of which it is not known how many there are; few need no memory of their own.
class KeyNumbers {
 public:
  KeyNumbers() noexcept { few_.fill(Numbers::nobody); }
  KeyNumbers(const KeyNumbers&) = delete;
  KeyNumbers& operator=(const KeyNumbers&) = delete;

  // The number of a key among `keys`, to which it is added where it is new.
  std::uint32_t of(std::uint64_t key, std::vector<std::uint64_t>& keys) {
    std::uint32_t* place = find(key, keys);
    if (*place != Numbers::nobody) return *place;
    if (2 * (keys.size() + 1) > count_) {
      grow(keys);
      place = find(key, keys);
    }
    const auto number = *place = static_cast<std::uint32_t>(keys.size());
    keys.push_back(key);
    return number;
  }

 private:
  std::uint32_t* find(std::uint64_t key, const std::vector<std::uint64_t>& keys) noexcept {
    std::size_t i = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & (count_ - 1);
    while (places_[i] != Numbers::nobody && keys[places_[i]] != key) i = (i + 1) & (count_ - 1);
    return places_ + i;
  }
  void grow(const std::vector<std::uint64_t>& keys) {
    count_ *= 4;
    many_.assign(count_, Numbers::nobody);
    places_ = many_.data();
    for (std::uint32_t number = 0; number < keys.size(); ++number) *find(keys[number], keys) = number;
  }

  std::array<std::uint32_t, 256> few_;
  std::vector<std::uint32_t> many_;
  std::uint32_t* places_ = few_.data();
  std::size_t count_ = 256;  // a power of two
};

}  // namespace graze
