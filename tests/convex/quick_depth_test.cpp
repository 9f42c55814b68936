// The quick start of depths (convex/isa/epa.inl) against the start by the search, against the enumeration of all
// normals, against its mirror image, and over the instruction sets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "convex/exact_gjk.h"
#include "convex/gjk_kernel.h"
#include "convex/rounded.h"
#include "hull/polytope.h"
#include "math/isa.h"
#include "tests/oracle/depth_oracle.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

CoreAnswer depth_of(const Support& a, const Support& b, bool patient, bool sign_only = false,
                    Isa isa = instruction_set_in_use()) {
  CoreRequest request = meeting_request(0);
  request.patient = patient;
  request.sign_only = sign_only;
  CoreAnswer answer{};
  convex_kernels(isa).depth(a, b, request, answer);
  return answer;
}

bool same_numbers(const CoreAnswer& p, const CoreAnswer& q) {
  return p.inside == q.inside && p.apart == q.apart && p.converged == q.converged && p.lower == q.lower &&
         p.upper == q.upper && p.steps == q.steps && p.count == q.count;
}
bool same(const CoreAnswer& p, const CoreAnswer& q) {
  return same_numbers(p, q) && p.normal == q.normal && p.point_a == q.point_a && p.point_b == q.point_b;
}
bool mirrored(const CoreAnswer& p, const CoreAnswer& q) {
  return same_numbers(p, q) && p.normal == Vec3{} - q.normal && p.point_a == q.point_b && p.point_b == q.point_a;
}

// Is what is between the points not the way out? So it is where they are in a part of a face that the deepest place is
// not in.
int points_astray(const CoreAnswer& answer) {
  return length(answer.point_a - answer.point_b - answer.normal * answer.upper) > 1e-9 ? 1 : 0;
}

oracle::Piece piece_of(const Support& support) {
  std::vector<Vec3> points;
  for (std::uint32_t i = 0; i < support.count; ++i) points.push_back(support.posed_point(i));
  const Polytope hull = convex_hull(points);
  oracle::Piece piece{hull.vertices, {}};
  for (std::uint32_t f = 0; f < hull.facet_count(); ++f)
    piece.faces.emplace_back(hull.loop.begin() + hull.facet_start[f], hull.loop.begin() + hull.facet_start[f + 1]);
  return piece;
}

std::vector<Vec3> cloud(oracle::Dice& dice, bool even, int least, int most) {
  std::vector<Vec3> points;
  const Vec3 axes{dice.uniform(0.5, 1), dice.uniform(0.5, 1), dice.uniform(0.5, 1)};
  const int size = dice.integer(least, most);
  for (int k = 0; k < size; ++k) {
    const Vec3 d = dice.direction();
    points.push_back(even ? dice.grid(-2, 2) * 0.5 : Vec3{d.x * axes.x, d.y * axes.y, d.z * axes.z});
  }
  return points;
}

struct Hulls {
  SupportTable table_a, table_b;
  Support a, b;
};

// One pair of four is on a grid, so that many supports are equal; others are up to 0.4 deep, or 0.01 apart.
Hulls draw(oracle::Dice& dice, int most) {
  const bool even = dice.chance(4);
  Hulls hulls{SupportTable(cloud(dice, even, 1, most)), SupportTable(cloud(dice, even, 4, most)), {}, {}};
  hulls.a = support_of(hulls.table_a, even ? Pose{} : make_pose(dice.in_cube(1), dice.rotation()));
  hulls.b = support_of(hulls.table_b,
                       even ? make_pose(dice.grid(-3, 3) * 0.5) : make_pose(dice.direction() * 4, dice.rotation()));
  if (even) return hulls;
  const ConvexDistance d = convex_distance(hulls.a, hulls.b);
  const double gap = dice.chance(4) ? dice.uniform(-1e-9, 1e-9) : dice.uniform(-0.4, 0.01);
  hulls.b.pose.translation = hulls.b.pose.translation - d.normal * (d.lower - gap);
  return hulls;
}

TEST(QuickDepth, AgreesWithTheSearchAndItsMirrorImageOnEveryInstructionSet) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    const auto count = int(oracle::scaled(4000));
    int deep = 0, quick = 0, astray = 0, slow_astray = 0;
    for (int i = 0; i < count; ++i) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", case " + std::to_string(i));
      const Hulls hulls = draw(dice, dice.pick({8, 32, 90}));
      const Support a = support_of(hulls.table_a, hulls.a.pose), b = support_of(hulls.table_b, hulls.b.pose);
      const CoreAnswer found = depth_of(a, b, false), slow = depth_of(a, b, true);
      ASSERT_TRUE(found.inside || !slow.inside);
      ASSERT_TRUE(found.converged || !slow.converged);
      ASSERT_FALSE(found.inside && slow.apart);
      if (found.inside && slow.inside) {
        // Both hold the truth.
        ASSERT_LE(found.lower, slow.upper);
        ASSERT_LE(slow.lower, found.upper);
        ASSERT_LE(found.upper - found.lower, std::max(slow.upper - slow.lower, found.tolerance * 2));
        ++deep;
        astray += points_astray(found);
        slow_astray += points_astray(slow);
        quick += same(found, slow) ? 0 : 1;
      } else if (!found.inside) {
        ASSERT_TRUE(same(found, slow));
      }
      ASSERT_TRUE(mirrored(depth_of(b, a, false), found));
      for (const Isa isa : instruction_sets()) ASSERT_TRUE(same(depth_of(a, b, false, false, isa), found));
      const CoreAnswer sign = depth_of(a, b, false, true), slow_sign = depth_of(a, b, true, true);
      // The search may leave open whether there is a depth that is next to nothing.
      ASSERT_TRUE((sign.lower > 0) == (slow_sign.lower > 0) || found.upper < 1e-9);
      ASSERT_TRUE(!(found.inside || sign.inside) || exact_gjk(a, b, {1, 0, 0}).meet);
      ASSERT_LE(sign.lower, found.upper);
    }
    std::printf("seed %llu: %d of %d deep, %d by the quick start; points astray: %d, by the search alone %d\n",
                static_cast<unsigned long long>(seed), deep, count, quick, astray, slow_astray);
    if (count < 1000) continue;
    EXPECT_GT(deep, count / 3);
    EXPECT_GT(quick, deep / 2);
    EXPECT_LT(astray, slow_astray);
  }
}

TEST(QuickDepth, IsInItsBracketByAllNormals) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    const auto count = int(oracle::scaled(400));
    int deep = 0;
    for (int i = 0; i < count; ++i) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", case " + std::to_string(i));
      const Hulls hulls = draw(dice, 10);
      const Support a = support_of(hulls.table_a, hulls.a.pose), b = support_of(hulls.table_b, hulls.b.pose);
      const CoreAnswer found = depth_of(a, b, false);
      const oracle::Piece piece_a = piece_of(a), piece_b = piece_of(b);
      if (!found.inside || piece_a.faces.size() < 4 || piece_b.faces.size() < 4) continue;
      const double exact = oracle::DepthOracle({piece_a}, {piece_b}).depth();
      ASSERT_LE(found.lower, exact + 1e-12);
      ASSERT_GE(found.upper, exact - 1e-12);
      ++deep;
    }
    std::printf("seed %llu: %d of %d deep\n", static_cast<unsigned long long>(seed), deep, count);
    if (count < 200) continue;
    EXPECT_GT(deep, count / 3);
  }
}

}  // namespace
}  // namespace graze
