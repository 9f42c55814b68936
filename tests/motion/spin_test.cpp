// Bodies that go and turn at once, and the ways to say so: from pose to pose, and by velocities.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "graze/graze.h"
#include "motion/swept_box.h"
#include "tests/oracle/dice.h"
#include "tests/property/bodies.h"
#include "tests/property/spins.h"

namespace graze {
namespace {

constexpr double pi = 0x1.921fb54442d18p+1;

std::vector<MovingBody> standing(Shape shape, Pose pose = {}, Motion motion = {}) {
  return {{{std::move(shape), pose}, motion}};
}

double largest(Vec3 v) { return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}); }

std::string error_of(const Pose& from, const Pose& to, double tolerance = 1e-9) {
  try {
    (void)motion_between(from, to, from.translation, tolerance);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Spin, PosesFollowTheFormula) {
  oracle::Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 2000; ++i) {
    const Motion motion = property::random_spin(dice, dice.in_cube(3), dice.direction());
    const Pose start{property::random_linear(dice, property::PoseKind::sheared, 1), dice.in_cube(3)};
    const double time = dice.uniform(0, 1);
    const Pose found = pose_at(start, motion, 0, time), truth = property::PlainMotion(motion).at(start, time);
    ASSERT_LT(largest(found.translation - truth.translation), 1e-13);
    for (int k = 0; k < 3; ++k) ASSERT_LT(largest(found.linear[k] - truth.linear[k]), 1e-13);
    // Beyond its one phase it stands at its end.
    ASSERT_EQ(pose_at(start, motion, 1, time), pose_at(start, motion, 1, 0));
    ASSERT_LT(largest(pose_at(start, motion, 1, 0).translation - pose_at(start, motion, 0, 1).translation), 1e-13);
  }
}

TEST(Spin, ATurningSquareMeetsAWallWhereItsCornerDoes) {
  // The corner is at 3t + sqrt 2 cos(angle (1 - t)), the wall at 3.
  const Shape box = make_box({1, 1, 1}), wall = make_box({1, 5, 5});
  const Motion motion = translation_with_rotation({3, 0, 0}, {}, {0, 0, 2}, pi / 4);
  const MoveResult result = move({box, {}}, motion, standing(wall, make_pose({4, 0, 0})));
  ASSERT_TRUE(result.yes() && result.proven);
  double lo = 0, hi = 1;
  for (int i = 0; i < 60; ++i) {
    const double t = (lo + hi) / 2;
    (3 * t + std::sqrt(2.0) * std::cos(pi / 4 * (1 - t)) < 3 ? lo : hi) = t;
  }
  EXPECT_LE(result.lower, hi + 1e-14);
  EXPECT_GE(result.upper, lo - 1e-14);
  EXPECT_LT(result.upper - result.lower, 1e-9);
  EXPECT_NEAR(result.contact.normal.x, 1, 1e-12);
}

TEST(Spin, AWheelRollsWithoutTouching) {
  // The lowest point of a wheel that rolls stands for a moment: nothing but the gap under it keeps it clear.
  std::vector<Vec3> corners;
  for (int i = 0; i < 24; ++i)
    for (const double y : {-0.25, 0.25}) corners.push_back({std::cos(i * pi / 12), y, std::sin(i * pi / 12)});
  const Shape wheel = make_convex(corners), ground = make_box({20, 20, 1}), plane = make_halfspace({0, 0, 1}, 0);
  const Motion roll = translation_with_rotation({2 * pi, 0, 0}, {0, 0, 1.001}, {0, 1, 0}, 2 * pi);
  const Body start{wheel, make_pose({0, 0, 1.001})};
  const MoveResult free = move(start, roll, standing(ground, make_pose({0, 0, -1})));
  EXPECT_TRUE(free.ok() && free.no());
  // Of a half-space only the speeds of the wheel's box are known, so that a gap takes many steps: it is wider here.
  EXPECT_TRUE(move(start, roll, standing(plane, make_pose({0, 0, -0.05}))).no());
  // A pebble of 0.01 on the way is met, and not before the wheel is there.
  const MoveResult hit = move(start, roll, standing(make_box({0.01, 0.01, 0.01}), make_pose({3, 0, 0})));
  ASSERT_TRUE(hit.yes());
  EXPECT_GT(hit.lower, 2.5 / (2 * pi));
  EXPECT_LT(hit.upper, 3.1 / (2 * pi));
  // Half-spaces turn, too; two of them have no answer then.
  EXPECT_TRUE(move({plane, {}}, roll, standing(wheel, start.pose)).yes());
  const Shape ceiling = make_halfspace({0, 0, -1}, -3);
  EXPECT_EQ(move({plane, {}}, roll, standing(ceiling)).status, Status::unsupported);
}

