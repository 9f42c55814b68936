#include "math/dyadic.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/work.h"

namespace graze {
namespace {

__extension__ using Uint128 = unsigned __int128;

// a -= b on limbs, a >= b.
void subtract(std::uint64_t* a, int a_size, const std::uint64_t* b, int b_size) noexcept {
  std::uint64_t borrow = 0;
  for (int i = 0; i < a_size; ++i) {
    const std::uint64_t digit = i < b_size ? b[i] : 0;
    const Uint128 difference = Uint128(a[i]) - digit - borrow;
    a[i] = std::uint64_t(difference);
    borrow = std::uint64_t(difference >> 64) & 1;
  }
}

int compare(const std::uint64_t* a, const std::uint64_t* b, int size) noexcept {
  for (int i = size - 1; i >= 0; --i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

}  // namespace

template <int limbs>
DyadicOf<limbs>::DyadicOf(double value) noexcept {
  if (value == 0) return;
  const auto raw = std::bit_cast<std::uint64_t>(value);
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

template <int limbs>
double DyadicOf<limbs>::divide(const DyadicOf& numerator, const DyadicOf& denominator) noexcept {
  if (numerator.size_ == 0) return 0;
  const bool negative = numerator.negative_ != denominator.negative_;
  // The quotient lies in (2^(top-1), 2^(top+1)). Its bits are produced from 2^top down by shift and subtract.
  const std::int64_t top = (numerator.bits() + numerator.exponent_) - (denominator.bits() + denominator.exponent_);
  if (top > 1025) return negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  if (top < -1080) return negative ? -0.0 : 0.0;

  // Remainder and divisor as plain integers whose top bits are aligned.
  constexpr int size = capacity + 3;
  std::uint64_t remainder[size] = {}, divisor[size] = {};
  const auto place = [](std::uint64_t* out, const DyadicOf& value, std::int64_t shift) {
    const int whole = int(shift / 64), bits = int(shift % 64);
    for (int i = 0; i < value.size_; ++i) {
      out[i + whole] |= value.limb_[i] << bits;
      if (bits != 0) out[i + whole + 1] |= value.limb_[i] >> (64 - bits);
    }
  };
  const std::int64_t width = numerator.bits() > denominator.bits() ? numerator.bits() : denominator.bits();
  place(remainder, numerator, width - numerator.bits());
  place(divisor, denominator, width - denominator.bits());
  const int used = int(width / 64) + 2;
  work::charge(8 * std::uint64_t(used));  // 55 steps of three passes each

  const auto step = [&]() -> unsigned {
    const bool one = compare(remainder, divisor, used) >= 0;
    if (one) subtract(remainder, used, divisor, used);
    for (int i = used - 1; i > 0; --i) remainder[i] = (remainder[i] << 1) | (remainder[i - 1] >> 63);
    remainder[0] <<= 1;
    return one ? 1u : 0u;
  };
  // Leading bit: at 2^top or 2^(top-1).
  std::int64_t exponent = top;
  unsigned bit = step();
  if (bit == 0) {
    --exponent;
    bit = step();
  }
  std::uint64_t mantissa = bit;
  // The last bit that a double keeps.
  const std::int64_t last = exponent - 52 > -1074 ? exponent - 52 : -1074;
  for (std::int64_t e = exponent - 1; e >= last; --e) mantissa = (mantissa << 1) | step();
  bool half = false;
  bool rest = false;
  if (exponent >= last) {
    half = step() != 0;
  } else {
    mantissa = 0;  // below the least denormal: it may still round up
    half = exponent == last - 1;
    rest = exponent < last - 1;
  }
  for (int i = 0; i < used; ++i) rest = rest || remainder[i] != 0;
  if (half && (rest || (mantissa & 1) != 0)) ++mantissa;
  const double value = std::ldexp(double(mantissa), int(last));
  return negative ? -value : value;
}

template class DyadicOf<64>;
template class DyadicOf<304>;
template class DyadicOf<832>;

}  // namespace graze
