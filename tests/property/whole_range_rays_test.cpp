#include "tests/property/whole_range_rays.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(WholeRangeRays, EqualExactMembership) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    RangeTimes times;
    const Tally tally = check_whole_range_rays(seed, oracle::scaled(2500), times);
    tally.print("rays over the whole range of doubles");
    std::printf("  refused %llu, slowest %.3f ms\n", static_cast<unsigned long long>(times.refused),
                1e3 * times.slowest);
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_LT(times.slowest, 1.0) << times.slowest_lines;
    if (tally.total().cases < 2000) continue;
    for (const ShapeForm form : range_forms()) {
      EXPECT_GT(tally.kinds.at(name(form)).rate(), 0.15) << name(form);
      EXPECT_LT(tally.kinds.at(name(form)).rate(), 0.95) << name(form);
    }
    const auto refused = tally.kinds.find("out of range");  // there may be none
    const std::uint64_t out_of_range = refused == tally.kinds.end() ? 0 : refused->second.cases;
    EXPECT_LT(out_of_range, tally.total().cases / 4);
  }
}

// Directions and radii for which a search for the root that grows from 0 by factors never ends.
TEST(WholeRangeRays, EndForTinyDirectionsAndHugeRadii) {
  const Body ball{make_sphere(1), {}}, pill{make_capsule(1, 2), {}};
  const RayResult tiny = cast(ball, {{0, 0, 5}, {0, 0, -1e-160}});
  ASSERT_TRUE(tiny.yes());
  EXPECT_EQ(tiny.closest.t, 4 / 1e-160);
  EXPECT_EQ(tiny.closest.normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(cast(pill, {{0, 0, 5}, {0, 0, -0x1p-600}}).closest.t, 0x1p601);
  EXPECT_EQ(cast({make_sphere(0x1p700), {}}, {{}, {1, 0, 0}}).closest.t, 0x1p700);
  EXPECT_EQ(cast({make_sphere(0x1p-700), {}}, {{}, {0x1p300, 0, 0}}).closest.t, 0x1p-1000);
  // Subnormal, below the least double, at the greatest and past it.
  EXPECT_EQ(cast({make_sphere(0x1p-1000), {}}, {{}, {0x1p74, 0, 0}}).closest.t, 0x1p-1074);
  EXPECT_EQ(cast({make_sphere(0x1p-1000), {}}, {{}, {0x1p76, 0, 0}}).closest.t, 0);
  EXPECT_EQ(cast({make_sphere(greatest_double), {}}, {{}, {1, 0, 0}}).closest.t, greatest_double);
  EXPECT_TRUE(cast({make_sphere(greatest_double), {}}, {{}, {0.5, 0, 0}}).no());
  EXPECT_TRUE(cast({make_sphere(greatest_double), {}}, {{}, {0.5, 0, 0}, infinity}).no());
  EXPECT_EQ(cast(ball, {{0, 0, 5}, {0, 0, -0x1p-1020}, infinity}).closest.t, 0x1p1022);
}

// One direction, 2^-1070 to 2^1020 long: t is what the length makes of it, at every kind of body.
TEST(WholeRangeRays, ScaleWithTheirDirection) {
  const std::vector<Vec3> corners{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  const Mat3 bent{{2, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<Body> bodies{{make_sphere(1), {}},
                                 {make_sphere(1), {bent, {}}},
                                 {make_capsule(1, 1), {}},
                                 {make_capsule(1, 1), {bent, {}}},
                                 {make_cylinder(1, 1), {}},
                                 {make_cone(1, 1), {}},
                                 {make_ellipsoid({1, 2, 1}), {}},
                                 {make_box({1, 1, 1}), {}},
                                 {with_margin(make_box({1, 1, 1}), 0.5), {}},
                                 {make_convex(corners), {}},
                                 {with_margin(make_convex(corners), 0.5), {}},
                                 {with_margin(make_point(), 1), {}},
                                 {make_halfspace({0, 0, 1}, 1), {}},
                                 {with_margin(make_halfspace({0, 0, 1}, 1), 0.5), {}},
                                 {mesh_of(scenes::sphere(100)), {}},
                                 {as_solid(with_margin(mesh_of(scenes::sphere(100)), 0.25)), {}}};
  for (const Body& body : bodies) {
    const RayResult plain = cast(body, {{0.125, 0.25, 4}, {0, 0, -1}}, {.want = RayWant::all});
    ASSERT_EQ(plain.status, Status::ok) << name(body.shape.form());
    ASSERT_TRUE(plain.yes()) << name(body.shape.form());
    for (const int exponent : {-1070, -1000, -540, -310, -105, 105, 310, 540, 1000}) {
      const RayResult scaled =
          cast(body, {{0.125, 0.25, 4}, {0, 0, -std::ldexp(1.0, exponent)}}, {.want = RayWant::all});
      ASSERT_EQ(scaled.status, Status::ok) << name(body.shape.form()) << exponent;
      const double t = std::ldexp(plain.closest.t, -exponent);
      if (t > greatest_double) {
        EXPECT_TRUE(scaled.no()) << name(body.shape.form()) << exponent;
        continue;
      }
      ASSERT_TRUE(scaled.yes()) << name(body.shape.form()) << exponent;
      EXPECT_EQ(scaled.closest.t, t) << name(body.shape.form()) << exponent;
      EXPECT_EQ(scaled.closest.point.z, plain.closest.point.z) << name(body.shape.form()) << exponent;
      EXPECT_EQ(scaled.hits.size(), plain.hits.size()) << name(body.shape.form()) << exponent;
    }
  }
}

// A small solid far from the ray's start: where it is inside is not told by points at rounded parameters.
TEST(WholeRangeRays, FindSolidsWithAMarginFarAway) {
  const Body ball{with_margin(as_solid(mesh_of(scenes::sphere(200))), 0x1p-10), {}};
  const RayResult found = cast(ball, ray_between({0, 0, 0x1p70}, {0, 0, -0x1p70}), {.want = RayWant::all});
  ASSERT_EQ(found.status, Status::ok);
  EXPECT_TRUE(found.yes());
  EXPECT_EQ(found.closest.t, 0.5);
}

// A solid of a few units of the least double, with a margin: no double is halfway between its surface and the end of a
// ray inside it.
TEST(WholeRangeRays, EndInSolidsOfAFewUnits) {
  constexpr double unit = std::numeric_limits<double>::denorm_min();
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    const auto units = [&](int least, int most) { return unit * std::floor(dice.uniform(least, most + 1)); };
    for (std::uint64_t i = 0; i < oracle::scaled(2000); ++i) {
      const Vec3 half{units(2, 9), units(2, 9), units(2, 9)};
      const Body body{with_margin(make_box(half), units(1, 3)), {}};
      Vec3 end;
      for (int k = 0; k < 3; ++k) end[k] = units(0, int(half[k] / unit) - 1) * dice.pick({1.0, -1.0});
      const Ray ray = ray_between(dice.direction() * (unit * 0x1p40), end);
      const RayResult found = cast(body, ray, {.want = RayWant::all});
      ASSERT_EQ(found.status, Status::ok);
      ASSERT_EQ(found.hits.size(), 1u) << "seed " << seed << ", case " << i << '\n'
                                       << define_line("a", body.shape) << '\n'
                                       << ray_line("a", body, ray);
    }
  }
}

// The ends of one segment are farther apart than the greatest double.
TEST(WholeRangeRays, OfSegmentsAsLongAsTheDoublesReach) {
  const double end = greatest_double;
  for (const Shape& shape : {make_sphere(1), make_box({1, 1, 1}), make_cylinder(1, 1), make_halfspace({1, 0, 0}, 0),
                             with_margin(make_box({1, 1, 1}), 1)}) {
    const RayResult found = cast({shape, {}}, ray_between({-end, 0, 0}, {end, 0, 0}));
    ASSERT_EQ(found.status, Status::ok) << name(shape.form());
    EXPECT_TRUE(found.yes()) << name(shape.form());
    EXPECT_EQ(found.closest.t, 0.5) << name(shape.form());
    EXPECT_EQ(found.closest.point, Vec3{}) << name(shape.form());
  }
}

}  // namespace
}  // namespace graze::property
