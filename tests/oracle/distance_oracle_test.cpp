// The oracle of distances against cases worked by hand, its own proof, and a plain loop over all pairs.
#include "tests/oracle/distance_oracle.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <vector>

#include "tests/oracle/distance_cases.h"

namespace graze::oracle {
namespace {

Rational square_of(const Distance& d) {
  Rational value(d.square.numerator, d.square.denominator);
  value.canonicalize();
  for (int i = 0; i < d.exponent; ++i) value *= 4;
  for (int i = 0; i > d.exponent; --i) value /= 4;
  return value;
}

void expect_square(const Triangle& a, const Triangle& b, const Rational& square) {
  for (const Distance& d : {exact_distance(a, b), exact_distance(b, a)}) EXPECT_EQ(square_of(d), square);
  EXPECT_TRUE(proven(exact_distance(a, b), a, b));
}

TEST(DistanceOracle, KnowsCasesWorkedByHand) {
  const Triangle flat{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  expect_square(flat, {{1, 1, 3}, {2, 2, 5}, {1, 3, 4}}, 9);         // corner over the face
  expect_square(flat, {{-1, 5, 2}, {5, -1, 2}, {6, 6, 9}}, 4);       // over the long edge, parallel to it
  expect_square(flat, {{3, 3, 1}, {5, 5, 1}, {5, 5, 3}}, 3);         // corner to the inside of an edge
  expect_square(flat, {{-3, -4, 0}, {-9, -9, 0}, {-9, -8, 1}}, 25);  // corner to corner
  expect_square({{0, 0, 0}, {1, 0, 0}, {0, 0, -1}}, {{0.5, -1, 1}, {0.5, 1, 1}, {0.5, 0, 9}}, 1);  // crossing edges
  expect_square(flat, {{1, 1, -1}, {1, 1, 1}, {9, 9, 9}}, 0);                                      // through the face
  expect_square({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}, 2);          // two points
  expect_square({{0, 0, 0}, {0, 0, 2}, {0, 0, 1}}, {{1, 0, 1}, {3, 0, 1}, {2, 0, 1}}, 1);          // two segments
  expect_square({{3, 8, 6}, {1, 2, 2}, {5, 4, 6}}, {{8, 1, 8}, {0, 4, 1}, {5, 7, 7}}, 0);
}

TEST(DistanceOracle, RefusesWrongAnswers) {
  const Triangle flat{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, above{{1, 1, 3}, {2, 2, 5}, {1, 3, 4}};
  Distance wrong = exact_distance(flat, above);
  wrong.point_a.numerator = {0, 0, 0};  // not the closest point, with the square that belongs to it
  wrong.point_a.denominator = 1;
  const Point r = wrong.difference();
  wrong.square = {dot(r, r), 1};
  EXPECT_FALSE(proven(wrong, flat, above));
  wrong = exact_distance(flat, above);
  wrong.square.numerator += 1;
  EXPECT_FALSE(proven(wrong, flat, above));
}

TEST(DistanceOracle, FindsTheNearestOfManyTriangles) {
  const std::uint64_t seed = run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Dice dice(seed);
  int apart = 0;
  for (int i = 0; i < 200; ++i) {
    std::vector<Triangle> a, b;
    const Vec3 shift = dice.grid(-3, 3);
    for (int k = 0; k < 5; ++k) {
      const bool grid = dice.chance(2);
      a.push_back(grid ? detail::grid_triangle(dice, 2) : detail::any_triangle(dice, 1));
      b.push_back(detail::shifted(grid ? detail::grid_triangle(dice, 2) : detail::any_triangle(dice, 1), shift));
    }
    std::size_t first_a = 0, first_b = 0;
    Rational least = -1;
    for (std::size_t k = 0; k < 5; ++k)
      for (std::size_t j = 0; j < 5; ++j) {
        const Rational square = square_of(exact_distance(a[k], b[j]));
        if (least >= 0 && least <= square) continue;
        least = square;
        first_a = k;
        first_b = j;
      }
    const SetDistance found = exact_distance(a, b);
    ASSERT_EQ(square_of(found.distance), least);
    ASSERT_EQ(found.a, first_a);
    ASSERT_EQ(found.b, first_b);
    if (least > 0) ++apart;
  }
  EXPECT_GT(apart, 40);
  EXPECT_LT(apart, 195);
}

}  // namespace
}  // namespace graze::oracle
