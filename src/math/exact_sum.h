// A sum of doubles and of products of three doubles without any rounding, for every finite input.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace graze {

// A fixed-point number wide enough for 2^62 products of any three finite doubles: the sum does not depend on the order.
class ExactSum {
 public:
  void add(double x);
  void add_product(double x, double y, double z);

  int sign() const;  // -1, 0, 1
  // Rounded to nearest; infinite or 0 where the doubles end.
  double value() const;

 private:
  // Digit i weighs 2^(32 i - 3232). The least bit of a product is 2^-3222; the greatest product is below 2^3072, so the
  // 199 digits leave 64 bits for the number of terms.
  static constexpr int lowest_exponent = -3232;
  static constexpr std::size_t digit_count = 199;
  using Digits = std::array<std::int64_t, digit_count>;

  void add_limbs(const std::uint32_t* limbs, std::size_t count, std::size_t at, bool negative);
  // All digits but the last to [0, 2^32), the last keeping the sign.
  static void carry(Digits& digits);

  Digits digits_{};
  std::uint32_t pending_ = 0;  // additions since the last carry; each adds less than 2^32 to a digit
};

}  // namespace graze
