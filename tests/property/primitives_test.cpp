#include "tests/property/primitives.h"

#include <gtest/gtest.h>

#include <utility>

namespace graze::property {
namespace {

void expect_right_primitives(const Tally& tally) {
  tally.print("primitives");
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 600) return;
  for (const auto& [kind, counts] : tally.kinds) {
    EXPECT_GT(counts.rate(), 0.3) << kind;
    EXPECT_LT(counts.rate(), 0.7) << kind;
  }
}

TEST(Primitives, EqualRationalArithmeticOnSmallMeshes) {
  expect_right_primitives(check_primitives(oracle::fixed_seed, oracle::thinned(4000), 12));
  expect_right_primitives(check_primitives(oracle::run_seed(), oracle::scaled(1500), 12));
}

bool hit(const Body& a, const Body& b) {
  const bool forth = collide(a, b).yes(), back = collide(b, a).yes();
  EXPECT_EQ(forth, back);
  EXPECT_EQ(forth, within(a, b, 0).yes());
  EXPECT_EQ(forth, find_distance(a, b).distance == 0);
  EXPECT_EQ(find_distance(a, b).status, Status::ok);
  return forth;
}

// 2^2 + 3^2 + 6^2 = 7^2: a sphere of radius 7 touches a vertex; one unit in the last place less does not.
TEST(Primitives, TouchExactly) {
  const double less = std::nextafter(7.0, 0.0), more = std::nextafter(7.0, 8.0);
  const Body tip = body_at(make_mesh({{2, 3, 6}, {12, 13, 16}, {2, 13, 16}}, {{0, 1, 2}}), {});
  EXPECT_TRUE(hit(body_at(make_sphere(7), {}), tip));
  EXPECT_FALSE(hit(body_at(make_sphere(less), {}), tip));
  EXPECT_TRUE(hit(body_at(make_sphere(more), {}), tip));
  EXPECT_TRUE(hit(body_at(make_sphere(3), {}), body_at(make_sphere(4), {2, 3, 6})));
  EXPECT_FALSE(hit(body_at(make_sphere(3), {}), body_at(make_sphere(std::nextafter(4.0, 0.0)), {2, 3, 6})));
  EXPECT_TRUE(hit(body_at(make_capsule(7, 5), {}), body_at(make_point(), {2, 3, 11})));
  EXPECT_FALSE(hit(body_at(make_capsule(less, 5), {}), body_at(make_point(), {2, 3, 11})));
  EXPECT_TRUE(hit(body_at(make_capsule(5, 5), {}), body_at(make_capsule(0, 2), {3, 4, 1})));
  EXPECT_TRUE(hit(body_at(make_box({1, 1, 1}), {}), body_at(make_point(), {1, 1, 1})));
  EXPECT_FALSE(hit(body_at(make_box({1, 1, 1}), {}), body_at(make_point(), {std::nextafter(1.0, 2.0), 1, 1})));
  EXPECT_TRUE(hit(body_at(make_box({1, 1, 1}), {}), body_at(make_box({0.25, 0.25, 0.25}), {0.5, 0, 0})));
  EXPECT_TRUE(hit(body_at(make_box({1, 1, 1}), {}), body_at(make_sphere(7), {3, 4, 7})));
  EXPECT_FALSE(hit(body_at(make_box({1, 1, 1}), {}), body_at(make_sphere(less), {3, 4, 7})));
  EXPECT_TRUE(hit(body_at(make_box({1, 1, 1}), {}), body_at(make_sphere(0.01), {})));
  EXPECT_TRUE(hit(body_at(make_segment({0, 0, 0}, {4, 4, 4}), {}), body_at(make_segment({0, 4, 2}, {4, 0, 2}), {})));
  // n = (2, 3, 6), |n| = 7: the plane n.x = 49 is 7 from the origin.
  const Body floor = body_at(make_halfspace({-2, -3, -6}, -49), {});
  EXPECT_TRUE(hit(floor, body_at(make_sphere(7), {})));
  EXPECT_FALSE(hit(floor, body_at(make_sphere(less), {})));
  EXPECT_TRUE(within(floor, body_at(make_sphere(3), {}), 4).yes());
  EXPECT_TRUE(within(floor, body_at(make_sphere(3), {}), std::nextafter(4.0, 0.0)).no());
  EXPECT_NEAR(find_distance(floor, body_at(make_point(), {})).distance, 7, 1e-12);
}

// r + s + t where no two have a sum that is a double.
TEST(Primitives, AddRadiiAndToleranceWithoutRounding) {
  const double tiny = 0x1p-60, small = 0x1p-58;
  const Body a = body_at(make_sphere(1), {}), b = body_at(make_sphere(tiny), {1, 0, 0});
  // The gap of the cores is 1 + 2^-52, more than 1 + 2^-60 + 2^-58.
  const Body c = body_at(make_sphere(tiny), {std::nextafter(1.0, 2.0), 0, 0});
  EXPECT_TRUE(within(a, b, small).yes());
  EXPECT_TRUE(within(a, c, small).no());
  EXPECT_TRUE(within(a, c, 0x1p-52 - small).no());
  EXPECT_TRUE(within(a, c, 0x1p-52 - tiny).yes());
}

TEST(Primitives, AreInsideSolidsAndHoldThem) {
  const Shape ball = mesh_of(scenes::sphere(400), {.solid = true}), shell = mesh_of(scenes::sphere(400));
  const Vec3 inner{0.1, 0.2, 0};
  for (const Shape& small : {make_sphere(0.1), make_capsule(0.1, 0.1), make_point(), make_segment({}, {0.1, 0, 0}),
                             make_box({0.1, 0.1, 0.1})}) {
    EXPECT_TRUE(hit(body_at(small, inner), body_at(ball, {}))) << name(small.form());
    EXPECT_FALSE(hit(body_at(small, inner), body_at(shell, {}))) << name(small.form());
    EXPECT_TRUE(collide(body_at(small, inner), body_at(ball, {}), {.all = true}).pairs.empty());
  }
  for (const Shape& large : {make_sphere(3), make_capsule(3, 1), make_box({3, 3, 3}), make_halfspace({0, 0, 1}, 3)}) {
    EXPECT_TRUE(hit(body_at(large, {}), body_at(shell, {}))) << name(large.form());
    EXPECT_EQ(collide(body_at(shell, {}), body_at(large, {}), {.all = true}).pairs.size(), shell.triangle_count());
  }
}

TEST(Primitives, BentOnesAreTheirImage) {
  const Body mesh = body_at(mesh_of(scenes::cube(1)), {});
  Body sausage = body_at(make_capsule(1, 1), {5, 0, 0});
  sausage.pose.linear.c0 = {2, 0, 0};  // from 3 to 7 along x, from -2 to 2 along z
  EXPECT_TRUE(collide(sausage, mesh).no());
  EXPECT_NEAR(find_distance(mesh, sausage).distance, 2, 1e-6);
  EXPECT_TRUE(within(sausage, mesh, 2 + 1e-5).yes());
  EXPECT_TRUE(within(sausage, mesh, 2 - 1e-5).no());
  EXPECT_NEAR(find_distance(sausage, body_at(make_point(), {5, 0, 7})).distance, 5, 1e-6);
  EXPECT_NEAR(find_distance(sausage, body_at(make_halfspace({0, 0, 1}, -3), {})).distance, 1, 1e-12);
  EXPECT_EQ(inside(sausage, {6.9, 0, 1}).answer, Where::inside);
  EXPECT_EQ(inside(sausage, {6.9, 0, 1.9}).answer, Where::outside);
  EXPECT_EQ(classify(sausage, body_at(make_box({0.5, 0.5, 0.5}), {5, 0, 0})).answer, PairClass::encloses);
  EXPECT_EQ(classify(sausage, body_at(make_box({3, 2, 3}), {5, 0, 0})).answer, PairClass::enclosed);
  EXPECT_NEAR(find_penetration(sausage, body_at(make_halfspace({0, 0, 1}, -1.5), {})).depth, 0.5, 1e-9);
  const ContactResult lying = find_contacts(
      body_at(make_halfspace({0, 0, 1}, 0), {}),
      {sausage.shape, make_pose({}, {0, std::sqrt(0.5), 0, std::sqrt(0.5)}, {1, 1, 2})}, {.tolerance = 1});
  EXPECT_EQ(lying.contacts.size(), 2u);
}

TEST(Primitives, RefuseWhatTheyCannotAnswer) {
  const Body mesh = body_at(mesh_of(scenes::cube(1)), {}), plane = body_at(make_halfspace({0, 0, 1}, 0), {});
  const Body sphere = body_at(make_sphere(1), {});
  Body egg = sphere;
  egg.pose.linear.c0 = {2, 0, 0};
  EXPECT_TRUE(collide(egg, mesh).yes());  // an ellipsoid
  EXPECT_EQ(self_collide(sphere).status, Status::unsupported);
  EXPECT_EQ(collide(plane, Body{}).status, Status::invalid);
  EXPECT_EQ(within(plane, mesh, -1).status, Status::invalid);
  EXPECT_EQ(collide(body_at(make_halfspace({0, 0, 1e100}, 0), {}), mesh).status, Status::out_of_range);
  Body twice = sphere;
  twice.pose.linear = {{0, 2, 0}, {2, 0, 0}, {0, 0, 2}};
  EXPECT_TRUE(hit(twice, body_at(make_point(), {2, 0, 0})));
  EXPECT_FALSE(hit(twice, body_at(make_point(), {std::nextafter(2.0, 3.0), 0, 0})));
}

TEST(Primitives, OfManyPosesAreThoseOfOne) {
  oracle::Dice dice(oracle::fixed_seed);
  const Body knot{mesh_of(scenes::knot(600)), {}};
  std::vector<Pose> poses;
  for (int i = 0; i < 64; ++i) poses.push_back({random_linear(dice, PoseKind::rigid, 0.5), dice.in_cube(1.5)});
  for (const Shape& shape : {make_box({0.3, 0.4, 0.5}), make_sphere(0.4), make_capsule(0.2, 0.5), make_point(),
                             make_halfspace({1, 2, 3}, -1)})
    for (const int threads : {1, 2, 0}) {
      const auto hits = collide(knot, shape, poses, {.all = true, .threads = threads});
      const auto far = find_distance(knot, shape, poses, {.threads = threads});
      const auto near = within(knot, shape, poses, 0.1, {.threads = threads});
      for (std::size_t i = 0; i < poses.size(); ++i) {
        const Body one{shape, poses[i]};
        EXPECT_EQ(hits[i].pairs, collide(knot, one, {.all = true}).pairs);
        EXPECT_TRUE(same_answer(far[i], find_distance(knot, one)));
        EXPECT_EQ(near[i].yes(), within(knot, one, 0.1).yes());
      }
    }
}

// Asked as convex sets (narrow/distance/distance.cpp), whose brackets alone would leave the last digits open.
TEST(Primitives, DistancesOfBoxesAreExactWhereTheirPointsAre) {
  const Shape box = make_box({1, 2, 3}), capsule = make_capsule(0.5, 2);
  for (const double gap : {2.0, 0.25, 1e6}) {
    const Body fixed{box, make_pose({3, 4, 5})};
    const DistanceResult boxes = find_distance(fixed, {box, make_pose({5 + gap, 4.5, 5.25})});
    EXPECT_EQ(boxes.distance, gap);
    EXPECT_EQ(boxes.normal, (Vec3{1, 0, 0}));
    EXPECT_LE(boxes.upper - boxes.lower, 1e-12 * (10 + gap));
    const DistanceResult round = find_distance(fixed, {capsule, make_pose({3, 4, 10.5 + gap})});
    EXPECT_EQ(round.distance, gap);
    EXPECT_EQ(round.normal, (Vec3{0, 0, 1}));
  }
}

}  // namespace
}  // namespace graze::property
