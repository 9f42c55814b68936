// Exact arithmetic on numbers of the form integer * 2^exponent: what every finite double, and every sum, difference
// and product of finite doubles, is. The last resort behind the floating-point filters: never rounds, never overflows
// within its capacity.
//
// Capacity: a polynomial of degree 9 in coordinate differences (a plane at the common point of three planes) spans at
// most 9 * 2100 bits; 304 limbs hold that.
#pragma once

#include <cstdint>

namespace graze {

class Dyadic {
 public:
  static constexpr int capacity = 304;

  Dyadic() noexcept = default;
  Dyadic(double value) noexcept;  // value must be finite
  Dyadic(const Dyadic& other) noexcept { *this = other; }
  Dyadic& operator=(const Dyadic& other) noexcept;

  int sign() const noexcept { return size_ == 0 ? 0 : negative_ ? -1 : 1; }

  friend Dyadic operator+(const Dyadic& a, const Dyadic& b) noexcept { return sum(a, b, b.negative_); }
  friend Dyadic operator-(const Dyadic& a, const Dyadic& b) noexcept { return sum(a, b, !b.negative_); }
  friend Dyadic operator*(const Dyadic& a, const Dyadic& b) noexcept;
  Dyadic operator-() const noexcept;

  // numerator / denominator rounded to the nearest double, ties to even, gradual underflow, overflow to infinity.
  // The denominator is not 0.
  friend double quotient(const Dyadic& numerator, const Dyadic& denominator) noexcept;

 private:
  static Dyadic sum(const Dyadic& a, const Dyadic& b, bool b_negative) noexcept;
  std::int64_t bits() const noexcept;  // position above the highest set bit of the integer
  void trim() noexcept;                // drops zero limbs at both ends

  std::uint64_t limb_[capacity];
  int size_ = 0;  // 0 is the number 0
  bool negative_ = false;
  std::int64_t exponent_ = 0;  // a multiple of 64, so that additions move whole limbs
};

}  // namespace graze
