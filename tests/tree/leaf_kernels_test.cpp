// What the float kernels of leaves say about triangles, against exact decisions: nothing that meets is lost, nothing
// that is apart is certain.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/triangle/triangle_triangle.h"
#include "shape/data.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/triangle_cases.h"
#include "tests/property/bodies.h"
#include "tests/tree/clusters.h"
#include "tree/kernels.h"

namespace graze {
namespace {

using oracle::Dice;
using property::PoseKind;
using test::any_kind;
using test::cluster;
using test::decade;
using test::extent;
using test::posed_all;
using test::soup_of;
using test::text;

// --- pairs of leaves ---

struct Bodies {
  Shape a, b;
  Pose pose_a, pose_b;
};

// Triangles of b on those of a, pulled off or pushed in by anything between nothing and their size.
Bodies close_bodies(Dice& dice) {
  Bodies bodies;
  bodies.a = soup_of(cluster(dice));
  const bool exact = dice.chance(4);  // no rounding: what touches touches
  const double size = exact ? dice.pick({1.0, 4.0}) : decade(dice, -3, 3);
  const auto kind = [&] { return exact ? PoseKind::aligned : any_kind(dice); };
  const double place = exact ? dice.pick({0.0, 3.0, 0x1p20}) : dice.pick({0.0, 1.0, 1e6});
  bodies.pose_a = {property::random_linear(dice, kind(), size), dice.grid(-1, 1) * place};
  const double size_b = exact || dice.chance(2) ? size : size * decade(dice, -5, 5);
  bodies.pose_b = {property::random_linear(dice, kind(), size_b), bodies.pose_a.translation};
  const Pose back = inverse(bodies.pose_b);
  std::vector<Triangle> triangles;
  const std::vector<Triangle> world = posed_all(bodies.a, bodies.pose_a);
  for (int count = dice.integer(1, 12); count > 0; --count) {
    const Triangle& host = world[dice.bits() % world.size()];
    const double reach = std::max(extent(host), 1e-300) * (exact ? 1 : dice.pick({1.0, 1.0, 0.1, 10.0}));
    Triangle t = oracle::detail::placed_on(dice, host, reach, 0);
    if (!exact && dice.chance(2)) {
      Vec3 away = dice.chance(2) ? cross(host.b - host.a, host.c - host.a) : dice.direction();
      const double norm = length(away);
      away = norm > 0 ? away * (reach * decade(dice, -17, 0) * (dice.chance(2) ? 1 : -1) / norm) : Vec3{};
      t = oracle::detail::moved(t, [&](Vec3 p) { return p + away; });
    }
    triangles.push_back(oracle::detail::moved(t, [&](Vec3 p) { return back * p; }));
  }
  if (dice.chance(5)) triangles.push_back(oracle::detail::moved(triangles[0], [&](Vec3 p) { return p + p; }));
  bodies.b = soup_of(triangles);
  return bodies;
}

struct PairTally {
  std::uint64_t certain = 0, unsure_meeting = 0, unsure_apart = 0, parted = 0, lost = 0, wrong = 0;
};

void check_leaves(const PairMap& map, const Tree& host, const std::vector<Triangle>& host_world, const Tree& guest,
                  const std::vector<Triangle>& guest_world, bool one, PairTally& tally) {
  for (const Leaf& p : host.leaves)
    for (const Leaf& q : guest.leaves) {
      LeafMeetings meetings;
      const bool some = kernels().leaf_pair(map, p, q, one, meetings);
      for (std::uint32_t i = 0; i < Leaf::width; ++i)
        for (std::uint32_t j = 0; j < Leaf::width; ++j) {
          const bool possible = some && (meetings.possible[i] >> j & 1) != 0;
          const bool certain = some && (meetings.certain[i] >> j & 1) != 0;
          ASSERT_TRUE(possible || !certain);
          if (i >= q.count || j >= p.count) {
            ASSERT_FALSE(possible) << "an unused slot";
            continue;
          }
          const Triangle& s = guest_world[guest.order[q.first + i]];
          const Triangle& t = host_world[host.order[p.first + j]];
          if (triangles_meet(s, t)) {
            if (!possible && ++tally.lost <= 3) ADD_FAILURE() << "lost: " << text(s) << ' ' << text(t);
            ++(certain ? tally.certain : tally.unsure_meeting);
          } else {
            if (certain && ++tally.wrong <= 3) ADD_FAILURE() << "certain but apart: " << text(s) << ' ' << text(t);
            ++(possible ? tally.unsure_apart : tally.parted);
          }
        }
    }
}

TEST(LeafPair, LosesNothingAndIsRightWhenCertain) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    PairTally tally;
    std::uint64_t unusable = 0, rigid = 0, affine = 0;
    const std::uint64_t rounds = oracle::scaled(20000);
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const Bodies bodies = close_bodies(dice);
      PairFrame frame;
      if (!pair_frame(place(data_of(bodies.a), bodies.pose_a), place(data_of(bodies.b), bodies.pose_b), frame)) {
        ++unusable;
        continue;
      }
      ++(frame.b_in_a.rigid ? rigid : affine);
      const Tree &a = data_of(bodies.a).tree(), &b = data_of(bodies.b).tree();
      const std::vector<Triangle> world_a = posed_all(bodies.a, bodies.pose_a);
      const std::vector<Triangle> world_b = posed_all(bodies.b, bodies.pose_b);
      const bool one = dice.chance(4);
      check_leaves(frame.b_in_a, a, world_a, b, world_b, one, tally);
      check_leaves(frame.a_in_b, b, world_b, a, world_a, one, tally);
      ASSERT_FALSE(HasFatalFailure()) << "round " << round;
    }
    std::printf(
        "certain %llu, unsure and meeting %llu, unsure and apart %llu, parted %llu; lost %llu, wrong %llu; "
        "rigid %llu, affine %llu, unusable %llu\n",
        (unsigned long long)tally.certain, (unsigned long long)tally.unsure_meeting,
        (unsigned long long)tally.unsure_apart, (unsigned long long)tally.parted, (unsigned long long)tally.lost,
        (unsigned long long)tally.wrong, (unsigned long long)rigid, (unsigned long long)affine,
        (unsigned long long)unusable);
    EXPECT_EQ(tally.lost, 0u);
    EXPECT_EQ(tally.wrong, 0u);
    if (rounds < 1000) continue;
    EXPECT_GT(rigid, rounds / 10);
    EXPECT_GT(affine, rounds / 10);
    EXPECT_LT(unusable, rounds / 10);
    EXPECT_GT(tally.certain, rounds);
    EXPECT_GT(tally.parted, rounds);
    EXPECT_GT(tally.unsure_meeting, rounds / 2);
    EXPECT_GT(tally.unsure_apart, rounds / 2);
  }
}

}  // namespace
}  // namespace graze
