// What casting in float says about rays and triangles, against exact decisions, on every instruction set: nothing that
// is hit is lost, nothing that is missed is sure, and the parameter is where it is said to be.
#include "tree/ray_cast.h"
#include "shape/data.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <unordered_map>
#include <vector>

#include "narrow/ray/ray_kernels.h"
#include "narrow/ray/ray_triangle.h"
#include "tests/oracle/ray_cases.h"
#include "tests/tree/clusters.h"

namespace graze {
namespace {

using oracle::Dice;
using test::any_kind;
using test::decade;

struct Tally {
  std::uint64_t sure = 0, unsure_hit = 0, unsure_miss = 0, culled = 0, lost = 0, outside = 0, wrong = 0;
};

// A ray at the feature of a triangle, passing it by anything between nothing and its size; often with an end near the
// hit.
Ray close_ray(Dice& dice, const std::vector<Triangle>& world) {
  const Triangle& goal = world[dice.bits() % world.size()];
  const double size = std::max(test::extent(goal), 1e-300);
  const oracle::RayKind kind = dice.chance(6)
                                   ? oracle::ray_kinds[dice.bits() % oracle::ray_kinds.size()]
                                   : dice.pick({oracle::RayKind::vertex, oracle::RayKind::edge, oracle::RayKind::face});
  Ray ray = oracle::make_ray(dice, kind, std::span(&goal, 1), size * (dice.chance(3) ? decade(dice, -1, 4) : 1));
  if (dice.chance(3)) ray.origin = ray.origin + dice.direction() * (size * decade(dice, -17, 0));
  if (dice.chance(3)) {
    const RayCrossing crossing = ray_meets_triangle(ray, goal);
    const double t = crossing.hit ? crossing.lo : dice.uniform(0, 2);
    ray.max = t + t * decade(dice, -17, 0) * dice.pick({-1.0, 0.0, 1.0});
  }
  return ray;
}

struct Cast {
  const RayTree& tree;
  const std::vector<Triangle>& world;
  Isa isa;

