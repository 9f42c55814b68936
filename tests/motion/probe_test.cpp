// A tool that a hand moves: its shadow never enters a body, and the force is the spring between both.
#include "graze/probe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/error.h"
#include "scenes/hand.h"
#include "scenes/scenes.h"

namespace graze {
namespace {

const Shape& probe_ball() {
  static const Shape ball = make_sphere(0.01);
  return ball;
}

Body probe_floor() { return {make_box({1, 1, 0.1}), make_pose({0, 0, -0.1})}; }

TEST(Probe, FollowsTheHandWhereNothingIs) {
  Probe probe({probe_ball(), make_pose({0, 0, 0.5})});
  const Body floor = probe_floor();
  for (int tick = 1; tick <= 100; ++tick) {
    const Pose hand = make_pose({0.0002 * tick, 0, 0.5}, normalized(Quat{0.001 * tick, 0, 0, 1}));
    const ProbeResult felt = probe.tick(hand, {&floor, 1});
    ASSERT_EQ(felt.status, Status::ok);
    EXPECT_EQ(felt.touching, Answer::no);
    EXPECT_FALSE(felt.snapped);
    EXPECT_LT(length(felt.force), 0.1);
    EXPECT_LT(length(felt.shadow.translation - hand.translation), 2e-5);
  }
}

TEST(Probe, TheForceIsTheSpringOutOfTheFloor) {
  const ProbeSettings settings{.stiffness = 1000, .largest_force = 20};
  Probe probe({probe_ball(), make_pose({0, 0, 0.012})}, settings);
  const Body floor = probe_floor();
  ProbeResult felt;
  double last = 0.012;
  for (int tick = 1; tick <= 200; ++tick) {
    last = std::max(0.004, 0.012 - 0.0001 * tick);  // ends 6 mm below where the ball touches
    felt = probe.tick(make_pose({0, 0, last}), {&floor, 1});
    ASSERT_EQ(felt.status, Status::ok);
    ASSERT_EQ(collide({probe_ball(), felt.shadow}, floor).answer, Answer::no);
  }
  EXPECT_EQ(felt.touching, Answer::yes);
  ASSERT_EQ(felt.contact_count, 1);
  EXPECT_NEAR(felt.contacts[0].normal.z, 1, 1e-9);
  EXPECT_NEAR(felt.force.z, 1000 * (0.01 + probe.gap() - 0.004), 1000 * probe.gap() * 0.1);
  EXPECT_NEAR(felt.force.x, 0, 1e-3);
  const double gap = felt.shadow.translation.z - 0.01;
  EXPECT_GE(gap, 0.5 * probe.gap() * (1 - 1e-9));
  EXPECT_LE(gap, 1.5 * probe.gap());
}

TEST(Probe, SlidesAlongTheFloorUnderTheHand) {
  Probe probe({probe_ball(), make_pose({0, 0, 0.0105})});
  const Body floor = probe_floor();
  ProbeResult felt;
  for (int tick = 1; tick <= 1000; ++tick) {
    felt = probe.tick(make_pose({0.0002 * tick, 0, 0.0105 - std::min(0.005, 0.0002 * tick)}), {&floor, 1});
    ASSERT_EQ(felt.status, Status::ok);
  }
  EXPECT_NEAR(felt.shadow.translation.x, 0.2, 0.001);
  EXPECT_GT(felt.force.z, 1);
}

TEST(Probe, AGrooveHoldsItOnBothSides) {
  const double half = std::sqrt(0.5);
  const std::vector<Body> groove{{make_halfspace({half, 0, half}, 0), {}}, {make_halfspace({-half, 0, half}, 0), {}}};
  Probe probe({probe_ball(), make_pose({0.002, 0, 0.03})});
  ProbeResult felt;
  for (int tick = 1; tick <= 400; ++tick) {
    felt = probe.tick(make_pose({0.002, 0, std::max(0.005, 0.03 - 0.0002 * tick)}), groove);
    ASSERT_EQ(felt.status, Status::ok);
    for (const Body& side : groove) ASSERT_EQ(collide({probe_ball(), felt.shadow}, side).answer, Answer::no);
  }
  EXPECT_EQ(felt.contact_count, 2);
  EXPECT_NEAR(felt.shadow.translation.x, 0, 2e-4);
  EXPECT_NEAR(felt.shadow.translation.z, std::sqrt(2.0) * 0.01, 5e-4);
}

TEST(Probe, ATurnIntoTheFloorIsFeltAsATorque) {
  const Shape bar = make_box({0.05, 0.005, 0.005});
  const Body floor = probe_floor();
  Probe probe({bar, make_pose({0, 0, 0.02})}, {.stiffness = 500, .largest_force = 10});
  ProbeResult felt;
  for (int tick = 1; tick <= 600; ++tick) {
    // About y: the end at +x goes down.
    const double half = 0.5 * 0.001 * std::min(tick, 500);
    felt = probe.tick(make_pose({0, 0, 0.02}, normalized(Quat{0, std::sin(half), 0, std::cos(half)})), {&floor, 1});
    ASSERT_EQ(felt.status, Status::ok);
    ASSERT_EQ(collide({bar, felt.shadow}, floor).answer, Answer::no);
  }
  EXPECT_EQ(felt.touching, Answer::yes);
  EXPECT_LT(felt.torque.y, -1e-3);  // back
  EXPECT_GT(felt.force.z, 0.01);
}

// Pressed against a table and drawn over its edge.
TEST(Probe, ASnapIsMarkedAndTheForceChangesNoFaster) {
  const ProbeSettings settings{.stiffness = 800, .largest_force = 8};
  const Body table{make_box({0.1, 0.1, 0.02}), make_pose({0, 0, -0.02})};
  const Shape pin = make_sphere(0.001);
  Probe probe({pin, make_pose({0.05, 0, 0.02})}, settings);
  Vec3 force;
  int snaps = 0, first_snap = 0;
  for (int tick = 1; tick <= 600; ++tick) {
    const double along = std::max(0, tick - 150) * 2e-4;
    const Pose hand = make_pose({0.05 + along, 0, 0.02 - std::min(0.025, 0.0002 * tick)});
    const ProbeResult felt = probe.tick(hand, {&table, 1});
    ASSERT_EQ(felt.status, Status::ok);
    ASSERT_LE(length(felt.force - force), 0.05 * 8 * (1 + 1e-12)) << tick;
    ASSERT_EQ(collide({pin, felt.shadow}, table).answer, Answer::no);
    force = felt.force;
    snaps += felt.snapped;
    if (felt.snapped && first_snap == 0) first_snap = tick;
  }
  EXPECT_GT(snaps, 1);
  EXPECT_GT(first_snap, 400);
  EXPECT_LT(length(force), 0.05);
}

// A hand that jumps to the other side of a wall leaves the shadow on this one.
TEST(Probe, NothingIsPassedThrough) {
  const Body wall{make_mesh({{0, -1, -1}, {0, 1, -1}, {0, 0, 2}}, {{0, 1, 2}}), {}};
  Probe probe({probe_ball(), make_pose({-0.1, 0, 0})});
  for (int tick = 0; tick < 500; ++tick) {
    const ProbeResult felt = probe.tick(make_pose({0.5, 0, 0}), {&wall, 1});
    ASSERT_EQ(felt.status, Status::ok);
    ASSERT_LT(felt.shadow.translation.x, -0.01);
  }
  EXPECT_GT(probe.shadow().translation.x, -0.012);
}

// About y: the end at +x goes down.
Pose turned_rod(double degrees, double scale) {
  const double half = degrees * 0x1.1df46a2529d39p-7;
  return make_pose({}, normalized(Quat{0, std::sin(half), 0, std::cos(half)}), {scale, scale, scale});
}

// A rod of a hundred times the size that it was made with, and a thin wall in the way of its end.
TEST(Probe, PlacedInAnotherScaleItPassesThroughNothing) {
  const Shape rod = make_box({0.5, 0.01, 0.01}), plate = make_box({1, 5, 0.001});
  for (const double sheared : {0.0, 0.25}) {
    const auto pose = [&](double degrees) {
      Pose turned = turned_rod(degrees, 100);
      turned.linear.c1 = turned.linear.c1 + turned.linear.c0 * sheared;
      return turned;
    };
    const Pose wall = turned_rod(10, 1);
    const Body bodies[]{{plate, {wall.linear, wall.linear * Vec3{48, 0, 0}}}};
    Probe probe({rod, {}}), made({rod, pose(0)});
    probe.place(pose(0));
    EXPECT_EQ(probe.radius(), made.radius());
    EXPECT_EQ(probe.gap(), made.gap());
    EXPECT_GE(probe.radius(), 50);
    ProbeResult felt;
    for (int tick = 0; tick < 100; ++tick) {
      felt = probe.tick(pose(20), bodies);
      ASSERT_TRUE(felt.status == Status::ok || felt.status == Status::budget);
      ASSERT_EQ(felt.shadow, made.tick(pose(20), bodies).shadow);
      // The end of the rod is above the wall.
      const Vec3 end = felt.shadow * Vec3{0.48, 0, 0};
      ASSERT_GT(dot(end - bodies[0].pose.translation, wall.linear.c2), 0) << tick;
    }
    EXPECT_EQ(felt.touching, Answer::yes);
    EXPECT_LT(felt.shadow.linear.c0.z, -100 * 0.1);  // it went most of the way: the sine of 10 degrees is 0.17
    // A hand of another scale or shear is none of this tool any more.
    EXPECT_EQ(probe.tick(turned_rod(20, 1), bodies).status, Status::invalid);
    Pose other = pose(20);
    other.linear.c2 = other.linear.c2 + other.linear.c0 * 1e-3;
    EXPECT_EQ(probe.tick(other, bodies).status, Status::invalid);
  }
  // A gap that is set stays; what is no pose makes ticks invalid until the next one.
  Probe probe({rod, {}}, {.gap = 0.125});
  probe.place(turned_rod(0, 100));
  EXPECT_EQ(probe.gap(), 0.125);
  probe.place({Mat3{{}, {}, {}}, {}});
  EXPECT_EQ(probe.tick({}, {}).status, Status::invalid);
  probe.place({});
  EXPECT_EQ(probe.tick({}, {}).status, Status::ok);
}

// Held by a wall, then asked with what is no hand, then without the wall: the shadow goes no farther than the force may
// change.
TEST(Probe, AFailedTickLeavesNothingBehind) {
  const double nan = std::nan("");
  const Pose bad[]{{{}, {nan, 0, 0}},
                   {Mat3{{nan, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}},
                   {Mat3{{}, {}, {}}, {}},
                   make_pose({50, 0, 0}, {}, {2, 2, 2})};
  const Body wall{make_box({0.1, 1, 1}), make_pose({0.2, 0, 0})};
  const ProbeSettings settings{.stiffness = 100, .largest_force = 10, .largest_change = 0.05};
  const Pose hand = make_pose({40, 0, 0});
  for (const Pose& none : bad) {
    Probe probe({probe_ball(), {}}, settings), fresh({probe_ball(), {}}, settings);
    for (int tick = 0; tick < 20; ++tick) {
      ASSERT_EQ(probe.tick(hand, {&wall, 1}).status, Status::ok);
      ASSERT_EQ(fresh.tick(hand, {&wall, 1}).status, Status::ok);
    }
    const ProbeResult failed = probe.tick(none, {&wall, 1});
    EXPECT_EQ(failed.status, Status::invalid);
    EXPECT_EQ(failed.steps, 0);
    EXPECT_EQ(failed.contact_count, 0);
    EXPECT_FALSE(failed.snapped);
    EXPECT_EQ(failed.shadow, fresh.shadow());
    EXPECT_EQ(failed.force, Vec3{});
    const double before = probe.shadow().translation.x;
    const ProbeResult loose = probe.tick(hand, {});
    ASSERT_EQ(loose.status, Status::ok);
    EXPECT_EQ(loose.contact_count, 0);
    EXPECT_TRUE(loose.snapped);
    EXPECT_LE(loose.shadow.translation.x - before, 0.05 * 10 / 100 * (1 + 1e-9));
    EXPECT_GT(loose.shadow.translation.x, before);
  }
  // A body that moved into the shadow, after some steps.
  Probe probe({probe_ball(), make_pose({0, 0, 1})}, settings);
  ASSERT_EQ(probe.tick(make_pose({0, 0, 1}), {&wall, 1}).status, Status::ok);
  const Body bodies[]{wall, {make_box({1, 1, 1}), {}}};
  const ProbeResult failed = probe.tick(make_pose({0, 0, 2}), bodies);
  EXPECT_EQ(failed.status, Status::invalid);
  EXPECT_EQ(failed.steps, 0);
  EXPECT_FALSE(failed.snapped);
}

TEST(Probe, TheForceIsTheLargestAlsoWhereLengthsLeaveTheDoubles) {
  const Body wall{make_halfspace({-1, 0, 0}, -1), {}};
  for (const double far : {1e3, 1e160, 1e300}) {
    Probe probe({probe_ball(), {}}, {.stiffness = 1e10, .largest_force = 10, .largest_change = 1});
    const ProbeResult felt = probe.tick(make_pose({far, 0, 0}), {&wall, 1});
    ASSERT_EQ(felt.status, Status::ok) << far;
    EXPECT_NEAR(length(felt.force), 10, 1e-9) << far;
    EXPECT_LT(felt.force.x, 0) << far;
    EXPECT_LT(felt.shadow.translation.x, 1) << far;
    const ProbeResult again = probe.tick(make_pose({far, far, -far}), {&wall, 1});
    EXPECT_NEAR(length(again.force), 10, 1e-9) << far;
    EXPECT_TRUE(is_finite(again.force)) << far;
  }
}

TEST(Probe, OverAMeshItNeverEntersAndTheForceIsSmooth) {
  scenes::MeshData knot = scenes::knot(20000), ring = scenes::torus(1024);
  for (Vec3& vertex : knot.vertices) vertex = vertex * 0.05;
  for (Vec3& vertex : ring.vertices) vertex = vertex * 0.007;
  const Body body{make_mesh(knot.vertices, knot.triangles), {}};
  const Shape tool = make_mesh(ring.vertices, ring.triangles);
  const auto hand_of = [](int tick) {
    Pose hand = scenes::hand_at(1e-3 * tick);
    hand.translation = hand.translation * 0.15;
    return hand;
  };
  Pose start = hand_of(0);
  start.translation = start.translation * 3.0;
  Probe probe({tool, start}), again({tool, start});
  Vec3 force;
  int touching = 0, more_than_one = 0;
  for (int tick = 1; tick <= 4000; ++tick) {
    const Pose hand = hand_of(tick);
    ASSERT_LE(length(hand.translation - hand_of(tick - 1).translation), 0.25e-3);
    const ProbeResult felt = probe.tick(hand, {&body, 1}), same = again.tick(hand, {&body, 1});
    ASSERT_TRUE(felt.status == Status::ok || felt.status == Status::budget) << tick;
    ASSERT_EQ(felt.shadow, same.shadow);
    ASSERT_EQ(felt.force, same.force);
    ASSERT_EQ(collide({tool, felt.shadow}, body).answer, Answer::no) << tick;
    ASSERT_LE(length(felt.force - force), 0.05 * 10 * (1 + 1e-12)) << tick;
    force = felt.force;
    touching += felt.touching == Answer::yes;
    more_than_one += felt.contact_count > 1;
  }
  EXPECT_GT(touching, 500);
  EXPECT_GT(more_than_one, 100);
}

TEST(Probe, ASmallBudgetEndsATickWithAClearShadow) {
  scenes::MeshData knot = scenes::knot(5000), ring = scenes::torus(200);
  for (Vec3& vertex : ring.vertices) vertex = vertex * 0.1;
  const Body body{make_mesh(knot.vertices, knot.triangles), {}};
  const Shape tool = make_mesh(ring.vertices, ring.triangles);
  Probe probe({tool, make_pose(scenes::hand_at(0).translation * 9.0)}, {.budget = 1});
  int spent = 0;
  for (int tick = 0; tick < 2000; ++tick) {
    const Vec3 hand = scenes::hand_at(1e-3 * tick).translation * 3.0;
    const ProbeResult felt = probe.tick(make_pose(hand), {&body, 1});
    ASSERT_TRUE(felt.status == Status::ok || felt.status == Status::budget);
    ASSERT_EQ(collide({tool, felt.shadow}, body).answer, Answer::no) << tick;
    spent += felt.status == Status::budget;
  }
  EXPECT_GT(spent, 100);
}

TEST(Probe, WhatCannotBeIsInvalidOrAnError) {
  const Body floor = probe_floor();
  Probe inside({probe_ball(), make_pose({0, 0, 0})});
  const ProbeResult felt = inside.tick(make_pose({0, 0, 0.1}), {&floor, 1});
  EXPECT_EQ(felt.status, Status::invalid);
  EXPECT_EQ(felt.touching, Answer::unknown);
  EXPECT_EQ(felt.force, Vec3{});
  EXPECT_EQ(felt.shadow, make_pose({0, 0, 0}));
  inside.place(make_pose({0, 0, 0.1}));
  EXPECT_EQ(inside.tick(make_pose({0, 0, 0.1}), {&floor, 1}).status, Status::ok);
  EXPECT_EQ(inside.tick(make_pose({0, 0, 0.1}, {}, {2, 2, 2}), {&floor, 1}).status, Status::invalid);
  const double nan = std::nan("");
  EXPECT_EQ(inside.tick(Pose{{}, {nan, 0, 0}}, {&floor, 1}).status, Status::invalid);

  EXPECT_THROW(Probe({Shape(), {}}), Error);
  EXPECT_THROW(Probe({make_halfspace({0, 0, 1}, 0), {}}), Error);
  EXPECT_THROW(Probe({make_point(), {}}), Error);
  EXPECT_NO_THROW(Probe({make_point(), {}}, {.gap = 0.001}));
  EXPECT_THROW(Probe({probe_ball(), {}}, {.stiffness = 0}), Error);
  EXPECT_THROW(Probe({probe_ball(), {}}, {.largest_force = -1}), Error);
  EXPECT_THROW(Probe({probe_ball(), {}}, {.largest_change = 2}), Error);
  EXPECT_THROW(Probe({probe_ball(), {}}, {.gap = nan}), Error);
}

}  // namespace
}  // namespace graze
