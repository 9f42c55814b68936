// The kernel behind triangle distances: the same bits on every instruction set.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <vector>

#include "narrow/triangle/closest_kernel.h"
#include "tests/oracle/distance_cases.h"

namespace graze {
namespace {

TEST(TriangleDistanceKernel, GivesTheSameBitsOnEveryInstructionSet) {
  const std::span<const Isa> sets = instruction_sets();
  oracle::Dice dice(oracle::fixed_seed);
  std::uint64_t edges = 0, faces = 0;
  for (std::size_t i = 0; i < 20000; ++i) {
    const oracle::TriangleCase c = make_distance_case(dice, oracle::distance_kinds[i % oracle::distance_kinds.size()]);
    const Vec3 a[3] = {c.a.a, c.a.b, c.a.c}, b[3] = {c.b.a, c.b.b, c.b.c};
    std::vector<FeatureSquares> found(sets.size());
    for (std::size_t k = 0; k < sets.size(); ++k) find_feature_squares(sets[k])(a, b, found[k]);
    ++(found[0].least < 12 ? edges : faces);
    const auto bits = [](double x) { return x != x ? 1 : std::bit_cast<std::uint64_t>(x); };
    for (std::size_t k = 1; k < sets.size(); ++k) {
      ASSERT_EQ(found[k].least, found[0].least) << "case " << i;
      for (int at = 0; at < FeatureSquares::count; ++at) {
        ASSERT_EQ(bits(found[k].square[at]), bits(found[0].square[at])) << "case " << i;
        ASSERT_EQ(bits(found[k].s[at]), bits(found[0].s[at])) << "case " << i;
        ASSERT_EQ(bits(found[k].t[at]), bits(found[0].t[at])) << "case " << i;
      }
    }
  }
  EXPECT_GT(edges, 1000u);
  EXPECT_GT(faces, 1000u);
}

}  // namespace
}  // namespace graze
