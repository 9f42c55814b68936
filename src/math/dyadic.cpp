#include "math/dyadic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/compat.h"
#include "base/work.h"

namespace graze {
namespace {

__extension__ using Uint128 = unsigned __int128;

// The next digit of a quotient (Knuth, The Art of Computer Programming, volume 2, section 4.3.1, algorithm D): `u` has
// size + 1 limbs and is below 2^64 times the divisor `v`, whose top bit is set; the remainder is left in `u`.
std::uint64_t quotient_digit(std::uint64_t* u, const std::uint64_t* v, int size) noexcept {
  const std::uint64_t top = v[size - 1];
  const Uint128 head = Uint128(u[size]) << 64 | u[size - 1];
  Uint128 guess = u[size] >= top ? Uint128(~std::uint64_t(0)) : head / top;
  Uint128 rest = head - guess * top;
  // At most two above the digit after this, and nearly always right.
  while (size > 1 && rest >> 64 == 0 && guess * v[size - 2] > (rest << 64 | u[size - 2])) {
    --guess;
    rest += top;
  }
  std::uint64_t digit = std::uint64_t(guess);
  Uint128 carry = 0;
  std::uint64_t borrow = 0;
  for (int i = 0; i <= size; ++i) {
    carry += i < size ? Uint128(digit) * v[i] : 0;
    const Uint128 difference = Uint128(u[i]) - std::uint64_t(carry) - borrow;
    u[i] = std::uint64_t(difference);
    borrow = std::uint64_t(difference >> 64) & 1;
    carry >>= 64;
  }
  while (borrow != 0) {  // one too many was taken, at most twice
    --digit;
    Uint128 sum = 0;
    for (int i = 0; i <= size; ++i) {
      sum += Uint128(u[i]) + (i < size ? v[i] : 0);
      u[i] = std::uint64_t(sum);
      sum >>= 64;
    }
    borrow -= std::uint64_t(sum) & 1;
  }
  return digit;
}

}  // namespace

template <int limbs>
DyadicOf<limbs>::DyadicOf(double value) noexcept {
  if (value == 0) return;
  const auto raw = bit_cast<std::uint64_t>(value);
  negative_ = (raw >> 63) != 0;
  const int field = int(raw >> 52) & 0x7ff;
  std::uint64_t mantissa = raw & ((std::uint64_t(1) << 52) - 1);
  if (field != 0) mantissa |= std::uint64_t(1) << 52;
  const int exponent = (field != 0 ? field : 1) - 1075;
  const int shift = exponent & 63;
  exponent_ = exponent - shift;
  limb_[0] = mantissa << shift;
  limb_[1] = shift == 0 ? 0 : mantissa >> (64 - shift);
  size_ = 2;
  trim();
}

template <int limbs>
DyadicOf<limbs>& DyadicOf<limbs>::operator=(const DyadicOf& other) noexcept {
  if (this == &other) return *this;
  size_ = other.size_;
  negative_ = other.negative_;
  exponent_ = other.exponent_;
  std::memcpy(limb_, other.limb_, sizeof(limb_[0]) * std::size_t(size_));
  return *this;
}

template <int limbs>
void DyadicOf<limbs>::trim() noexcept {
  while (size_ > 0 && limb_[size_ - 1] == 0) --size_;
  int zeros = 0;
  while (zeros < size_ && limb_[zeros] == 0) ++zeros;
  if (zeros > 0) {
    size_ -= zeros;
    std::memmove(limb_, limb_ + zeros, sizeof(limb_[0]) * std::size_t(size_));
    exponent_ += 64 * std::int64_t(zeros);
  }
  if (size_ == 0) {
    negative_ = false;
    exponent_ = 0;
  }
}

template <int limbs>
std::int64_t DyadicOf<limbs>::bits() const noexcept {
  return 64 * std::int64_t(size_) - std::countl_zero(limb_[size_ - 1]);
}

template <int limbs>
DyadicOf<limbs> DyadicOf<limbs>::operator-() const noexcept {
  DyadicOf result = *this;
  if (size_ != 0) result.negative_ = !negative_;
  return result;
}

template <int limbs>
DyadicOf<limbs> DyadicOf<limbs>::sum(const DyadicOf& a, const DyadicOf& b, bool b_negative) noexcept {
  if (b.size_ == 0) return a;
  if (a.size_ == 0) {
    DyadicOf result = b;
    result.negative_ = b_negative;
    return result;
  }
  DyadicOf result;
  const std::int64_t exponent = a.exponent_ < b.exponent_ ? a.exponent_ : b.exponent_;
  const int a_low = int((a.exponent_ - exponent) / 64), b_low = int((b.exponent_ - exponent) / 64);
  const int a_top = a_low + a.size_, b_top = b_low + b.size_;
  const int top = a_top > b_top ? a_top : b_top;
  work::charge(unsigned(top) + 12);
  const auto a_at = [&](int i) { return i >= a_low && i < a_top ? a.limb_[i - a_low] : 0; };
  const auto b_at = [&](int i) { return i >= b_low && i < b_top ? b.limb_[i - b_low] : 0; };
  result.exponent_ = exponent;
  result.size_ = top;
  if (a.negative_ == b_negative) {
    result.negative_ = b_negative;
    std::uint64_t carry = 0;
    for (int i = 0; i < top; ++i) {
      const Uint128 digit = Uint128(a_at(i)) + b_at(i) + carry;
      result.limb_[i] = std::uint64_t(digit);
      carry = std::uint64_t(digit >> 64);
    }
    if (carry != 0) result.limb_[result.size_++] = carry;
  } else {
    int order = 0;
    for (int i = top - 1; i >= 0 && order == 0; --i)
      if (a_at(i) != b_at(i)) order = a_at(i) < b_at(i) ? -1 : 1;
    if (order == 0) return {};
    result.negative_ = order > 0 ? a.negative_ : b_negative;
    std::uint64_t borrow = 0;
    for (int i = 0; i < top; ++i) {
      const std::uint64_t large = order > 0 ? a_at(i) : b_at(i), small = order > 0 ? b_at(i) : a_at(i);
      const Uint128 digit = Uint128(large) - small - borrow;
      result.limb_[i] = std::uint64_t(digit);
      borrow = std::uint64_t(digit >> 64) & 1;
    }
  }
  result.trim();
  return result;
}

template <int limbs>
DyadicOf<limbs> DyadicOf<limbs>::product(const DyadicOf& a, const DyadicOf& b) noexcept {
  DyadicOf result;
  if (a.size_ == 0 || b.size_ == 0) return result;
  work::charge(unsigned(a.size_) * unsigned(b.size_) / 4 + 12);
  result.size_ = a.size_ + b.size_;
  result.negative_ = a.negative_ != b.negative_;
  result.exponent_ = a.exponent_ + b.exponent_;
  std::memset(result.limb_, 0, sizeof(result.limb_[0]) * std::size_t(result.size_));
  for (int i = 0; i < a.size_; ++i) {
    std::uint64_t carry = 0;
    for (int j = 0; j < b.size_; ++j) {
      const Uint128 digit = Uint128(a.limb_[i]) * b.limb_[j] + result.limb_[i + j] + carry;
      result.limb_[i + j] = std::uint64_t(digit);
      carry = std::uint64_t(digit >> 64);
    }
    result.limb_[i + b.size_] = carry;
  }
  result.trim();
  return result;
}

// The integers are shifted so that their quotient has 65 or 66 bits, more than a double keeps at any exponent; what is
// left over tells whether it is exact.
template <int limbs>
double DyadicOf<limbs>::divide(const DyadicOf& numerator, const DyadicOf& denominator) noexcept {
  if (numerator.size_ == 0) return 0;
  const bool negative = numerator.negative_ != denominator.negative_;
  // The quotient lies in (2^(top-1), 2^(top+1)).
  const std::int64_t more = numerator.bits() - denominator.bits();
  const std::int64_t top = more + (numerator.exponent_ - denominator.exponent_);
  if (top > 1025) return negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  if (top < -1080) return negative ? -0.0 : 0.0;

  const std::int64_t shift = 65 - more;
  const std::int64_t divisor_bits = denominator.bits() + (shift < 0 ? -shift : 0);
  const std::int64_t fill = (64 - divisor_bits % 64) % 64;
  const int size = int((divisor_bits + fill) / 64);
  work::charge(4 + std::uint64_t(size) / 2);
  std::uint64_t remainder[capacity + 4], divisor[capacity + 4];
  const auto place = [](std::uint64_t* out, int count, const DyadicOf& value, std::int64_t by) {
    std::memset(out, 0, sizeof(out[0]) * std::size_t(count));
    const int whole = int(by / 64), bits = int(by % 64);
    for (int i = 0; i < value.size_; ++i) {
      out[i + whole] |= value.limb_[i] << bits;
      if (bits != 0 && i + whole + 1 < count) out[i + whole + 1] |= value.limb_[i] >> (64 - bits);
    }
  };
  place(divisor, size, denominator, (shift < 0 ? -shift : 0) + fill);
  place(remainder, size + 2, numerator, (shift > 0 ? shift : 0) + fill);
  const std::uint64_t high = quotient_digit(remainder + 1, divisor, size);
  const Uint128 quotient = Uint128(high) << 64 | quotient_digit(remainder, divisor, size);
  bool rest = false;
  for (int i = 0; i < size; ++i) rest = rest || remainder[i] != 0;

  // quotient * 2^unit, and the last bit that a double keeps.
  const std::int64_t unit = (numerator.exponent_ - denominator.exponent_) - shift;
  const int bits = 64 + int(std::bit_width(high));
  const std::int64_t last = std::max<std::int64_t>(unit + bits - 53, -1074);
  const std::int64_t drop = last - unit;
  if (drop > bits) return negative ? -0.0 : 0.0;  // below half of the least denormal
  const Uint128 kept = drop < 128 ? quotient >> drop : 0;
  const Uint128 below = quotient - (kept << drop), half = Uint128(1) << (drop - 1);
  auto mantissa = std::uint64_t(kept);
  if (below > half || (below == half && (rest || (mantissa & 1) != 0))) ++mantissa;
  const double value = std::ldexp(double(mantissa), int(last));
  return negative ? -value : value;
}

template class DyadicOf<64>;
template class DyadicOf<304>;
template class DyadicOf<832>;

}  // namespace graze
