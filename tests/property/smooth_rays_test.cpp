#include "tests/property/smooth_rays.h"
#include "tests/oracle/same.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(SmoothRays, EqualRationalArithmetic) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_smooth_rays(seed, oracle::scaled(6000));
    tally.print("rays against spheres, capsules and half-spaces");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 600) continue;
    for (const auto& [kind, counts] : tally.kinds) {
      EXPECT_GT(counts.rate(), 0.25) << kind;
      EXPECT_LT(counts.rate(), 0.75) << kind;
    }
  }
}

TEST(SmoothRays, TouchAndMissByTheLastBit) {
  const Body ball = body_at(make_sphere(1), {}), pill = body_at(make_capsule(1, 2), {});
  const double over = std::nextafter(1.0, 2.0);
  for (const Body& body : {ball, pill}) {
    const RayResult tangent = cast(body, {{1, -5, 0}, {0, 1, 0}}, {.want = RayWant::all});
    ASSERT_EQ(tangent.hits.size(), 1u);
    EXPECT_EQ(tangent.closest.t, 5);
    EXPECT_EQ(tangent.closest.normal, (Vec3{1, 0, 0}));
    EXPECT_TRUE(cast(body, {{over, -5, 0}, {0, 1, 0}}).no());
  }
  const RayResult through = cast(pill, {{0, 0, -10}, {0, 0, 2}}, {.want = RayWant::all});
  ASSERT_EQ(through.hits.size(), 2u);
  EXPECT_EQ(through.hits[0].t, 3.5);
  EXPECT_EQ(through.hits[1].t, 6.5);
  EXPECT_EQ(cast(ball, {{}, {0, 0, 4}}).closest.t, 0.25);  // from inside: where it leaves
  EXPECT_TRUE(cast(ball, {{0, 0, -2}, {0, 0, 1}, 1}).yes());
  EXPECT_TRUE(cast(ball, {{0, 0, -2}, {0, 0, 1}, std::nextafter(1.0, 0.0)}).no());
  EXPECT_TRUE(cast(ball, {{0, 0, -0.5}, {0, 0, 1}, 1}).no());
  EXPECT_EQ(cast(ball, {{0, 0, 1}, {0, 0, 1}}).closest.t, 0);
  const Body floor = body_at(make_halfspace({0, 0, 2}, 2), {});
  EXPECT_EQ(cast(floor, {{0, 0, 4}, {0, 0, -1}}).closest.t, 3);
  EXPECT_EQ(cast(floor, {{0, 0, -4}, {0, 0, 1}}).closest.normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(cast(floor, {{5, 0, 1}, {1, 0, 0}}).closest.t, 0);
  EXPECT_TRUE(cast(floor, {{5, 0, over}, {1, 0, 0}}).no());
  EXPECT_EQ(cast(ball, {{}, {}}).status, Status::invalid);
  EXPECT_EQ(cast(ball, {{}, {1, 0, 0}, std::nan("")}).status, Status::invalid);
  EXPECT_EQ(cast(floor, {{0, 0, 0x1p301}, {0, 0, -1}}).closest.t, 0x1p301);
  // Far beyond where squares of doubles end.
  EXPECT_EQ(cast(ball, {{0x1p700, 0, 0}, {-0x1p699, 0, 0}}).closest.t, 2);
  EXPECT_TRUE(cast(body_at(make_sphere(1e-300), {}), {{1, 0, 0}, {-1, 0, 0}}).yes());
}

TEST(SmoothRays, AlongTheSideOfACapsuleHitWhereTheyStart) {
  const Body capsule{make_capsule(1, 1), {}};
  for (const double max : {0.0, 0.5, 10.0}) {
    const RayResult found = cast(capsule, {{0, 1, 0}, {0, 0, -1}, max}, {.want = RayWant::all});
    ASSERT_EQ(found.hits.size(), 1u) << max;
    EXPECT_EQ(found.hits[0].t, 0) << max;
    EXPECT_EQ(found.hits[0].normal, (Vec3{0, 1, 0}));
  }
  EXPECT_EQ(cast(capsule, {{0, 1, 3}, {0, 0, -1}}).closest.t, 2);
  EXPECT_TRUE(cast(capsule, {{0, 1, -2}, {0, 0, -1}}).no());
}

TEST(SmoothRays, OfManyAreThoseOfOne) {
  oracle::Dice dice(oracle::fixed_seed);
  std::vector<Ray> rays;
  for (int i = 0; i < 200; ++i) rays.push_back({dice.in_cube(3), dice.direction()});
  for (const Shape& shape : {make_sphere(1), make_capsule(1, 1), make_halfspace({1, 2, 3}, 1)})
    for (const int threads : {1, 2, 0}) {
      const std::vector<RayResult> many = cast(body_at(shape, {}), rays, {.want = RayWant::all, .threads = threads});
      for (std::size_t i = 0; i < rays.size(); ++i) {
        const RayResult one = cast(body_at(shape, {}), rays[i], {.want = RayWant::all});
        ASSERT_EQ(many[i].hits.size(), one.hits.size());
        EXPECT_TRUE(oracle::same(many[i].closest.t, one.closest.t));
      }
    }
}

}  // namespace
}  // namespace graze::property
