// What bundles of rays are said to hit, against exact decisions, on every instruction set that has them: the first hit
// of each ray is never lost, nothing that is missed is sure, and the parameter is where it is said to be.
#include "tree/ray_bundle.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "narrow/ray/ray_kernels.h"
#include "narrow/ray/ray_triangle.h"
#include "shape/data.h"
#include "tests/oracle/ray_cases.h"
#include "tests/tree/clusters.h"

namespace graze {
namespace {

using oracle::Dice;
using test::decade;

struct BundleTally {
  std::uint64_t bundles = 0, refused = 0, rays = 0, hits = 0, sure = 0, unsure = 0, inside = 0;
};

// Sixteen rays from about one point at features of the triangles, or by them; some end near their hit.
std::vector<Ray> rays_from(Dice& dice, const std::vector<Triangle>& world) {
  const Triangle& goal = world[dice.bits() % world.size()];
  const double size = std::max(test::extent(goal), 1e-300);
  const Vec3 middle = (goal.a + goal.b + goal.c) * (1.0 / 3);
  const Vec3 from = middle + dice.direction() * (size * decade(dice, -1, 3));
  const double apart = dice.chance(2) ? 0 : size * decade(dice, -3, 0);
  std::vector<Ray> rays;
  for (int i = 0; i < RayBundle::width; ++i) {
    const Triangle& t = dice.chance(2) ? goal : world[dice.bits() % world.size()];
    const double u = dice.pick({0.0, 0.5, dice.uniform(0, 1), dice.uniform(-0.2, 1)});
    const double v = dice.pick({0.0, 0.5 - 0.5 * u, dice.uniform(-0.2, 1)});
    Vec3 target = t.a + (t.b - t.a) * u + (t.c - t.a) * v;
    if (dice.chance(3)) target = target + dice.direction() * (size * decade(dice, -17, 0));
    const Vec3 origin = from + dice.direction() * apart;
    Ray ray{origin, target - origin};
    if (dice.chance(6)) ray.max = dice.uniform(0, 2);
    if (dice.chance(6)) ray.max = 1 + decade(dice, -17, 0) * dice.pick({-1.0, 0.0, 1.0});
    rays.push_back(ray);
  }
  return rays;
}

void check_ray(const std::vector<Triangle>& world, const Ray& ray, const PlacedRays& placed, int lane,
               const RayCandidates& found, BundleTally& tally) {
  const auto s = [&](double t) { return ((long double)t - placed.first[lane]) * placed.rate[lane]; };
  std::vector<RayCrossing> crossings;
  for (const Triangle& t : world) crossings.push_back(ray_meets_triangle(ray, t));
  std::vector<int> times(world.size());
  for (std::uint32_t k = 0; k < found.size; ++k) {
    const RayCandidate& candidate = found.data[k];
    const RayCrossing& crossing = crossings.at(candidate.triangle);
    ASSERT_EQ(++times[candidate.triangle], 1);
    ++(candidate.sure ? tally.sure : tally.unsure);
    ASSERT_TRUE(crossing.hit || !candidate.sure) << "sure but missed: " << test::text(world[candidate.triangle]);
    if (crossing.hit) {
      ASSERT_TRUE(s(crossing.hi) >= candidate.lo && s(crossing.lo) <= candidate.hi) << "outside of its interval";
    }
  }
  bool any = false;
  for (std::size_t i = 0; i < world.size(); ++i) {
    if (!crossings[i].hit) continue;
    any = true;
    const auto is_after = [&](std::size_t j) {
      if (j == i || !crossings[j].hit || crossings[i].hi < crossings[j].lo) return false;
      return compare(exact_parameter(ray, world[i], crossings[i]), exact_parameter(ray, world[j], crossings[j])) > 0;
    };
    bool first = true;
    for (std::size_t j = 0; first && j < world.size(); ++j) first = !is_after(j);
    // Also where several are.
    if (first) {
      ASSERT_EQ(times[i], 1) << "lost: " << test::text(world[i]);
    }
  }
  ++tally.rays;
  tally.hits += any;
}

TEST(RayBundle, losesNothingAndIsRightWhenSure) {
  for (const Isa isa : instruction_sets()) {
    const RayBundleCast cast = ray_bundle_cast(isa);
    if (cast == nullptr) continue;
    for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
      std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
      Dice dice(seed);
      BundleTally tally;
      const std::uint64_t rounds = oracle::scaled(2000);
      for (std::uint64_t round = 0; round < rounds; ++round) {
        const Shape shape = test::soup_of(test::cluster(dice));
        const Pose pose{property::random_linear(dice, test::any_kind(dice), decade(dice, -3, 3)),
                        dice.grid(-1, 1) * dice.pick({0.0, 1.0, 1e6})};
        const Placement placement = place(data_of(shape), pose);
        const std::vector<Triangle> world = test::posed_all(shape, pose);
        const std::vector<Ray> rays = rays_from(dice, world);
        RayLanes lanes[2];
        PlacedRays placed[2];
        RayBundle bundle;
        unsigned active = 0;
        for (int i = 0; i < RayBundle::width; ++i) lanes[i / 8].set(i % 8, rays[std::size_t(i)]);
        for (int h = 0; h < 2; ++h) ray_kernels(isa).place_alike(placement, lanes[h], 8, placed[h]);
        for (int i = 0; i < RayBundle::width; ++i) {
          const Ray& ray = rays[std::size_t(i)];
          const PlacedRays& of = placed[i / 8];
          if ((of.misses >> (i % 8) & 1) != 0) {
            for (const Triangle& t : world) ASSERT_FALSE(ray_meets_triangle(ray, t).hit) << round;
          }
          const bool usable = ((of.valid & of.usable) >> (i % 8) & 1) != 0;
          if (usable && ray.max >= 0 && !dice.chance(20)) active |= 1u << i;
          bundle.limit[i] = of.limit(i % 8, ray.max);
          bundle.surely_before[i] = of.surely_before(i % 8, ray.max);
        }
        RayCandidates found[RayBundle::width];
        const float widest = dice.chance(4) ? 0.1f : 100.0f;
        if (active == 0 || !gather(placed[0].frames, placed[1].frames, active, bundle) ||
            !cast(bare(data_of(shape).ray_tree()), bundle, widest, found)) {
          ++tally.refused;
          continue;
        }
        ++tally.bundles;
        tally.inside += std::fabs(bundle.start[bundle.axis][0]) < 1;
        for (int i = 0; i < RayBundle::width; ++i)
          if ((active >> i & 1) != 0) {
            check_ray(world, rays[std::size_t(i)], placed[i / 8], i % 8, found[i], tally);
            ASSERT_FALSE(HasFatalFailure()) << name(isa) << " round " << round << " ray " << i;
          }
      }
      std::printf("%s: %llu bundles, %llu refused; %llu rays, %llu hit; sure %llu, unsure %llu; from inside %llu\n",
                  name(isa), (unsigned long long)tally.bundles, (unsigned long long)tally.refused,
                  (unsigned long long)tally.rays, (unsigned long long)tally.hits, (unsigned long long)tally.sure,
                  (unsigned long long)tally.unsure, (unsigned long long)tally.inside);
      if (rounds < 1000) continue;
      EXPECT_GT(tally.bundles, rounds / 5);
      EXPECT_GT(tally.hits, tally.rays / 4);
      EXPECT_GT(tally.sure, rounds);
      EXPECT_GT(tally.unsure, rounds / 2);
      EXPECT_GT(tally.inside, rounds / 50);
    }
  }
}

}  // namespace
}  // namespace graze
