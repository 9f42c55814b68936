// RobotChecker on arms of meshes that are not convex: contacts by rational arithmetic, and depths of hulls.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/penetration.h"
#include "scenes/robots.h"
#include "tests/oracle/triangle_oracle.h"
#include "tests/property/checkers.h"

namespace graze {
namespace {

using property::Values;

RobotChecker checker_of(const scenes::MeshRobot& made) {
  RobotChecker checker(made.robot);
  const Values home(made.robot.variables.size(), 0.0);
  for (const CheckedPair& pair : checker.valid(home, {.all = true}).contacts) checker.allow(pair.a, pair.b);
  return checker;
}

std::vector<Triangle> posed_triangles(const Body& body) {
  std::vector<Triangle> all;
  for (std::uint32_t i = 0; i < body.shape.triangle_count(); ++i) {
    const Triangle t = body.shape.triangle(i);
    all.push_back({body.pose * t.a, body.pose * t.b, body.pose * t.c});
  }
  return all;
}

bool surfaces_meet(const Body& a, const Body& b) {
  const std::vector<Triangle> of_a = posed_triangles(a), of_b = posed_triangles(b);
  const auto box_of = [](const Triangle& t) { return Box{min(min(t.a, t.b), t.c), max(max(t.a, t.b), t.c)}; };
  for (const Triangle& t : of_a) {
    for (const Triangle& s : of_b) {
      if (overlap(box_of(t), box_of(s)) && oracle::meet(t, s)) return true;
    }
  }
  return false;
}

// The ends of two links touch in every pose but for rounding: the answer is that of the posed doubles.
TEST(RobotMeshes, LinksThatTouchMeetAsRationalArithmeticSays) {
  const scenes::MeshRobot made = scenes::mesh_stocky_arm(500);
  const RobotChecker checker = checker_of(made);
  ASSERT_FALSE(checker.allowed(6, 8));
  oracle::Dice dice(oracle::fixed_seed);
  int met = 0, apart = 0;
  for (int i = 0; i < static_cast<int>(oracle::scaled(60, 30)); ++i) {
    const Values values = property::random_values(dice, made.robot);
    const std::vector<CheckedPair> contacts = checker.valid(values, {.all = true}).contacts;
    const bool found = std::find(contacts.begin(), contacts.end(), CheckedPair{6, 8}) != contacts.end();
    const Body a = checker.body(6, values), b = checker.body(8, values);
    EXPECT_EQ(found, surfaces_meet(a, b));
    EXPECT_LT(std::fabs(find_distance(a, b).distance), 1e-14);
    ++(found ? met : apart);
  }
  std::printf("%d met, %d were apart\n", met, apart);
  EXPECT_GT(met, 5);
  EXPECT_GT(apart, 5);
}

// With effort 0 the bracket of a depth holds that of the search; moved by the depth along the normal, bodies part.
TEST(RobotMeshes, DepthsOfHullsHoldThoseOfTheSearch) {
  oracle::Dice dice(oracle::fixed_seed);
  const scenes::MeshRobot made = scenes::mesh_arm(200);
  RobotChecker checker = checker_of(made);
  for (int i = 0; i < 6; ++i) {
    const scenes::Obstacle obstacle = scenes::obstacles_around(12, 100, dice.bits())[std::size_t(i)];
    checker.add_obstacle(make_mesh(obstacle.mesh.vertices, obstacle.mesh.triangles, {.solid = true}),
                         make_pose(dice.in_cube(0.6) + Vec3{0, 0, 0.7}, dice.rotation()));
  }
  // Compounds with round and curved parts.
  for (int i = 0; i < 4; ++i) {
    checker.add_obstacle(make_compound({{make_sphere(0.1), make_pose({0.1, 0, 0})},
                                        {make_cylinder(0.05, 0.1), make_pose({-0.1, 0, 0}, dice.rotation())},
                                        {make_box({0.05, 0.1, 0.02}), make_pose({0, 0.05, 0})}}),
                         make_pose(dice.in_cube(0.6) + Vec3{0, 0, 0.7}, dice.rotation()));
  }
  int depths = 0, proven = 0;
  for (int i = 0; i < static_cast<int>(oracle::scaled(150)); ++i) {
    const Values values = property::random_values(dice, made.robot);
    const ClearanceResult quick = checker.clearance(values, {.range = 10});
    ASSERT_TRUE(quick.ok());
    for (const ClearancePair& pair : quick.pairs) {
      const Body a = checker.body(pair.a, values), b = checker.body(pair.b, values);
      EXPECT_EQ(collide(a, b).yes(), !(pair.lower > 0));
      if (pair.lower > 0) continue;
      ++depths;
      proven += pair.upper < 0;
      Body moved = b;
      moved.pose.translation += pair.normal * (-pair.lower * (1 + 1e-9));
      EXPECT_FALSE(collide(a, moved).yes());
      if (depths > 30) continue;
      const SignedDistanceResult slow = find_signed_distance(a, b);
      if (!slow.ok()) continue;
      EXPECT_LE(pair.lower, slow.upper);
      EXPECT_GE(pair.upper, slow.lower);
    }
    const ClearanceResult nearest = checker.clearance(values);
    EXPECT_LE(nearest.lower, quick.upper);
    EXPECT_GE(nearest.upper, quick.lower);
  }
  std::printf("%d depths, %d proven to be above 0\n", depths, proven);
  EXPECT_GT(depths, 20);
  EXPECT_GT(2 * proven, depths);
}

}  // namespace
}  // namespace graze
