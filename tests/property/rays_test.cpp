#include "tests/property/rays.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Rays, NeverLeaveAClosedMesh) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_leaks(seed, oracle::scaled(320000), 10000);
    tally.print("rays from inside");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 20000) continue;
    EXPECT_EQ(tally.kinds.size(), 8u);
    for (const auto& [kind, counts] : tally.kinds) EXPECT_GT(counts.cases, tally.total().cases / 20) << kind;
  }
}

TEST(Rays, EqualTheOracle) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_rays(seed, oracle::scaled(seed == oracle::fixed_seed ? 24000 : 8000));
    tally.print("rays");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 20000) continue;
    for (const oracle::RayKind kind : oracle::ray_kinds)
      EXPECT_GT(tally.kinds.at(name(kind)).rate(), 0.2) << name(kind);
    std::uint64_t misses = 0;
    for (const oracle::RayKind kind : oracle::ray_kinds)
      misses += tally.kinds.at(name(kind)).cases - tally.kinds.at(name(kind)).hits;
    EXPECT_GT(misses, 1000u);
    EXPECT_GT(tally.kinds.at("tie of the nearest").hits, 1000u);
    EXPECT_GT(tally.kinds.at("start on the surface").hits, 1000u);
    EXPECT_GT(tally.kinds.at("max is t").cases, 1000u);
    EXPECT_EQ(tally.kinds.at("max is t").rate(), 1.0);
    EXPECT_GT(tally.kinds.at("max is t rounded").cases, 1000u);
    EXPECT_GT(tally.kinds.at("max is t rounded").rate(), 0.2);
    EXPECT_LT(tally.kinds.at("max is t rounded").rate(), 0.8);
  }
}

// The numbers beside the decision: barycentric weights, point and normal belong together.
TEST(Rays, DescribeTheirHit) {
  oracle::Dice dice(oracle::fixed_seed);
  const Shape shape = mesh_of(scenes::torus(500));
  std::uint64_t hits = 0;
  for (int i = 0; i < 2000; ++i) {
    const PoseKind kind = pose_kinds[static_cast<std::size_t>(i) % pose_kinds.size()];
    const Body body{shape, {random_linear(dice, kind, 1), dice.in_cube(1)}};
    const Vec3 origin = body.pose.translation + dice.direction() * 4.0;
    const Ray asked = posed_ray(origin, body.pose.translation + dice.in_cube(1));
    const RayResult result = cast(body, asked);
    ASSERT_EQ(result.status, Status::ok);
    if (!result.yes()) continue;
    ++hits;
    const RayHit& hit = result.closest;
    const Triangle local = shape.triangle(hit.triangle);
    const Vec3 a = body.pose * local.a, b = body.pose * local.b, c = body.pose * local.c;
    EXPECT_NEAR(hit.barycentric.x + hit.barycentric.y + hit.barycentric.z, 1, 1e-12);
    for (int k = 0; k < 3; ++k) {
      EXPECT_GE(hit.barycentric[k], -1e-9);
      EXPECT_LE(hit.barycentric[k], 1 + 1e-9);
    }
    const Vec3 on_ray = asked.origin + asked.direction * hit.t;
    const Vec3 on_triangle = a * hit.barycentric.x + b * hit.barycentric.y + c * hit.barycentric.z;
    EXPECT_LT(length(on_ray - hit.point), 1e-9);
    EXPECT_LT(length(on_triangle - hit.point), 1e-9);
    Vec3 outward = cross(b - a, c - a) * determinant_sign(body.pose.linear);
    outward = outward * (1 / length(outward));
    EXPECT_NEAR(length(hit.normal), 1, 1e-12);
    // The counter-clockwise side carried by the pose: the outside stays the outside under a reflection.
    EXPECT_GT(dot(hit.normal, outward), 1 - 1e-9);
  }
  EXPECT_GT(hits, 400u);
  EXPECT_LT(hits, 1900u);
}

TEST(Rays, RefuseADirectionThatIsNone) {
  const Body body{mesh_of(scenes::cube(1)), {}};
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(cast(body, {{}, {0, 0, 0}}).status, Status::invalid);
  EXPECT_EQ(cast(body, {{}, {nan, 0, 0}}).status, Status::invalid);
  EXPECT_EQ(cast(body, {{}, {infinity, 0, 0}}).status, Status::invalid);
  EXPECT_EQ(cast(body, {{0, nan, 0}, {1, 0, 0}}).status, Status::invalid);
  EXPECT_EQ(cast(Body{}, {{}, {1, 0, 0}}).status, Status::invalid);
  EXPECT_EQ(cast(Body{body.shape, {{{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {}}}, {{}, {1, 0, 0}}).status, Status::invalid);
}

}  // namespace
}  // namespace graze::property
