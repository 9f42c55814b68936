#include "tests/property/swept.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Swept, KernelsLoseNothingAndAreRightWhenCertain) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    SweptWork work;
    const std::uint64_t count = oracle::scaled(6000);
    const Tally tally = check_swept(seed, count, 60, work);
    tally.print("volumes against trees");
    std::printf("  triangles: parted %llu, certain %llu, left to exact arithmetic %llu; %llu cases without a frame\n",
                static_cast<unsigned long long>(work.parted), static_cast<unsigned long long>(work.certain),
                static_cast<unsigned long long>(work.unsure), static_cast<unsigned long long>(work.unusable));
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (count < 1000) continue;
    EXPECT_GT(tally.total().rate(), 0.3);
    EXPECT_LT(tally.total().rate(), 0.9);
    EXPECT_LT(work.unusable, count / 5);
    EXPECT_GT(work.parted, 30 * work.unsure / 2);
    EXPECT_GT(work.certain, work.unsure / 4);
    EXPECT_GT(work.unsure, count / 4);
  }
}

// The search for the nearest triangle of a mesh knows no length but those of the mesh: a point has none.
TEST(Swept, PointsCullBesideSmallMeshesAsBesideLargeOnes) {
  const Shape knot = mesh_of(scenes::knot(2000));
  for (const Shape& spot : {make_point(), make_sphere(0x1p-60)}) {
    const auto boxes = [&](double scale) {
      std::uint64_t sum = 0;
      oracle::Dice dice(oracle::fixed_seed);
      for (int i = 0; i < 100; ++i) {
        const Mat3 sized{{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}};
        const DistanceResult result = find_distance({knot, {sized, {}}}, {spot, {{}, dice.in_cube(1) * (2 * scale)}});
        EXPECT_EQ(result.status, Status::ok);
        sum += result.counters.box_tests;
      }
      return sum;
    };
    const std::uint64_t expected = boxes(0.5);
    EXPECT_GT(expected, 100u * 8);
    EXPECT_LT(expected, 100u * 200);
    for (const double scale : {0x1p-10, 0x1p-20, 0x1p-30}) EXPECT_EQ(boxes(scale), expected) << scale;
  }
}

}  // namespace
}  // namespace graze::property
