// Parts of an assembly: their classes, gaps and depths, sets and ids.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "graze/clash.h"
#include "graze/error.h"
#include "scenes/boxes.h"
#include "scenes/turn.h"
#include "tests/report/parts.h"

namespace graze {
namespace {

using test::box_part;

TEST(Clash, EveryClassWithItsDistance) {
  // Each pair far from the others.
  const std::vector<Part> parts = {
      box_part("a0", {1, 1, 1}, {0, 0, 0}),  box_part("a1", {1, 1, 1}, {1.5, 0, 0}),    // 0.5 deep
      box_part("b0", {1, 1, 1}, {0, 10, 0}), box_part("b1", {1, 1, 1}, {2, 10, 0}),     // touching
      box_part("c0", {1, 1, 1}, {0, 20, 0}), box_part("c1", {1, 1, 1}, {2.25, 20, 0}),  // 0.25 apart
      box_part("d0", {1, 1, 1}, {0, 30, 0}), box_part("d1", {0.5, 0.5, 0.5}, {0, 30, 0}),
      box_part("e0", {1, 1, 1}, {0, 40, 0}), box_part("e1", {1, 1, 1}, {0, 40, 0}),
      box_part("f0", {1, 1, 1}, {0, 50, 0}), box_part("f1", {1, 1, 1}, {2.5, 50, 0}),  // exactly the clearance
  };
  const ClashResult r = find_clashes(parts, {.clearance = 0.5});
  EXPECT_TRUE(r.complete);
  EXPECT_TRUE(r.undecided.empty());
  ASSERT_EQ(r.clashes.size(), 5u);
  const ClashClass classes[] = {ClashClass::overlapping, ClashClass::touching, ClashClass::clearance,
                                ClashClass::enclosed, ClashClass::duplicate};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(r.clashes[i].value, classes[i]) << i;
  EXPECT_NEAR(r.clashes[0].distance, -0.5, 1e-9);
  EXPECT_LE(r.clashes[0].bound, 0.006);
  EXPECT_NEAR(r.clashes[0].depth_upper, 0.5, 1e-9);
  EXPECT_LE(r.clashes[0].volume_lower, 2);
  EXPECT_GE(r.clashes[0].volume_upper, 2);
  EXPECT_LE(r.clashes[0].volume_upper - r.clashes[0].volume_lower, 1e-8);
  EXPECT_NEAR(r.clashes[0].normal.x, 1, 1e-9);
  EXPECT_EQ(r.clashes[1].distance, 0);
  EXPECT_EQ(r.clashes[2].distance, 0.25);
  EXPECT_EQ(r.clashes[2].point.x, 1.125);
  EXPECT_FALSE(r.clashes[3].a_is_inside);
  const std::vector<PartKey> keys = part_keys(parts);
  EXPECT_EQ(r.clashes[0].id, clash_id(keys[1], keys[0]));
  EXPECT_NE(r.clashes[0].id, r.clashes[1].id);
}

TEST(Clash, PairsOfBoxesMayBeFoundElsewhere) {
  const std::vector<Part> parts = {box_part("a", {1, 1, 1}, {0, 0, 0}), box_part("b", {1, 1, 1}, {1.5, 0, 0}),
                                   box_part("c", {1, 1, 1}, {3, 0, 0}), box_part("d", {1, 1, 1}, {50, 0, 0})};
  ClashSets sets;
  std::size_t asked = 0;
  sets.overlaps = [&](std::span<const Box> boxes) {
    asked = boxes.size();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
      for (std::uint32_t k = 0; k < i; ++k)
        if (overlap(boxes[i], boxes[k])) pairs.emplace_back(i, k);  // in another order
    return pairs;
  };
  const ClashResult plain = find_clashes(parts, {}), other = find_clashes(parts, {}, sets);
  EXPECT_EQ(asked, 4u);
  EXPECT_EQ(other.candidates, plain.candidates);
  ASSERT_EQ(other.clashes.size(), plain.clashes.size());
  ASSERT_EQ(plain.clashes.size(), 2u);
  for (std::size_t i = 0; i < plain.clashes.size(); ++i) {
    EXPECT_EQ(other.clashes[i].a, plain.clashes[i].a);
    EXPECT_EQ(other.clashes[i].b, plain.clashes[i].b);
    EXPECT_EQ(other.clashes[i].distance, plain.clashes[i].distance);
  }
}

TEST(Clash, ToleranceAllowsOverlapAndContactCallsATouch) {
  const std::vector<Part> parts = {box_part("a", {1, 1, 1}, {0, 0, 0}), box_part("b", {1, 1, 1}, {1.875, 0, 0}),
                                   box_part("c", {1, 1, 1}, {-2.125, 0, 0})};
  EXPECT_EQ(find_clashes(parts, {}).clashes.size(), 1u);
  const ClashResult allowed = find_clashes(parts, {.tolerance = 0.125});
  ASSERT_EQ(allowed.clashes.size(), 1u);
  EXPECT_EQ(allowed.clashes[0].value, ClashClass::touching);
  const ClashResult contact = find_clashes(parts, {.contact = 0.125});
  ASSERT_EQ(contact.clashes.size(), 2u);
  EXPECT_EQ(contact.clashes[0].value, ClashClass::touching);
  EXPECT_EQ(contact.clashes[1].value, ClashClass::touching);
}

// Curved bodies have no local penetration; the depth that separates is told in its place.
TEST(Clash, CurvedPartsOverlap) {
  Part block, shaft, ball;
  block.name = block.path = "block";
  block.shape = make_box({2, 2, 1});
  shaft.name = shaft.path = "shaft";
  shaft.shape = make_cylinder(1, 3);
  shaft.pose = make_pose({2.5, 0, 0});
  ball.name = ball.path = "ball";
  ball.shape = make_sphere(0.5);
  ball.pose = make_pose({-2.25, 0, 0});
  const ClashResult found = find_clashes(std::vector<Part>{block, shaft, ball}, {});
  ASSERT_TRUE(found.complete);
  ASSERT_TRUE(found.undecided.empty());
  ASSERT_EQ(found.clashes.size(), 2u);
  for (const Clash& clash : found.clashes) {
    EXPECT_EQ(clash.value, ClashClass::overlapping);
    EXPECT_NEAR(clash.distance, clash.a == 2 || clash.b == 2 ? -0.25 : -0.5, clash.bound);
    EXPECT_LT(clash.bound, 1e-4);
    EXPECT_TRUE(std::isnan(clash.local_lower));
    EXPECT_LE(clash.depth_lower, clash.depth_upper);
  }
}

TEST(Clash, SetsAndIgnoredPairs) {
  const std::vector<Part> parts = {box_part("a", {1, 1, 1}, {0, 0, 0}), box_part("b", {1, 1, 1}, {1, 0, 0}),
                                   box_part("c", {1, 1, 1}, {0, 1, 0})};
  EXPECT_EQ(find_clashes(parts, {}).clashes.size(), 3u);
  using S = ClashSets;
  const ClashResult one = find_clashes(parts, {}, {.sides = {S::b, S::a, S::none}});
  ASSERT_EQ(one.clashes.size(), 1u);
  EXPECT_EQ(one.clashes[0].a, 1u);
  EXPECT_EQ(one.clashes[0].b, 0u);
  EXPECT_EQ(
      find_clashes(parts, {}, {.sides = {}, .ignored = [](std::uint32_t a, std::uint32_t b) { return a + b == 1; }})
          .clashes.size(),
      2u);
  EXPECT_THROW(find_clashes(parts, {}, {.sides = {S::a}}), Error);
  EXPECT_THROW(find_clashes(parts, {.clearance = -1}), Error);
}

TEST(Clash, OpenSurfacesCrossOrTouch) {
  const auto sheet = [](double z) {
    return make_mesh({{-1, -1, z}, {1, -1, z}, {1, 1, z}, {-1, 1, z}}, {{0, 1, 2}, {0, 2, 3}});
  };
  const std::vector<Part> parts = {box_part("block", {1, 1, 1}, {0, 0, 0}),
                                   {"through", "through", sheet(0.5), {}, ""},
                                   {"upon", "upon", sheet(1), {}, ""}};
  const ClashResult r = find_clashes(parts, {});
  ASSERT_EQ(r.clashes.size(), 2u);
  EXPECT_EQ(r.clashes[0].value, ClashClass::enclosed);  // only its edge lies in the sides of the block
  EXPECT_EQ(r.clashes[1].value, ClashClass::touching);
  std::vector<Part> shifted = parts;
  shifted[1].pose = make_pose({0.5, 0.25, 0});
  const ClashResult s = find_clashes(shifted, {});
  ASSERT_EQ(s.clashes.size(), 2u);
  EXPECT_EQ(s.clashes[0].value, ClashClass::overlapping);
}

// A ring of 24 sides upon z = 0.
Shape ring_mesh() {
  constexpr std::uint32_t sides = 24;
  scenes::MeshData mesh;
  for (const double z : {0.0, 4.0}) {
    for (const double radius : {3.25, 6.0}) {
      for (std::uint32_t i = 0; i < sides; ++i) {
        const scenes::Turn t = scenes::turn(i, sides);
        mesh.vertices.push_back({radius * t.cos, radius * t.sin, z});
      }
    }
  }
  const auto quad = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  };
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t j = (i + 1) % sides;
    quad(sides + i, sides + j, 3 * sides + j, 3 * sides + i);
    quad(i, 2 * sides + i, 2 * sides + j, j);
    quad(2 * sides + i, 3 * sides + i, 3 * sides + j, 2 * sides + j);
    quad(i, j, sides + j, sides + i);
  }
  return make_mesh(std::move(mesh.vertices), std::move(mesh.triangles), {.solid = true});
}

