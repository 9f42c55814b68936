#include "tests/property/kinds.h"
#include "tests/oracle/same.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace graze::property {
namespace {

void expect_right(const Tally& tally, const char* title, double least, double most) {
  tally.print(title);
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 600) return;
  EXPECT_GT(tally.total().rate(), least);
  EXPECT_LT(tally.total().rate(), most);
}

TEST(Kinds, AgreeWithTheirTessellations) {
  expect_right(check_kinds(oracle::fixed_seed, oracle::scaled(6)), "kinds", 0.25, 0.75);
  expect_right(check_kinds(oracle::run_seed(), oracle::scaled(3)), "kinds", 0.25, 0.75);
}

TEST(Kinds, HullsEqualRationalArithmetic) {
  expect_right(check_hulls(oracle::fixed_seed, oracle::scaled(2000)), "hulls", 0.3, 0.95);
  expect_right(check_hulls(oracle::run_seed(), oracle::scaled(1000)), "hulls", 0.3, 0.95);
}

TEST(Kinds, OfManyPosesAreThoseOfOne) {
  oracle::Dice dice(oracle::fixed_seed);
  for (const ShapeForm form : {ShapeForm::compound, ShapeForm::cone, ShapeForm::polyhedron, ShapeForm::sphere}) {
    const Body a = random_kind(dice, ShapeForm::mesh, 1, {}).body;
    const Shape b = random_kind(dice, form, 1, {}).body.shape;
    std::vector<Pose> poses;
    for (int i = 0; i < 40; ++i)
      poses.push_back({random_linear(dice, pose_kinds[dice.bits() % 4], 1), dice.in_cube(2)});
    poses[7].linear.c0 = {};  // singular
    const auto met = collide(a, b, poses, {.all = true, .threads = 2});
    const auto apart = find_distance(a, b, poses, {.threads = 2});
    const auto near = within(a, b, poses, 0.25, {.threads = 2});
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const CollideResult one = collide(a, {b, poses[i]}, {.all = true});
      EXPECT_EQ(met[i].status, one.status);
      EXPECT_EQ(met[i].pairs, one.pairs);
      EXPECT_EQ(met[i].yes(), one.yes());
      EXPECT_TRUE(oracle::same(apart[i].distance, find_distance(a, {b, poses[i]}).distance));
      EXPECT_EQ(near[i].yes(), within(a, {b, poses[i]}, 0.25).yes());
      EXPECT_EQ(one.status == Status::invalid, i == 7);
    }
    std::vector<TrianglePair> listed;
    const CollideResult given = collide(a, Body{b, poses[0]}, [&](TrianglePair pair) {
      listed.push_back(pair);
      return true;
    });
    std::sort(listed.begin(), listed.end());
    EXPECT_EQ(listed, met[0].pairs);
    EXPECT_EQ(given.yes(), met[0].yes());
  }
}

// A sphere of radius 3 and a margin of 4 touch what is 7 away, and nothing farther.
TEST(Kinds, MarginsTouchExactly) {
  const double more = std::nextafter(7.0, 8.0);
  const auto point = [](double x, double y, double z) { return Body{make_point(), {{}, {x, y, z}}}; };
  const Body ball{with_margin(make_sphere(3), 4), {}};
  EXPECT_TRUE(collide(ball, point(2, 3, 6)).yes());
  EXPECT_TRUE(collide(ball, point(7, 0x1p-24, 0)).no());
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  for (const Shape& cube : {make_convex(corners), make_box({1, 1, 1})}) {
    const Body padded{with_margin(cube, 7), {}};
    EXPECT_TRUE(collide(padded, point(3, 4, 7)).yes());
    EXPECT_TRUE(collide(padded, point(3, 4, std::nextafter(7.0, 8.0))).no());
    const Body tip{make_mesh({{3, 4, 7}, {13, 14, 17}, {3, 14, 17}}, {{0, 1, 2}}), {}};
    EXPECT_TRUE(collide(padded, tip).yes());
    EXPECT_TRUE(within({with_margin(cube, 3), {}}, tip, 4).yes());
    EXPECT_TRUE(within({with_margin(cube, 3), {}}, tip, std::nextafter(4.0, 0.0)).no());
    EXPECT_EQ(collide(padded, tip, {.all = true}).pairs.size(), 1u);
    const Body lifted{make_mesh({{3, 4, more}, {13, 14, 17}, {3, 14, 17}}, {{0, 1, 2}}), {}};
    EXPECT_TRUE(collide(padded, lifted).no());
    const Body floor{with_margin(make_halfspace({0, 0, 1}, -10), 2), {}};
    EXPECT_TRUE(collide(padded, floor).yes());
    EXPECT_EQ(find_distance({with_margin(cube, 3), {}}, floor).distance, 4);
    EXPECT_TRUE(within({with_margin(cube, 3), {}}, floor, std::nextafter(4.0, 0.0)).no());
  }
}

}  // namespace
}  // namespace graze::property