TEST(Spin, TheZoneIsKept) {
  const Shape bar = make_box({1, 0.1, 0.1}), wall = make_box({1, 5, 5});
  const Motion motion = translation_with_rotation({3, 0, 0}, {}, {0, 0, 1}, pi);
  const std::vector<MovingBody> others = standing(wall, make_pose({3, 0, 0}));
  const MoveResult result =
      move({bar, make_pose({}, {0, 0, std::sqrt(0.5), std::sqrt(0.5)})}, motion, others, {.expel = 1e-3});
  ASSERT_TRUE(result.ok() && result.stopped);
  const DistanceResult gap = find_distance({bar, result.pose}, others[0].body);
  EXPECT_GE(gap.lower, 1e-3 * 0.999);
  EXPECT_LE(gap.upper, 4e-3);
}

TEST(Spin, RefusesWhatIsNoMotion) {
  const Shape box = make_box({1, 1, 1});
  const auto status = [&](const Motion& motion) { return move({box, {}}, motion, {}).status; };
  const double endless = std::numeric_limits<double>::infinity();
  EXPECT_EQ(status(translation_with_rotation({1, 0, 0}, {}, {0, 0, 1}, 1)), Status::ok);
  EXPECT_EQ(status(translation_with_rotation({1, 0, endless}, {}, {0, 0, 1}, 1)), Status::invalid);
  EXPECT_EQ(status(translation_with_rotation({1, 0, 0}, {}, {}, 1)), Status::invalid);
  EXPECT_EQ(status(translation_with_rotation({1, 0, 0}, {}, {0, 0, 1}, 7)), Status::invalid);
  EXPECT_EQ(status(motion_of_velocity({}, {1, 0, 0}, {0, 0, 1}, 7)), Status::invalid);
  EXPECT_EQ(status(motion_of_velocity({}, {1, 0, 0}, {0, 0, 1}, endless)), Status::invalid);
}

TEST(Spin, TheBoxOfTheWayHoldsIt) {
  oracle::Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 corner = dice.in_cube(3);
    const Box start{corner, corner + abs(dice.in_cube(1))};
    const Motion motion = property::random_spin(dice, dice.in_cube(3), dice.direction());
    const Box all = swept_box(start, motion);
    for (int k = 0; k < 20; ++k) {
      Vec3 p;
      for (int j = 0; j < 3; ++j) p[j] = dice.chance(2) ? start.lo[j] : start.hi[j];
      const Vec3 there = pose_at({{}, p}, motion, 0, dice.uniform(0, 1)).translation;
      ASSERT_TRUE(overlap(all, {there, there}));
    }
  }
}

TEST(MotionOfVelocity, IsTheIntegralOfBothVelocities) {
  const Motion motion = motion_of_velocity({1, 2, 3}, {2, 0, -4}, {0, 3, 4}, 0.25);
  EXPECT_EQ(motion, translation_with_rotation({0.5, 0, -1}, {1, 2, 3}, {0, 3, 4}, 1.25));
  const Motion straight = motion_of_velocity({1, 2, 3}, {2, 0, -4}, {}, 0.25);
  EXPECT_EQ(straight.angle, 0);
  EXPECT_NE(straight.axis, Vec3{});
  EXPECT_EQ(pose_at({}, straight, 0, 1).translation, (Vec3{0.5, 0, -1}));
  // Also of velocities whose squares leave the doubles.
  EXPECT_EQ(motion_of_velocity({}, {}, {0, 0x1p-600, 0}, 0x1p600).angle, 1);
  EXPECT_EQ(motion_of_velocity({}, {}, {0, 0, 0x1p600}, -0x1p-600).angle, -1);
}

TEST(MotionBetween, EndsInTheOtherPose) {
  const std::uint64_t seeds[] = {oracle::fixed_seed, oracle::run_seed()};
  double worst_column = 0, worst_place = 0;
  for (const std::uint64_t seed : seeds) {
    SCOPED_TRACE(seed);
    oracle::Dice dice(seed);
    for (int i = 0; i < 20000; ++i) {
      // From a random pose by a random rotation: small, nearly half a turn, and between.
      const double far = dice.chance(4) ? 1e6 : 3;
      const double angle = dice.chance(3)   ? std::fabs(dice.magnitude(-12, 0))
                           : dice.chance(3) ? pi - std::fabs(dice.magnitude(-15, -1))
                                            : dice.uniform(0, pi);
      const Vec3 axis = dice.chance(4) ? Vec3{0, 1, 0} : dice.direction();
      const Vec3 scale{std::fabs(dice.magnitude(-3, 3)), std::fabs(dice.magnitude(-3, 3)), dice.magnitude(-3, 3)};
      const Pose from = make_pose(dice.in_cube(far), dice.rotation(), dice.chance(2) ? scale : Vec3{1, 1, 1});
      Pose to = property::PlainMotion(rotation_about({}, axis, angle)).at(from, 1);
      to.translation = dice.in_cube(far);
      const Vec3 about = dice.chance(2) ? from.translation : dice.in_cube(far);
      const Motion motion = motion_between(from, to, about);
      ASSERT_EQ(motion.kind, Motion::Kind::translation_with_rotation);
      ASSERT_EQ(motion.origin, about);
      ASSERT_NEAR(motion.angle, angle, 1e-14);
      const Pose end = pose_at(from, motion, 0, 1);
      for (int k = 0; k < 3; ++k)
        worst_column = std::max(worst_column, length(end.linear[k] - to.linear[k]) / length(to.linear[k]));
      worst_place = std::max(worst_place, largest(end.translation - to.translation) /
                                              (largest(from.translation) + largest(to.translation) + largest(about)));
    }
  }
  std::printf("seeds %llu and %llu: columns off by at most %.3g of their lengths, translations by %.3g\n",
              static_cast<unsigned long long>(seeds[0]), static_cast<unsigned long long>(seeds[1]), worst_column,
              worst_place);
  EXPECT_LT(worst_column, 0x1p-42);
  EXPECT_LT(worst_place, 0x1p-48);
}

