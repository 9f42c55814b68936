// Half-spaces that turn: against the heights of vertices over the plane, by a formula of their own in long double, at
// many times.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/graze.h"
#include "shape/data.h"
#include "tests/property/spins.h"

namespace graze {
namespace {

using oracle::Dice;
using property::PlainMotion;

constexpr double all_turns = 6.28;

Motion random_turn(Dice& dice, Vec3 near) {
  const Vec3 origin = near + dice.in_cube(2), axis = dice.direction() * dice.uniform(0.2, 2);
  const double angle = dice.chance(3) ? dice.uniform(-0.3, 0.3) : dice.uniform(-all_turns, all_turns);
  switch (dice.integer(0, 3)) {
    case 0:
      return screw_about(origin, axis, angle, dice.uniform(-1, 1));
    case 1:
      return translation_with_rotation(dice.in_cube(1), origin, axis, angle);
    default:
      return rotation_about(origin, axis, angle);
  }
}

struct PlaneCase {
  MovingBody plane, body;
  std::vector<Vec3> points;  // of the body, in its own frame; it is everything within `radius` of their hull
  double radius = 0;
};

PlaneCase random_case(Dice& dice) {
  PlaneCase c;
  const Vec3 normal = dice.direction();
  c.plane.body = {make_halfspace({0, 0, 1}, dice.uniform(-0.5, 0.5)),
                  make_pose(dice.in_cube(1), dice.rotation(), {1, dice.uniform(0.5, 2), 1})};
  switch (dice.integer(0, 3)) {
    case 0: {
      c.radius = dice.uniform(0.1, 0.5);
      c.points = {{}};
      c.body.body.shape = make_sphere(c.radius);
      break;
    }
    case 1: {
      const scenes::MeshData mesh = scenes::torus(60);
      c.points = mesh.vertices;
      c.body.body.shape = make_mesh(mesh.vertices, mesh.triangles);
      break;
    }
    default: {
      for (int i = 0; i < 6; ++i) c.points.push_back(dice.in_cube(0.7));
      c.body.body.shape = make_convex(c.points);
    }
  }
  c.body.body.pose = make_pose(normal * dice.uniform(1, 3), dice.rotation());
  c.plane.motion = random_turn(dice, {});
  if (dice.chance(2))
    c.body.motion = dice.chance(2) ? random_turn(dice, c.body.body.pose.translation) : translation_by(dice.in_cube(1));
  return c;
}

// How high the lowest point of the body is over the plane. Three points of the plane go with it: its pose may shear.
double height(const PlaneCase& c, double offset, double time) {
  const Pose plane = PlainMotion(c.plane.motion).at(c.plane.body.pose, time);
  const Pose body = PlainMotion(c.body.motion).at(c.body.body.pose, time);
  const Vec3 on = plane * Vec3{0, 0, offset};
  Vec3 normal = cross(plane.linear.c0, plane.linear.c1);
  if (dot(normal, plane.linear.c2) < 0) normal = -normal;
  normal = normal * (1 / length(normal));
  double least = 1e300;
  for (const Vec3& p : c.points) least = std::min(least, dot(normal, (body * p) - on));
  return least - c.radius;
}

TEST(TurningPlane, IsMetWhenTheLowestPointIsInIt) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    Dice dice(seed);
    int cases = 0, hits = 0, proven = 0;
    double widest = 0;
    std::printf("half-spaces that turn, seed %llu\n", static_cast<unsigned long long>(seed));
    for (int i = 0; i < int(oracle::scaled(600)); ++i) {
      const PlaneCase c = random_case(dice);
      const double offset = data_of(c.plane.body.shape).offset;
      if (collide(c.plane.body, c.body.body).yes()) continue;
      ++cases;
      const bool swapped = dice.chance(2);
      const MoveResult result =
          swapped ? move(c.plane.body, c.plane.motion, {&c.body, 1}) : move(c.body.body, c.body.motion, {&c.plane, 1});
      ASSERT_TRUE(result.ok()) << i << " " << name(result.status);
      const double free = result.yes() ? result.lower : 1;
      for (int k = 0; k <= 400; ++k) ASSERT_GT(height(c, offset, free * k / 400), -1e-10) << i << " " << k;
      if (!result.yes()) continue;
      ++hits;
      proven += result.proven;
      widest = std::max(widest, result.upper - result.lower);
      ASSERT_LE(height(c, offset, result.upper), result.gap + 1e-10) << i;
      ASSERT_LE(height(c, offset, result.lower), 1e-5) << i;
      // Where the body stands it is clear.
      const double time = result.fraction;
      const Body plane{c.plane.body.shape, pose_at(c.plane.body.pose, c.plane.motion, 0, time)},
          body{c.body.body.shape, pose_at(c.body.body.pose, c.body.motion, 0, time)};
      ASSERT_TRUE(collide(plane, body).no()) << i;
    }
    std::printf("%d cases, %d hits, %d proven, widest bracket %.3g\n", cases, hits, proven, widest);
    if (cases < 200) continue;
    EXPECT_GT(hits, cases / 4);
    EXPECT_LT(hits, cases * 9 / 10);
    EXPECT_GT(proven, hits * 9 / 10);
    EXPECT_LT(widest, 1e-3);
  }
}

// The lowest corner of a box goes through the plane of a door that opens: the angle is known.
TEST(TurningPlane, ADoorMeetsABox) {
  const Shape door = make_halfspace({0, 1, 0}, 0), box = make_box({0.5, 0.5, 0.5});
  const MovingBody standing{{box, make_pose({2, 1, 0})}, {}};
  const MoveResult result = move({door, {}}, rotation_about({}, {0, 0, 1}, 1), {&standing, 1});
  ASSERT_TRUE(result.yes() && result.proven);
  const double angle = std::atan2(0.5, 2.5);
  EXPECT_LE(result.lower, angle);
  EXPECT_GE(result.upper, angle);
  EXPECT_LT(result.upper - result.lower, 1e-9);
}

}  // namespace
}  // namespace graze
