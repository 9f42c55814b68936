// Distances have the same bits on every instruction set: this program runs itself once for each.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/determinism/digest.h"
#include "tests/property/distances.h"

namespace graze::property {
namespace {

TEST(DistanceBits, PrintADigest) {
  oracle::Dice dice(oracle::fixed_seed);
  std::uint64_t digest = 0xcbf29ce484222325u, apart = 0;
  const auto add = [&](std::uint64_t value) { digest = (digest ^ value) * 0x100000001b3u + (digest >> 29); };
  const auto add_number = [&](double value) { add(std::bit_cast<std::uint64_t>(value)); };
  for (std::size_t i = 0; i < 300; ++i) {
    auto [a, b] = random_bodies(dice, pose_kinds[i % pose_kinds.size()], 300);
    b.pose.translation = b.pose.translation + (b.pose.translation - a.pose.translation) * dice.uniform(0, 2);
    const DistanceResult r = find_distance(a, b);
    apart += r.distance > 0;
    for (const double value : {r.distance, r.bound, r.lower, r.upper, r.point_bound}) add_number(value);
    for (const Vec3 v : {r.point_a, r.point_b, r.normal})
      for (int k = 0; k < 3; ++k) add_number(v[k]);
    for (const Feature& f : {r.feature_a, r.feature_b}) add(std::uint64_t{f.triangle} << 16 | f.index);
    const WithinResult w = within(a, b, r.distance * 1.1);
    add(std::uint64_t{w.witness.a} << 32 | w.witness.b);
    for (const Counters& c : {r.counters, w.counters}) {
      add(c.box_tests);
      add(c.triangle_tests);
      add(c.exact_tests);
    }
  }
  EXPECT_GT(apart, 100u);
  EXPECT_LT(apart, 295u);
  std::printf("digest %016llx\n", static_cast<unsigned long long>(digest));
}

TEST(DistanceBits, AreTheSameOnEveryInstructionSet) { expect_one_digest("DistanceBits.PrintADigest"); }

}  // namespace
}  // namespace graze::property
