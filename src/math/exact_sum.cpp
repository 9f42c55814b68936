#include "math/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/compat.h"

namespace graze {
namespace {

// |x| = mantissa * 2^exponent
struct SplitNumber {
  std::uint64_t mantissa;  // below 2^53
  int exponent;            // -1074 to 971
  bool negative;
};

SplitNumber split(double x) {
  const auto bits = bit_cast<std::uint64_t>(x);
  const auto biased = static_cast<int>((bits >> 52) & 0x7ff);
  const std::uint64_t fraction = bits & 0xfffffffffffffu;
  const bool negative = (bits >> 63) != 0;
  if (biased == 0) return {fraction, -1074, negative};
  return {fraction | 0x10000000000000u, biased - 1075, negative};
}

// to[0 .. n + 2) = limbs[0 .. n) * factor
void multiply(const std::uint32_t* limbs, std::size_t n, std::uint64_t factor, std::uint32_t* to) {
  std::fill(to, to + n + 2, 0u);
  for (std::size_t j = 0; j < 2; ++j) {
    const std::uint64_t digit = j == 0 ? factor & 0xffffffffu : factor >> 32;
    std::uint64_t carried = 0;
    for (std::size_t i = 0; i < n; ++i) {
      carried += limbs[i] * digit + to[i + j];
      to[i + j] = static_cast<std::uint32_t>(carried);
      carried >>= 32;
    }
    to[n + j] = static_cast<std::uint32_t>(carried);
  }
}

// limbs * 2^shift, 0 <= shift < 32; the result must fit.
void shift_left(std::uint32_t* limbs, std::size_t count, unsigned shift) {
  if (shift == 0) return;
  for (std::size_t i = count - 1; i > 0; --i) limbs[i] = (limbs[i] << shift) | (limbs[i - 1] >> (32 - shift));
  limbs[0] <<= shift;
}

}  // namespace

void ExactSum::add(double x) {
  const SplitNumber p = split(x);
  const auto offset = static_cast<unsigned>(p.exponent - lowest_exponent);
  std::uint32_t limbs[3] = {static_cast<std::uint32_t>(p.mantissa), static_cast<std::uint32_t>(p.mantissa >> 32), 0};
  shift_left(limbs, 3, offset % 32);
  add_limbs(limbs, 3, offset / 32, p.negative);
}

void ExactSum::add_product(double x, double y, double z) {
  const SplitNumber p = split(x), q = split(y), r = split(z);
  const auto offset = static_cast<unsigned>(p.exponent + q.exponent + r.exponent - lowest_exponent);
  const std::uint32_t first[2] = {static_cast<std::uint32_t>(p.mantissa), static_cast<std::uint32_t>(p.mantissa >> 32)};
  std::uint32_t two[4];
  std::uint32_t three[6];  // 159 bits, and 31 for the shift
  multiply(first, 2, q.mantissa, two);
  multiply(two, 4, r.mantissa, three);
  shift_left(three, 6, offset % 32);
  add_limbs(three, 6, offset / 32, (p.negative != q.negative) != r.negative);
}

void ExactSum::add_limbs(const std::uint32_t* limbs, std::size_t count, std::size_t at, bool negative) {
  for (std::size_t i = 0; i < count; ++i)
    digits_[at + i] += negative ? -std::int64_t{limbs[i]} : std::int64_t{limbs[i]};
  if (++pending_ < (1u << 30)) return;
  carry(digits_);
  pending_ = 0;
}

void ExactSum::carry(Digits& digits) {
  std::int64_t carried = 0;
  for (std::size_t i = 0; i + 1 < digit_count; ++i) {
    const std::int64_t sum = digits[i] + carried;
    digits[i] = sum & 0xffffffff;
    carried = sum >> 32;
  }
  digits[digit_count - 1] += carried;
}

int ExactSum::sign() const {
  Digits digits = digits_;
  carry(digits);
  if (digits.back() < 0) return -1;
  return std::any_of(digits.begin(), digits.end(), [](std::int64_t d) { return d != 0; }) ? 1 : 0;
}

double ExactSum::value() const {
  const int sign_of_all = sign();
  if (sign_of_all == 0) return 0;
  Digits digits = digits_;
  if (sign_of_all < 0) {
    for (std::int64_t& d : digits) d = -d;
  }
  carry(digits);
  std::size_t top = digit_count - 1;
  while (digits[top] == 0) --top;
  // The top 64 bits from the leading one, with every lower bit gathered in the last: enough to round once.
  const auto digit = [&](std::size_t below) {
    return below <= top ? static_cast<std::uint64_t>(digits[top - below]) : 0u;
  };
  const int free = std::countl_zero(digit(0)) - 32;  // the top digit is below 2^32
  std::uint64_t bits = (digit(0) << 32) | digit(1);
  bool lost = false;
  if (free > 0) {
    bits = (bits << free) | (digit(2) >> (32 - free));
    lost = (digit(2) << (32 + free)) != 0;
  } else {
    lost = digit(2) != 0;
  }
  for (std::size_t below = 3; below <= top && !lost; ++below) lost = digit(below) != 0;
  if (lost) bits |= 1;
  const int exponent = 32 * (static_cast<int>(top) - 1) + lowest_exponent - free;
  return sign_of_all * std::ldexp(static_cast<double>(bits), exponent);
}

}  // namespace graze
