// Exact arithmetic on numbers of the form integer * 2^exponent: what every finite double, and every sum, difference
// and product of finite doubles, is. The last resort behind the floating-point filters: never rounds, never overflows
// within its capacity.
//
// Capacity, in limbs of 64 bits: a polynomial of degree n in coordinate differences spans at most 2102 n bits. Copies
// and operations take as long as the limbs in use, whatever the capacity.
#pragma once

#include <cstdint>

namespace graze {

template <int limbs>
class DyadicOf {
 public:
  static constexpr int capacity = limbs;

  DyadicOf() noexcept = default;
  DyadicOf(double value) noexcept;  // value must be finite
  DyadicOf(const DyadicOf& other) noexcept { *this = other; }
  template <int fewer>
  explicit DyadicOf(const DyadicOf<fewer>& other) noexcept;
  DyadicOf& operator=(const DyadicOf& other) noexcept;

  int sign() const noexcept { return size_ == 0 ? 0 : negative_ ? -1 : 1; }

  friend DyadicOf operator+(const DyadicOf& a, const DyadicOf& b) noexcept { return sum(a, b, b.negative_); }
  friend DyadicOf operator-(const DyadicOf& a, const DyadicOf& b) noexcept { return sum(a, b, !b.negative_); }
  friend DyadicOf operator*(const DyadicOf& a, const DyadicOf& b) noexcept { return product(a, b); }
  DyadicOf operator-() const noexcept;

  // numerator / denominator rounded to the nearest double, ties to even, gradual underflow, overflow to infinity.
  // The denominator is not 0.
  friend double quotient(const DyadicOf& numerator, const DyadicOf& denominator) noexcept {
    return divide(numerator, denominator);
  }

 private:
  static DyadicOf sum(const DyadicOf& a, const DyadicOf& b, bool b_negative) noexcept;
  static DyadicOf product(const DyadicOf& a, const DyadicOf& b) noexcept;
  static double divide(const DyadicOf& numerator, const DyadicOf& denominator) noexcept;
  std::int64_t bits() const noexcept;  // position above the highest set bit of the integer
  void trim() noexcept;                // drops zero limbs at both ends

  template <int>
  friend class DyadicOf;

  std::uint64_t limb_[capacity];
  int size_ = 0;  // 0 is the number 0
  bool negative_ = false;
  std::int64_t exponent_ = 0;  // a multiple of 64, so that additions move whole limbs
};

template <int limbs>
template <int fewer>
DyadicOf<limbs>::DyadicOf(const DyadicOf<fewer>& other) noexcept
    : size_(other.size_), negative_(other.negative_), exponent_(other.exponent_) {
  static_assert(fewer < limbs);
  for (int i = 0; i < size_; ++i) limb_[i] = other.limb_[i];
}

extern template class DyadicOf<64>;
extern template class DyadicOf<304>;
extern template class DyadicOf<832>;

using Dyadic = DyadicOf<304>;      // up to degree 9
using WideDyadic = DyadicOf<832>;  // up to degree 25

}  // namespace graze