TEST(MotionBetween, ShearedPosesAreAsRigid) {
  oracle::Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 2000; ++i) {
    const Pose from{property::random_linear(dice, property::PoseKind::sheared, 1), dice.in_cube(3)};
    Pose to = property::PlainMotion(rotation_about({}, dice.direction(), dice.uniform(0, pi))).at(from, 1);
    to.translation = dice.in_cube(3);
    const Motion motion = motion_between(from, to);
    EXPECT_EQ(motion.origin, from.translation);
    const Pose end = pose_at(from, motion, 0, 1);
    for (int k = 0; k < 3; ++k) ASSERT_LT(length(end.linear[k] - to.linear[k]), 1e-12 * length(to.linear[k]));
  }
}

TEST(MotionBetween, ThePivotGoesStraight) {
  const Pose from = make_pose({1, 0, 0}), to = make_pose({0, 3, 0}, {0, 0, std::sqrt(0.5), std::sqrt(0.5)});
  const Vec3 about{2, 1, 0}, own = about - from.translation;
  const Motion motion = motion_between(from, to, about);
  EXPECT_NEAR(motion.angle, pi / 2, 1e-15);
  const Vec3 end = to * own;
  for (const double t : {0.0, 0.25, 0.5, 1.0})
    EXPECT_LT(length(pose_at(from, motion, 0, t) * own - (about + (end - about) * t)), 1e-14);
  // The same pose: nothing turns.
  EXPECT_EQ(motion_between(from, from, about).angle, 0);
  EXPECT_EQ(motion_between(from, from, about).translation, Vec3{});
}

TEST(MotionBetween, RefusesWhatIsNotRigid) {
  const Pose start = make_pose({1, 2, 3}, {0, 0, 0.6, 0.8});
  EXPECT_EQ(error_of(start, make_pose({}, {0, 0, 0, 1})), "");
  EXPECT_EQ(error_of(start, make_pose({}, {}, {1, 1, 1.5})),
            "motion_between: no rotation takes the one pose to the other: column 2 is 0.500000 of its length off, so "
            "that scale or shear differ");
  EXPECT_EQ(error_of(start, make_pose({}, {}, {1, 1, 1e300})).substr(0, 71),
            "motion_between: no rotation takes the one pose to the other: column 2 i");
  EXPECT_NE(error_of(start, {{{1, 0, 0}, {0.1, 1, 0}, {0, 0, 1}}, {}}), "");
  EXPECT_EQ(error_of(start, make_pose({}, {}, {-1, 1, 1})),
            "motion_between: one of the poses is a reflection and the other is not: no motion leads there");
  EXPECT_EQ(error_of(make_pose({}, {}, {-1, 1, 1}), make_pose({}, {0, 0, 0.6, 0.8}, {-1, 1, 1})), "");
  EXPECT_EQ(error_of(start, {{{1, 0, 0}, {0, 1, 0}, {1, 0, 0}}, {}}), "motion_between: the pose to go to is singular");
  EXPECT_EQ(error_of({{}, {NAN, 0, 0}}, start),
            "motion_between: the pose to start from has a number that is not finite");
  // Orientations kept as floats: as far off as is allowed.
  const Pose drifted = make_pose({}, {}, {1, 1, 1 + 1e-7});
  EXPECT_NE(error_of(start, drifted), "");
  EXPECT_EQ(error_of(start, drifted, 1e-6), "");
  EXPECT_EQ(error_of(start, drifted, -1), "motion_between: the tolerance must not be negative");
  EXPECT_THROW((void)motion_between(start, start, {NAN, 0, 0}), Error);
  EXPECT_THROW((void)motion_between(make_pose({-1.7e308, 0, 0}), make_pose({1.7e308, 0, 0})), Error);
}

}  // namespace
}  // namespace graze
