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

#include "narrow/placement.h"
#include "narrow/posed.h"
#include "narrow/ray_triangle.h"
#include "narrow/triangle_triangle.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/ray_cases.h"
#include "tests/oracle/triangle_cases.h"
#include "tests/property/bodies.h"
#include "tree/kernels.h"

namespace graze {
namespace {

using oracle::Dice;
using property::PoseKind;

double decade(Dice& dice, double lo, double hi) { return std::pow(10.0, dice.uniform(lo, hi)); }

PoseKind any_kind(Dice& dice) { return property::pose_kinds[dice.bits() % property::pose_kinds.size()]; }

Shape soup_of(const std::vector<Triangle>& triangles) {
  std::vector<Vec3> vertices;
  for (const Triangle& t : triangles) vertices.insert(vertices.end(), {t.a, t.b, t.c});
  return make_soup(std::move(vertices));
}

// A few triangles around a point, seldom with one far away: then the leaves are small in the frame of the tree.
std::vector<Triangle> cluster(Dice& dice) {
  std::vector<Triangle> result;
  const bool gridded = dice.chance(4);
  const double size = gridded ? 0.25 : decade(dice, -4, 0);
  const Vec3 centre = dice.chance(3) ? dice.grid(-1, 1) * dice.pick({1.0, 1024.0, 0x1p20}) : Vec3{};
  for (int count = dice.chance(3) ? 1 : dice.integer(2, 20); count > 0; --count) {
    const Triangle t = gridded ? oracle::detail::grid_triangle(dice, 4) : oracle::detail::any_triangle(dice, 1);
    result.push_back(oracle::detail::moved(t, [&](Vec3 p) { return p * size + centre; }));
  }
  if (dice.chance(4)) {
    const Vec3 far = centre + dice.direction() * (size * decade(dice, 0, 5));
    result.push_back({far, far + dice.in_cube(size), far + dice.in_cube(size)});
  }
  return result;
}

std::vector<Triangle> posed_all(const Shape& shape, const Pose& pose) {
  return property::posed_triangles({shape, pose});
}

double extent(const Triangle& t) { return std::max(length(t.b - t.a), length(t.c - t.a)); }

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

std::string text(const Triangle& t) {
  char line[300];
  std::snprintf(line, sizeof line, "{{%a, %a, %a}, {%a, %a, %a}, {%a, %a, %a}}", t.a.x, t.a.y, t.a.z, t.b.x, t.b.y,
                t.b.z, t.c.x, t.c.y, t.c.z);
  return line;
}

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
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::fresh_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    PairTally tally;
    std::uint64_t unusable = 0, rigid = 0, affine = 0;
    const std::uint64_t rounds = oracle::scaled(20000);
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const Bodies bodies = close_bodies(dice);
      PairFrame frame;
      if (!pair_frame(place(bodies.a.data(), bodies.pose_a), place(bodies.b.data(), bodies.pose_b), frame)) {
        ++unusable;
        continue;
      }
      ++(frame.b_in_a.rigid ? rigid : affine);
      const Tree &a = bodies.a.data().tree(), &b = bodies.b.data().tree();
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

// --- rays ---

struct RayTally {
  std::uint64_t certain = 0, unsure_hit = 0, unsure_miss = 0, culled = 0, lost = 0, outside = 0, wrong = 0;
};

// A ray at the feature of a triangle, passing it by anything between nothing and its size; often with an end near the
// hit.
Ray close_ray(Dice& dice, const std::vector<Triangle>& world) {
  const Triangle& goal = world[dice.bits() % world.size()];
  const double size = std::max(extent(goal), 1e-300);
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

Ray backward(Ray ray) {
  ray.direction = -ray.direction;
  return ray;
}

// Does the interval of the kernel hold the parameter, which is in the bracket of the crossing?
bool holds(const LeafHits& hits, std::uint32_t i, const PlacedRay& placed, const RayCrossing& crossing) {
  const auto s = [&](double t) { return ((long double)t - placed.start) * placed.rate; };
  return s(crossing.hi) >= hits.lo[i] && s(crossing.lo) <= hits.hi[i];
}

void check_ray(const Tree& tree, const std::vector<Triangle>& world, const Ray& ray, const PlacedRay& placed,
               float limit, RayTally& tally) {
  const float before_max = placed.surely_before(ray.max);
  Ray line = ray;
  line.max = std::numeric_limits<double>::max();
  for (const Leaf& leaf : tree.leaves) {
    LeafHits hits{};
    kernels().ray_leaf(placed.frame, limit, leaf, hits);
    if (hits.possible == 0) hits.certain = 0;
    ASSERT_EQ(hits.possible >> leaf.count, 0u) << "an unused slot";
    ASSERT_EQ(hits.certain & ~hits.possible, 0u);
    for (std::uint32_t i = 0; i < leaf.count; ++i) {
      const bool possible = (hits.possible >> i & 1) != 0, certain = (hits.certain >> i & 1) != 0;
      const Triangle& t = world[tree.order[leaf.first + i]];
      const RayCrossing crossing = ray_meets_triangle(ray, t);
      const auto report = [&](const char* what) {
        char line_text[200];
        std::snprintf(line_text, sizeof line_text, "{%a, %a, %a} {%a, %a, %a} max %a", ray.origin.x, ray.origin.y,
                      ray.origin.z, ray.direction.x, ray.direction.y, ray.direction.z, ray.max);
        ADD_FAILURE() << what << ": ray " << line_text << " triangle " << text(t) << " t in " << crossing.lo << " ... "
                      << crossing.hi << " s in " << hits.lo[i] << " ... " << hits.hi[i] << " start " << placed.start
                      << " rate " << placed.rate << " limit " << limit << " error " << placed.frame.error;
      };
      if (crossing.hit) {
        const bool within = (crossing.hi - placed.start) * placed.rate <= double(limit);
        if (within && !possible && ++tally.lost <= 3) report("lost");
        if (possible && !holds(hits, i, placed, crossing) && ++tally.outside <= 3) report("outside of its interval");
        ++(certain ? tally.certain : tally.unsure_hit);
        continue;
      }
      ++(possible ? tally.unsure_miss : tally.culled);
      if (!certain) continue;
      const bool sure = hits.lo[i] > 0 && hits.hi[i] < before_max;
      const bool on_line = ray_meets_triangle(line, t).hit || ray_meets_triangle(backward(line), t).hit;
      if ((sure || !on_line) && ++tally.wrong <= 3) report(sure ? "certain but missed" : "the line misses");
    }
  }
}

TEST(RayLeaf, LosesNothingAndIsRightWhenCertain) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::fresh_seed()}) {
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    RayTally tally;
    std::uint64_t unusable = 0, missing = 0, total = 0;
    const std::uint64_t rounds = oracle::scaled(10000);
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const Shape shape = soup_of(cluster(dice));
      const Pose pose{property::random_linear(dice, any_kind(dice), decade(dice, -3, 3)),
                      dice.grid(-1, 1) * dice.pick({0.0, 1.0, 1e6})};
      const Placement placement = place(shape.data(), pose);
      const std::vector<Triangle> world = posed_all(shape, pose);
      for (int k = 0; k < 12; ++k, ++total) {
        const Ray ray = close_ray(dice, world);
        if (!(ray.max >= 0) || ray.direction == Vec3{}) continue;
        PlacedRay placed;
        const RayPlacing placing = place_ray(placement, ray, placed);
        if (placing == RayPlacing::unusable) {
          ++unusable;
        } else if (placing == RayPlacing::misses) {
          ++missing;
          for (const Triangle& t : world) ASSERT_FALSE(ray_meets_triangle(ray, t).hit) << round;
        } else {
          const float limit = dice.chance(4) ? float(dice.uniform(0, 6)) : placed.limit(ray.max);
          check_ray(shape.data().tree(), world, ray, placed, limit, tally);
          ASSERT_FALSE(HasFatalFailure()) << "round " << round;
        }
      }
    }
    std::printf(
        "certain %llu, unsure and hit %llu, unsure and missed %llu, culled %llu; lost %llu, outside %llu, "
        "wrong %llu; misplaced %llu, unusable %llu of %llu\n",
        (unsigned long long)tally.certain, (unsigned long long)tally.unsure_hit, (unsigned long long)tally.unsure_miss,
        (unsigned long long)tally.culled, (unsigned long long)tally.lost, (unsigned long long)tally.outside,
        (unsigned long long)tally.wrong, (unsigned long long)missing, (unsigned long long)unusable,
        (unsigned long long)total);
    EXPECT_EQ(tally.lost, 0u);
    EXPECT_EQ(tally.outside, 0u);
    EXPECT_EQ(tally.wrong, 0u);
    if (rounds < 1000) continue;
    EXPECT_LT(unusable, total / 10);
    EXPECT_GT(tally.certain, rounds);
    EXPECT_GT(tally.unsure_hit, rounds);
    EXPECT_GT(tally.unsure_miss, rounds);
    EXPECT_GT(tally.culled, rounds);
  }
}

}  // namespace
}  // namespace graze
