// The exact sum against rationals.
#include "math/exact_sum.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace graze {
namespace {

constexpr double huge = std::numeric_limits<double>::max();
constexpr double tiny = std::numeric_limits<double>::denorm_min();

double any_double(std::mt19937_64& random, int exponents) {
  const double mantissa = 1 + std::ldexp(double(random() >> 12), -52);
  const int exponent = int(random() % unsigned(2 * exponents)) - exponents;
  const double value = std::ldexp(mantissa, exponent);
  return random() % 2 == 0 ? value : -value;
}

// Terms that cancel but for a last small one, over the whole range of exponents.
TEST(ExactSum, SignAgreesWithRationals) {
  std::mt19937_64 random(11);
  int zeros = 0;
  for (int round = 0; round < 2000; ++round) {
    const int exponents = round % 3 == 0 ? 3 : round % 3 == 1 ? 60 : 1022;
    ExactSum sum;
    mpq_class truth = 0;
    const auto add = [&](double x, double y, double z) {
      sum.add_product(x, y, z);
      truth += mpq_class(x) * mpq_class(y) * mpq_class(z);
    };
    for (int i = 0; i < 10; ++i) {
      const double x = any_double(random, exponents), y = any_double(random, exponents),
                   z = any_double(random, exponents);
      add(x, y, z);
      add(z, -x, y);
    }
    if (round % 4 != 0) {
      const double x = any_double(random, exponents);
      sum.add(x);
      truth += mpq_class(x);
    }
    ASSERT_EQ(sum.sign(), sgn(truth)) << round;
    if (sum.sign() == 0) ++zeros;
  }
  EXPECT_EQ(zeros, 500);
}

TEST(ExactSum, ValueIsRoundedToNearest) {
  std::mt19937_64 random(12);
  for (int round = 0; round < 5000; ++round) {
    ExactSum sum;
    mpq_class truth = 0;
    for (int i = 0; i < 3; ++i) {
      const double x = any_double(random, 40), y = any_double(random, 40), z = any_double(random, 40);
      sum.add_product(x, y, z);
      truth += mpq_class(x) * mpq_class(y) * mpq_class(z);
    }
    const double value = sum.value();
    const mpq_class error = abs(mpq_class(value) - truth);
    const mpq_class up = abs(mpq_class(std::nextafter(value, 1e300)) - truth);
    const mpq_class down = abs(mpq_class(std::nextafter(value, -1e300)) - truth);
    ASSERT_TRUE(error <= up && error <= down) << round;
  }
  for (const double x : {1.0, -1.0, huge, -huge, tiny, 0x1.fffffffffffffp-1022, 3.0, 1e-300}) {
    ExactSum sum;
    sum.add(x);
    EXPECT_EQ(sum.value(), x);
    ExactSum product;
    product.add_product(x, 1, 1);
    EXPECT_EQ(product.value(), x);
  }
  ExactSum half_way;
  half_way.add(1);
  half_way.add(0x1p-53);
  EXPECT_EQ(half_way.value(), 1);
  half_way.add_product(tiny, tiny, tiny);
  EXPECT_EQ(half_way.value(), 1 + 0x1p-52);
}

TEST(ExactSum, EndsOfTheRange) {
  ExactSum sum;
  for (int i = 0; i < 1000; ++i) sum.add_product(huge, huge, huge);
  sum.add_product(tiny, tiny, tiny);
  for (int i = 0; i < 1000; ++i) sum.add_product(huge, huge, -huge);
  EXPECT_EQ(sum.sign(), 1);
  EXPECT_EQ(sum.value(), 0);
  sum.add_product(-tiny, tiny, tiny);
  EXPECT_EQ(sum.sign(), 0);
  sum.add_product(tiny, -tiny, tiny);
  EXPECT_EQ(sum.sign(), -1);
  sum.add_product(-huge, huge, huge);
  EXPECT_EQ(sum.value(), -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace graze
