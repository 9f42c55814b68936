// A prepared body answers as the body itself does, to the last bit, for every kind and pair of kinds.
#include "graze/prepared.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "tests/property/kinds.h"

namespace graze::property {
namespace {

using oracle::same;

bool same_hit(const RayHit& x, const RayHit& y) {
  return same(x.t, y.t) && x.triangle == y.triangle && x.tag == y.tag && same(x.barycentric, y.barycentric) &&
         same(x.normal, y.normal) && same(x.point, y.point);
}

bool same_ray_answer(const RayResult& x, const RayResult& y) {
  if (x.status != y.status || x.answer != y.answer || !same_hit(x.closest, y.closest) || x.hits.size() != y.hits.size())
    return false;
  for (std::size_t i = 0; i < x.hits.size(); ++i)
    if (!same_hit(x.hits[i], y.hits[i])) return false;
  return true;
}

Body random_body(oracle::Dice& dice, ShapeForm form, double size, Vec3 at) {
  Body body = random_kind(dice, form, size, at).body;
  if (dice.chance(4)) body.shape = with_margin(body.shape, 0.1 * size);
  if (dice.chance(12)) body.pose.translation = body.pose.translation + Vec3{1e9 * size, 0, 0};
  return body;
}

TEST(Prepared, CastsAsTheBodyDoes) {
  oracle::Dice dice(oracle::fixed_seed);
  std::size_t hits = 0, failures = 0, all = 0;
  for (int i = 0; i < 17 * static_cast<int>(oracle::scaled(16)); ++i) {
    const double size = std::pow(10.0, dice.uniform(-2, 2));
    const Body body = random_body(dice, ShapeForm(i % 17), size, dice.in_cube(size));
    const Prepared prepared(body);
    EXPECT_EQ(prepared.body().shape.identity(), body.shape.identity());
    const Vec3 middle = body.pose.translation;
    std::vector<Ray> rays;
    for (int k = 0; k < 40; ++k) {
      const Vec3 from = middle + dice.direction() * (size * dice.uniform(0, 5));
      Ray ray{from, middle + dice.in_cube(0.5 * size) - from};
      if (dice.chance(4)) ray.max = dice.uniform(0, 2);
      if (dice.chance(8)) ray.max = std::numeric_limits<double>::infinity();
      if (dice.chance(16)) ray = ray_between(ray.origin, middle);
      if (dice.chance(50)) ray.direction = {};
      rays.push_back(ray);
    }
    RaySettings settings{.want = dice.pick({RayWant::closest, RayWant::any, RayWant::all})};
    if (dice.chance(5)) settings.budget = 40;
    const std::vector<RayResult> together = cast(prepared, rays, settings), apart = cast(body, rays, settings);
    for (std::size_t k = 0; k < rays.size(); ++k) {
      const RayResult expected = cast(body, rays[k], settings), found = cast(prepared, rays[k], settings);
      if (settings.want != RayWant::any) {  // which of several is not promised
        EXPECT_TRUE(same_ray_answer(found, expected)) << lines(body, rays[k]);
        EXPECT_TRUE(same_ray_answer(together[k], apart[k])) << lines(body, rays[k]);
      }
      EXPECT_EQ(found.answer, expected.answer) << lines(body, rays[k]);
      EXPECT_EQ(together[k].answer, apart[k].answer) << lines(body, rays[k]);
      ++all;
      hits += expected.yes() ? 1 : 0;
      failures += expected.ok() ? 0 : 1;
    }
  }
  EXPECT_GT(hits, all / 4);
  EXPECT_GT(failures, all / 100);
  EXPECT_LT(failures, all / 3);
}

TEST(Prepared, PairsAsTheBodiesDo) {
  oracle::Dice dice(oracle::fixed_seed);
  std::size_t meeting = 0, all = 0;
  for (int first = 0; first < 17; ++first)
    for (int second = 0; second < 17; ++second)
      for (int turn = 0; turn < 3; ++turn) {
        const Body a = random_body(dice, ShapeForm(first), 1, {});
        const Body b = random_body(dice, ShapeForm(second), 1, dice.in_cube(1.5));
        const Prepared at_a(a), at_b(b);
        CollideSettings settings{.all = dice.chance(2)};
        if (dice.chance(6)) settings.budget = 60;
        const CollideResult expected = collide(a, b, settings), met = collide(at_a, at_b, settings);
        EXPECT_EQ(met.status, expected.status) << first << ' ' << second;
        EXPECT_EQ(met.answer, expected.answer) << first << ' ' << second;
        EXPECT_EQ(met.pairs, expected.pairs) << first << ' ' << second;
        DistanceSettings how;
        if (dice.chance(4)) how.max = 0.25;
        if (dice.chance(4)) how.budget = unlimited_budget;
        EXPECT_TRUE(same_answer(find_distance(at_a, at_b, how), find_distance(a, b, how))) << first << ' ' << second;
        const double tolerance = dice.uniform(0, 0.5);
        const WithinResult near = within(at_a, at_b, tolerance), alone = within(a, b, tolerance);
        EXPECT_EQ(near.status, alone.status) << first << ' ' << second;
        EXPECT_EQ(near.answer, alone.answer) << first << ' ' << second;
        PairCache cache, other;
        for (int k = 0; k < 2; ++k)
          EXPECT_TRUE(same_answer(find_distance(at_a, at_b, {}, &cache), find_distance(a, b, {}, &other)))
              << first << ' ' << second;
        ++all;
        meeting += expected.yes() ? 1 : 0;
      }
  EXPECT_GT(meeting, all / 8);
  EXPECT_LT(meeting, all * 7 / 8);
}

TEST(Prepared, AnEmptyHandleOrASingularPoseIsToldByTheQuery) {
  const Shape mesh = make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const Ray down{{0.25, 0.25, 1}, {0, 0, -1}};
  const Pose flat{{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}, {}};
  for (const Body& body : {Body{}, Body{mesh, flat}}) {
    EXPECT_EQ(cast(Prepared(body), down).status, Status::invalid);
    EXPECT_EQ(collide(Prepared(body), Prepared({mesh, {}})).status, Status::invalid);
    EXPECT_EQ(find_distance(Prepared({mesh, {}}), Prepared(body)).status, Status::invalid);
  }
}

TEST(Prepared, OneIsAskedFromManyThreads) {
  const Shape mesh = make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const Prepared body({mesh, make_pose({0, 0, 2})});
  std::vector<std::thread> threads;
  std::vector<double> t(4);
  for (std::size_t i = 0; i < t.size(); ++i)
    threads.emplace_back([&, i] { t[i] = cast(body, {{0.25, 0.25, 5}, {0, 0, -1}}).closest.t; });
  for (std::thread& thread : threads) thread.join();
  for (const double each : t) EXPECT_EQ(each, 3);
}

}  // namespace
}  // namespace graze::property
