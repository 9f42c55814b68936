// pair_place() on random bodies: never apart when a triangle of one meets one of the other, and apart often enough when
// their boxes, turned with them, are.
#include "narrow/body/placement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>

#include "shape/data.h"
#include "tests/property/mesh_pairs.h"

namespace graze {
namespace {

struct Count {
  std::uint64_t meeting = 0, clear = 0, apart = 0, extreme = 0;
};

// Bodies at any turn, some of them thin, at distances around their sizes.
void look(oracle::Dice& dice, property::PoseKind kind, Count& count) {
  const double size = std::pow(10.0, dice.uniform(-3, 3));
  const double other = dice.chance(2) ? size : size * std::pow(10.0, dice.uniform(-3, 3));
  const Vec3 offset = dice.chance(2) ? Vec3{} : dice.direction() * (size * std::pow(10.0, dice.uniform(0, 8)));
  const Body a{property::random_surface(dice, 20), {property::random_linear(dice, kind, size), offset}};
  Body b{property::random_surface(dice, 20), {property::random_linear(dice, kind, other), offset}};
  b.pose.translation = b.pose.translation + dice.direction() * ((size + other) * dice.uniform(0, 1.5));
  if (dice.chance(4)) {  // a corner of the one on a corner of the other
    const std::vector<Triangle> s = property::posed_triangles(a), t = property::posed_triangles(b);
    b.pose.translation = b.pose.translation + (s[dice.bits() % s.size()].a - t[dice.bits() % t.size()].a);
  }
  const bool meets = !property::brute_force(a, b, triangles_meet).empty();
  PairFrame frame;
  const Placement place_a = place(data_of(a.shape), a.pose), place_b = place(data_of(b.shape), b.pose);
  const PairPlace where = pair_place(place_a, place_b, frame);
  ASSERT_FALSE(meets && where == PairPlace::apart) << property::lines(a, b);
  // The other way round the same faces are asked.
  PairFrame mirrored;
  const PairPlace back = pair_place(place_b, place_a, mirrored);
  ASSERT_FALSE(meets && back == PairPlace::apart) << property::lines(a, b);
  ++(meets ? count.meeting : count.clear);
  count.apart += where == PairPlace::apart;
  count.extreme += where == PairPlace::extreme;
}

TEST(PairPlace, NeverPartsBodiesThatMeetAndPartsMostOthers) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    Count count;
    const std::uint64_t rounds = oracle::scaled(20000);
    for (std::uint64_t i = 0; i < rounds; ++i) {
      look(dice, property::pose_kinds[i % property::pose_kinds.size()], count);
      if (::testing::Test::HasFatalFailure()) return;
    }
    std::printf("seed %llu: %llu meet, %llu do not, of which %llu are apart; extreme %llu\n",
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(count.meeting),
                static_cast<unsigned long long>(count.clear), static_cast<unsigned long long>(count.apart),
                static_cast<unsigned long long>(count.extreme));
    if (rounds < 1000) continue;
    EXPECT_GT(count.meeting, rounds / 10);
    EXPECT_GT(count.clear, rounds / 4);
    EXPECT_GT(count.apart, count.clear / 2);
    EXPECT_LT(count.extreme, rounds / 10);
  }
}

}  // namespace
}  // namespace graze