  std::unordered_map<std::uint32_t, RayCandidate> operator()(const PlacedRays& placed, const RayWish& wish) const {
    RayCandidates found;
    ray_cast(isa)(bare(tree), placed.frames, 0, wish, found);
    std::unordered_map<std::uint32_t, RayCandidate> result;
    for (std::uint32_t i = 0; i < found.size; ++i)
      EXPECT_TRUE(result.emplace(found.data[i].triangle, found.data[i]).second) << "a triangle twice";
    return result;
  }
};

void check(const Cast& cast, const Ray& ray, const PlacedRays& placed, float limit, Tally& tally) {
  const RayWish wish{RayAim::all, limit, placed.surely_before(0, ray.max)};
  const auto found = cast(placed, wish);
  const auto s = [&](double t) { return ((long double)t - placed.first[0]) * placed.rate[0]; };
  for (std::uint32_t i = 0; i < cast.world.size(); ++i) {
    const RayCrossing crossing = ray_meets_triangle(ray, cast.world[i]);
    const auto it = found.find(i);
    const bool possible = it != found.end(), sure = possible && it->second.sure;
    const auto report = [&](const char* what) {
      char text[200];
      std::snprintf(text, sizeof text, "{%a, %a, %a} {%a, %a, %a} max %a", ray.origin.x, ray.origin.y, ray.origin.z,
                    ray.direction.x, ray.direction.y, ray.direction.z, ray.max);
      ADD_FAILURE() << what << ": ray " << text << " triangle " << test::text(cast.world[i]) << " t in " << crossing.lo
                    << " ... " << crossing.hi << " limit " << limit;
    };
    if (!crossing.hit) {
      ++(possible ? tally.unsure_miss : tally.culled);
      if (sure && ++tally.wrong <= 3) report("sure but missed");
      continue;
    }
    if (!possible && s(crossing.hi) <= limit && ++tally.lost <= 3) report("lost");
    if (possible && !(s(crossing.hi) >= it->second.lo && s(crossing.lo) <= it->second.hi) && ++tally.outside <= 3)
      report("outside of its interval");
    ++(sure ? tally.sure : tally.unsure_hit);
  }

  // What is surely the first hit is among those that are left of the closest; of nothing but misses, none is sure.
  const auto closest = cast(placed, {RayAim::closest, limit, wish.surely_before});
  bool hit = false;
  for (std::uint32_t i = 0; i < cast.world.size(); ++i) {
    const RayCrossing crossing = ray_meets_triangle(ray, cast.world[i]);
    hit = hit || crossing.hit;
    bool first = crossing.hit && s(crossing.hi) <= limit;
    for (std::uint32_t j = 0; first && j < cast.world.size(); ++j) {
      const RayCrossing other = ray_meets_triangle(ray, cast.world[j]);
      first = j == i || !other.hit || crossing.hi < other.lo;
    }
    if (first) {
      ASSERT_EQ(closest.count(i), 1u);
    }
  }
  for (const auto& [triangle, candidate] : closest) ASSERT_TRUE(hit || !candidate.sure) << triangle;
  const auto any = cast(placed, {RayAim::any, limit, wish.surely_before});
  ASSERT_EQ(any.empty(), found.empty());
}

TEST(RayCast, LosesNothingAndIsRightWhenSure) {
  for (const Isa isa : instruction_sets())
    for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
      std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
      Dice dice(seed);
      Tally tally;
      std::uint64_t unusable = 0, missing = 0, total = 0;
      const std::uint64_t rounds = oracle::scaled(4000);
      for (std::uint64_t round = 0; round < rounds; ++round) {
        const Shape shape = test::soup_of(test::cluster(dice));
        const Pose pose{property::random_linear(dice, any_kind(dice), decade(dice, -3, 3)),
                        dice.grid(-1, 1) * dice.pick({0.0, 1.0, 1e6})};
        const Placement placement = place(data_of(shape), pose);
        const std::vector<Triangle> world = test::posed_all(shape, pose);
        const Cast cast{data_of(shape).ray_tree(), world, isa};
        for (int k = 0; k < 12; ++k, ++total) {
          const Ray ray = close_ray(dice, world);
          if (!(ray.max >= 0) || ray.direction == Vec3{}) continue;
          PlacedRays placed;
          ray_kernels(isa).place_one(placement, ray, placed);
          ASSERT_EQ(placed.valid & 1, 1u);
          if ((placed.misses & 1) != 0) {
            ++missing;
            for (const Triangle& t : world) ASSERT_FALSE(ray_meets_triangle(ray, t).hit) << round;
          } else if ((placed.usable & 1) == 0) {
            ++unusable;
          } else {
            check(cast, ray, placed, dice.chance(4) ? float(dice.uniform(0, 6)) : placed.limit(0, ray.max), tally);
            ASSERT_FALSE(HasFatalFailure()) << "round " << round;
          }
        }
      }
      std::printf(
          "sure %llu, unsure and hit %llu, unsure and missed %llu, culled %llu; misses %llu, unusable %llu of %llu\n",
          (unsigned long long)tally.sure, (unsigned long long)tally.unsure_hit, (unsigned long long)tally.unsure_miss,
          (unsigned long long)tally.culled, (unsigned long long)missing, (unsigned long long)unusable,
          (unsigned long long)total);
      EXPECT_EQ(tally.lost, 0u);
      EXPECT_EQ(tally.outside, 0u);
      EXPECT_EQ(tally.wrong, 0u);
      if (rounds < 1000) continue;
      EXPECT_LT(unusable, total / 10);
      EXPECT_GT(tally.sure, rounds);
      EXPECT_GT(tally.unsure_hit, rounds);
      EXPECT_GT(tally.unsure_miss, rounds);
      EXPECT_GT(tally.culled, rounds);
    }
}

}  // namespace
}  // namespace graze