TEST(Clash, FlushPartsOfOneTurnedFrameTouch) {
  // Under one pose that only turns, faces that are flush overlap by last places, or are as far apart.
  scenes::MeshData plate;
  scenes::add_box(plate, {-30, -30, -5}, {30, 30, 0});
  const Shape plate_shape = make_mesh(std::move(plate.vertices), std::move(plate.triangles), {.solid = true});
  scenes::Random random(5);
  for (int i = 0; i < 8; ++i) {
    const Pose pose = make_pose({}, random.rotation(), {0.001, 0.001, 0.001});
    const std::vector<Part> parts = {{"plate", "plate", plate_shape, pose, ""},
                                     {"ring", "ring", ring_mesh(), pose, ""}};
    const ClashResult r = find_clashes(parts, {.contact = 1e-9});
    ASSERT_EQ(r.clashes.size(), 1u) << i;
    EXPECT_EQ(r.clashes[0].value, ClashClass::touching) << i << " " << r.clashes[0].distance;
  }
}

TEST(Clash, TheSameForAnyThreadCountAndStoppedOnRequest) {
  std::vector<Part> parts;
  for (int i = 0; i < 200; ++i) {
    parts.push_back(
        box_part("p" + std::to_string(i), {1, 0.5, 0.75}, {i % 10 * 1.75, i / 10 % 10 * 0.9, i / 100 * 1.5}));
  }
  const ClashResult one = find_clashes(parts, {.clearance = 0.1, .threads = 1});
  const ClashResult many = find_clashes(parts, {.clearance = 0.1, .threads = 4});
  ASSERT_EQ(one.clashes.size(), many.clashes.size());
  EXPECT_GT(one.clashes.size(), 300u);
  for (std::size_t i = 0; i < one.clashes.size(); ++i) {
    EXPECT_EQ(one.clashes[i].id, many.clashes[i].id);
    EXPECT_EQ(one.clashes[i].distance, many.clashes[i].distance);
    EXPECT_EQ(one.clashes[i].point, many.clashes[i].point);
  }
  const ClashResult stopped = find_clashes(parts, {}, {}, [](std::uint64_t, std::uint64_t) { return false; });
  EXPECT_FALSE(stopped.complete);
  EXPECT_EQ(stopped.checked, 0u);
  const ClashResult rest = find_clashes(parts, {.clearance = 0.1, .first = one.candidates - 5});
  EXPECT_TRUE(rest.complete);
  EXPECT_EQ(rest.checked, one.checked);
  ASSERT_LE(rest.clashes.size(), 5u);
  for (std::size_t i = 1; i <= rest.clashes.size(); ++i) {
    EXPECT_EQ(rest.clashes[rest.clashes.size() - i].id, one.clashes[one.clashes.size() - i].id);
  }
}

}  // namespace
}  // namespace graze
