// Bounds of boxes as integers in the order of the floats, rounded outward, and what they prove.
//
// lo is the largest float not above the double, hi the smallest not below it, infinities among the floats. So x <= y
// implies lo(x) <= hi(y): boxes of keys overlap where the boxes do. And where at least two steps of the order lie from
// lo(x) up to hi(y), the float after lo(x) is not above the one before hi(y); x is below the former and y above the
// latter, so x < y. With fewer steps only the doubles can tell.
#pragma once

#include <bit>
#include <cstdint>

#include "graze/math.h"

namespace graze {

// Neighbouring floats have neighbouring keys; both zeros have the key 0.
constexpr std::int32_t float_key(float value) noexcept {
  const auto bits = std::bit_cast<std::int32_t>(value);
  return bits >= 0 ? bits : (bits ^ 0x7fffffff) + 1;
}
constexpr float float_of_key(std::int32_t key) noexcept {
  return std::bit_cast<float>(key >= 0 ? key : (key - 1) ^ 0x7fffffff);
}

// lo is not below hi less one step: see above.
constexpr bool hardly_below(std::int32_t lo, std::int32_t hi) noexcept {
  return static_cast<std::uint32_t>(hi) - static_cast<std::uint32_t>(lo) < 2;
}

struct BoxKeys {
  std::int32_t lo[3], hi[3];
};

// Keys that overlap nothing.
constexpr BoxKeys no_box_keys() noexcept {
  constexpr std::int32_t most = 0x7fffffff;
  return {{most, most, most}, {-most, -most, -most}};
}

constexpr bool overlap(const BoxKeys& a, const BoxKeys& b) noexcept {
  bool all = true;
  for (int k = 0; k < 3; ++k) all = all && a.lo[k] <= b.hi[k] && b.lo[k] <= a.hi[k];
  return all;
}

// Of boxes of keys that overlap: must the doubles be asked?
constexpr bool must_ask_doubles(const BoxKeys& a, const BoxKeys& b) noexcept {
  bool any = false;
  for (int k = 0; k < 3; ++k) any = any || hardly_below(a.lo[k], b.hi[k]) || hardly_below(b.lo[k], a.hi[k]);
  return any;
}

}  // namespace graze
