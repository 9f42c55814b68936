// A small part in, at and beside one of very many triangles: classes and brackets against what a ball is.
#include "clash/giant.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "clash/pair.h"
#include "scenes/scenes.h"

namespace graze {
namespace {

Shape solid_of(scenes::MeshData mesh) {
  return make_mesh(std::move(mesh.vertices), std::move(mesh.triangles), {.solid = true});
}

TEST(Giant, SmallPartsHaveTheClassAndTheDepthThatABallGivesThem) {
  const Shape ball = solid_of(scenes::sphere(300000)), block = solid_of(scenes::cube(1));
  ASSERT_TRUE(is_giant_beside(ball, block));
  ASSERT_FALSE(is_giant_beside(block, ball));
  ASSERT_FALSE(is_giant_beside(solid_of(scenes::sphere(5000)), block));
  constexpr double radius = 50, flat = 1e-3;  // facets are that far from the ball at most
  const Body giant{ball, {{{radius, 0, 0}, {0, radius, 0}, {0, 0, radius}}, {}}};
  scenes::Random random(24);
  std::size_t deep = 0, crossing = 0, apart = 0;
  for (int i = 0; i < 60; ++i) {
    // A third is anywhere, and the others are near the surface.
    const Vec3 way{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const double from_middle = i % 3 == 0 ? random.uniform(0, 1.2) : random.uniform(0.98, 1.02);
    const Pose pose{{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}, way * (radius * from_middle / length(way))};
    const Body small{block, pose};
    double nearest = 1e9, farthest = 0;  // of the corners, from the ball's middle
    for (std::uint32_t t = 0; t < block.triangle_count(); ++t) {
      for (const Vec3 corner : {block.triangle(t).a, block.triangle(t).b, block.triangle(t).c}) {
        const double r = length(pose.linear * corner + pose.translation);
        nearest = std::min(nearest, r);
        farthest = std::max(farthest, r);
      }
    }
    const PairOutcome found = check_pair({giant, small, {}, {}}, {}), turned = check_pair({small, giant, {}, {}}, {});
    ASSERT_TRUE(found.undecided.empty()) << found.undecided;
    ASSERT_EQ(found.clash.has_value(), turned.clash.has_value());
    if (farthest < radius - flat) {
      ++deep;
      ASSERT_TRUE(found.clash && found.clash->value == ClashClass::enclosed) << i;
      EXPECT_FALSE(found.clash->a_is_inside);
      EXPECT_TRUE(turned.clash->a_is_inside);
      // The corner that is nearest to the middle is the deepest point.
      EXPECT_LE(found.clash->local_lower, radius - nearest) << i;
      EXPECT_GE(found.clash->local_upper, radius - nearest - flat) << i;
      EXPECT_GE(found.clash->depth_upper, found.clash->depth_lower);
    } else if (nearest < radius - flat && farthest > radius) {
      ++crossing;
      ASSERT_TRUE(found.clash && found.clash->value == ClashClass::overlapping) << i;
      EXPECT_LE(found.clash->local_lower, std::max(radius - nearest, 0.5)) << i;
      EXPECT_GE(found.clash->local_upper, radius - nearest - flat) << i;
      EXPECT_EQ(found.clash->local_lower, turned.clash->local_lower);
    } else if (nearest > radius + 1) {
      ++apart;
      EXPECT_FALSE(found.clash.has_value()) << i;
    }
  }
  EXPECT_GE(deep, 15u);
  EXPECT_GE(crossing, 10u);
  EXPECT_GE(apart, 1u);
}

// Where the class depends on how deep, it is found as of other parts.
TEST(Giant, ATolerance) {
  const Shape ball = solid_of(scenes::sphere(300000)), block = solid_of(scenes::cube(1));
  const Body giant{ball, {{{50, 0, 0}, {0, 50, 0}, {0, 0, 50}}, {}}};
  const Body small{block, {{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}, {50.4, 0, 0}}};  // 0.1 deep
  ClashSettings settings;
  settings.measure = ClashMeasure::separating;
  EXPECT_EQ(check_pair({giant, small, {}, {}}, settings).clash->value, ClashClass::overlapping);
  settings.tolerance = 0.2;
  EXPECT_EQ(check_pair({giant, small, {}, {}}, settings).clash->value, ClashClass::touching);
}

}  // namespace
}  // namespace graze
