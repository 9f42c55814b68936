#include "math/dyadic.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "tests/oracle/dice.h"

namespace graze {
namespace {

double random_double(oracle::Dice& dice, int least, int most) {
  const double mantissa = double(std::int64_t(dice.bits() >> 11)) * (dice.chance(2) ? 1 : -1);
  const double few = double(dice.integer(1, 9)) * (dice.chance(2) ? 1 : -1);
  return std::ldexp(dice.chance(3) ? few : mantissa, dice.integer(least, most) - 53);
}

// The double nearest to a fraction, ties to even, by trying the doubles around the truncated one.
double nearest_double(const mpq_class& exact) {
  const double near = exact.get_d();  // truncated; 0 where that underflows
  double best = near;
  for (const double other : {std::nextafter(near, INFINITY), std::nextafter(near, -INFINITY)}) {
    if (!std::isfinite(other)) continue;
    const mpq_class gap = abs(exact - mpq_class(best)), other_gap = abs(exact - mpq_class(other));
    const bool even = (std::bit_cast<std::uint64_t>(other) & 1) == 0;
    if (other_gap < gap || (other_gap == gap && even)) best = other;
  }
  return best;
}

// Sums of products, as predicates make them, divided: against rational arithmetic.
TEST(Dyadic, QuotientsAreRoundedToTheNearestDouble) {
  std::uint64_t subnormal = 0, exact = 0, ties = 0;
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("quotients, seed %llu\n", static_cast<unsigned long long>(seed));
    oracle::Dice dice(seed);
    for (std::uint64_t i = 0; i < oracle::scaled(20000); ++i) {
      const int range = dice.chance(3) ? 3 : dice.chance(2) ? 60 : 340;
      Dyadic p, q;
      mpq_class rational_p, rational_q;
      const auto add = [&](Dyadic& sum, mpq_class& rational) {
        const double a = random_double(dice, -range, range), b = random_double(dice, -range, range);
        sum = sum + Dyadic(a) * Dyadic(b);
        rational += mpq_class(a) * mpq_class(b);
      };
      for (int k = dice.integer(1, 4); k > 0; --k) add(p, rational_p);
      for (int k = dice.integer(1, 4); k > 0; --k) add(q, rational_q);
      if (dice.chance(4)) {  // near the least double
        p = p * Dyadic(std::ldexp(1.0, -1074 + range));
        rational_p *= mpq_class(std::ldexp(1.0, -1074 + range));
      }
      if (rational_q == 0) continue;
      const mpq_class fraction = rational_p / rational_q;
      if (abs(fraction) >= mpq_class(std::numeric_limits<double>::max())) continue;
      const double expected = nearest_double(fraction), found = quotient(p, q);
      ASSERT_EQ(found, expected) << "case " << i << ", seed " << seed;
      subnormal += expected != 0 && std::fabs(expected) < std::numeric_limits<double>::min();
      exact += mpq_class(expected) == fraction;
      const double other = std::nextafter(expected, expected < fraction ? INFINITY : -INFINITY);
      ties += std::isfinite(other) && abs(mpq_class(other) - fraction) == abs(mpq_class(expected) - fraction);
    }
  }
  EXPECT_GT(subnormal, oracle::scaled(20));
  EXPECT_GT(exact, oracle::scaled(10));
  EXPECT_GT(ties, 0u);
}

TEST(Dyadic, QuotientsBeyondTheDoublesAreInfinite) {
  const Dyadic most(std::numeric_limits<double>::max()), least(std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(quotient(most, least), std::numeric_limits<double>::infinity());
  EXPECT_EQ(quotient(-most, Dyadic(0.5)), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(quotient(most, Dyadic(1)), std::numeric_limits<double>::max());
  EXPECT_EQ(quotient(least, Dyadic(2)), 0);  // a tie, to even
  EXPECT_EQ(quotient(least * Dyadic(3), Dyadic(2)), 2 * std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(quotient(least, most), 0);
}

}  // namespace
}  // namespace graze
