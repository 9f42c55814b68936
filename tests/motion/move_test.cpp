#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graze/graze.h"
#include "motion/turn.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

Shape wall(double y) { return make_mesh({{-2, y, -2}, {2, y, -2}, {2, y, 2}, {-2, y, 2}}, {{0, 1, 2}, {0, 2, 3}}); }

std::vector<MovingBody> alone(Shape shape, Pose pose = {}, Motion motion = {}) {
  return {{{std::move(shape), pose}, motion}};
}

TEST(Turn, SineAndVersineAreWithinTheirBounds) {
  oracle::Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 20000; ++i) {
    const double angle = dice.chance(2) ? dice.uniform(-6.2831853, 6.2831853) : dice.magnitude(-12, 0.7);
    const Turn turn = turn_by(angle);
    const auto exact = static_cast<long double>(angle);
    const long double half = std::sin(exact / 2), bound = 6 * 0x1p-53L * std::fabs(exact) + 0x1p-62L * std::fabs(exact);
    ASSERT_LE(std::fabs(turn.sine - std::sin(exact)), bound) << angle;
    ASSERT_LE(std::fabs(turn.versine - 2 * half * half), bound) << angle;
  }
}

TEST(Move, TellsHowItStarts) {
  const Shape box = make_box({0.5, 0.5, 0.5});
  const auto start = [&](Vec3 place, double expel) {
    return move({box, {}}, translation_by({0, 0, 1}), alone(box, make_pose(place)), {.expel = expel}).start;
  };
  EXPECT_EQ(start({2, 0, 0}, 0), MoveStart::clear);
  EXPECT_EQ(start({1, 0, 0}, 0), MoveStart::touching);
  EXPECT_EQ(start({0.5, 0, 0}, 0), MoveStart::overlapping);
  EXPECT_EQ(start({1.0625, 0, 0}, 0.125), MoveStart::in_zone);
  EXPECT_EQ(start({1.25, 0, 0}, 0.125), MoveStart::clear);
  const MoveResult result = move({box, {}}, translation_by({0, 0, 1}), alone(box, make_pose({1, 0, 0})));
  EXPECT_TRUE(result.yes() && result.proven && result.stopped);
  EXPECT_EQ(result.lower, 0);
  EXPECT_EQ(result.upper, 0);
}

TEST(Move, RefusesWhatIsNoMotion) {
  const Shape box = make_box({0.5, 0.5, 0.5});
  const auto status = [&](const Motion& motion) { return move({box, {}}, motion, {}).status; };
  EXPECT_EQ(status(translation_by({1, 0, 0})), Status::ok);
  EXPECT_EQ(status(translation_by({1, 0, NAN})), Status::invalid);
  EXPECT_EQ(status(rotation_about({}, {}, 1)), Status::invalid);
  EXPECT_EQ(status(rotation_about({}, {0, 0, 1}, 7)), Status::invalid);
  EXPECT_EQ(move({Shape{}, {}}, translation_by({1, 0, 0}), {}).status, Status::invalid);
  EXPECT_EQ(move({box, {}}, translation_by({1, 0, 0}), {}, {.expel = -1}).status, Status::invalid);
}

TEST(Move, EveryKindOfBodyStopsBeforeEveryOther) {
  const std::vector<Shape> kinds{
      make_box({0.5, 0.4, 0.3}),
      make_sphere(0.5),
      make_capsule(0.2, 0.4),
      make_segment({-0.3, 0, 0}, {0.3, 0.1, 0}),
      make_cylinder(0.4, 0.3),
      make_cone(0.4, 0.4),
      make_ellipsoid({0.5, 0.3, 0.4}),
      make_convex({{0.5, 0, 0}, {-0.5, 0, 0}, {0, 0.5, 0}, {0, -0.4, 0}, {0, 0, 0.5}, {0, 0, -0.4}}),
      make_compound({{make_box({0.2, 0.2, 0.2}), make_pose({0.3, 0, 0})}, {make_sphere(0.3), {}}}),
      make_mesh({{0, 0, 0.4}, {0.5, 0, -0.3}, {-0.4, 0.4, -0.3}, {-0.4, -0.4, -0.3}},
                {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}})};
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (std::size_t j = 0; j < kinds.size(); ++j)
      for (const bool turn : {false, true}) {
        if (kinds[i].form() == ShapeForm::segment && kinds[j].form() == ShapeForm::segment) continue;  // they miss
        const Pose there = make_pose({3, 0.03, 0.02});
        const Motion motion = turn ? rotation_about({1.5, -0.5, 0}, {0.05, 0, 1}, 5) : translation_by({4, 0.01, 0.02});
        const Body moving{kinds[i], {}};
        const MoveResult result = move(moving, motion, alone(kinds[j], there));
        const std::string what = std::string(name(kinds[i].form())) + " " + name(kinds[j].form());
        ASSERT_EQ(result.status, Status::ok) << what;
        ASSERT_TRUE(result.yes()) << what;
        EXPECT_LT(result.upper - result.lower, 1e-3) << what;
        EXPECT_TRUE(collide({kinds[i], result.pose}, {kinds[j], there}).no()) << what;
        const DistanceResult near = find_distance({kinds[i], pose_at({}, motion, 0, result.lower)}, {kinds[j], there});
        EXPECT_LT(near.lower, 1e-5) << what;
        for (double time = 0; time < result.lower; time += 0.05)
          EXPECT_TRUE(collide({kinds[i], pose_at({}, motion, 0, time)}, {kinds[j], there}).no()) << what;
      }
}

TEST(Move, HalfSpacesStopWhatFallsAndWhatTips) {
  const Shape box = make_box({0.5, 0.5, 0.5}), ground = make_halfspace({0, 0, 1}, -1);
  const MoveResult fall = move({box, {}}, translation_by({0, 0, -1}), alone(ground));
  EXPECT_TRUE(fall.yes() && fall.proven);
  EXPECT_LE(fall.lower, 0.5);
  EXPECT_GE(fall.upper, 0.5);
  EXPECT_LT(fall.upper - fall.lower, 1e-9);
  EXPECT_EQ(fall.contact.normal, (Vec3{0, 0, -1}));
  // The edge is lowest where the diagonal is upright.
  const Shape near = make_halfspace({0, 0, 1}, -0.6);
  const MoveResult tip = move({box, {}}, rotation_about({}, {0, 1, 0}, 0.5), alone(near));
  EXPECT_TRUE(tip.yes());
  const double sum = 0.6 / std::sqrt(0.5), angle = std::asin(sum) - std::atan(1.0);
  EXPECT_NEAR(tip.lower, angle / 0.5, 1e-9);
  EXPECT_TRUE(move({box, {}}, rotation_about({}, {0, 1, 0}, 6), alone(make_halfspace({0, 0, 1}, -0.75))).no());
  // Whichever of the two turns.
  const MoveResult turned = move({ground, {}}, rotation_about({}, {0, 1, 0}, 1), alone(box));
  EXPECT_TRUE(turned.no());
  const MoveResult tipped = move({near, {}}, rotation_about({}, {0, 1, 0}, -0.5), alone(box));
  EXPECT_TRUE(tipped.yes());
  EXPECT_NEAR(tipped.lower, angle / 0.5, 1e-9);
}

TEST(Move, FlushContactIsProvenExactly) {
  const Shape cube =
      make_mesh({{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}},
                {{0, 2, 1},
                 {0, 3, 2},
                 {4, 5, 6},
                 {4, 6, 7},
                 {0, 1, 5},
                 {0, 5, 4},
                 {1, 2, 6},
                 {1, 6, 5},
                 {2, 3, 7},
                 {2, 7, 6},
                 {3, 0, 4},
                 {3, 4, 7}});
  const MoveResult result = move({cube, {}}, translation_by({8, 0, 0}), alone(cube, make_pose({6, 0, 0})));
  EXPECT_TRUE(result.proven);
  EXPECT_LE(result.lower, 0.5);
  EXPECT_EQ(result.upper, 0.5);
  EXPECT_LT(result.upper - result.lower, 1e-12);
}

// A corner whose circle touches the wall, and one whose circle passes it by less than double can tell.
TEST(Move, TangentCirclesAreDecidedExactly) {
  const Shape body =
      make_mesh({{-1, 0, 0}, {0.9, 0, 0}, {0.6, 0.8, 0}, {0, 0, 0.5}}, {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}});
  const Motion turn = rotation_about({0, 0, 0}, {0, 0, 1}, 1.2);
  MoveSettings exact;
  exact.tolerance = 0;
  // 0.6^2 + 0.8^2 in doubles is a little above 1, or below.
  const MoveResult near = move({body, {}}, turn, alone(wall(1 + 1e-12)), exact);
  EXPECT_EQ(near.status, Status::ok);
  EXPECT_TRUE(near.no());
  const MoveResult meets = move({body, {}}, turn, alone(wall(1 - 1e-12)), exact);
  EXPECT_TRUE(meets.yes() && meets.proven);
  EXPECT_NEAR(meets.lower, std::atan2(0.6, 0.8) / 1.2, 1e-5);
}

TEST(Move, ABudgetWidensTheBracket) {
  const Shape box = make_box({0.5, 0.5, 0.5});
  const Pose there =
      make_pose({3, 0.1, 0.2}, {0.1825741858350554, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214});
  const MoveResult whole = move({box, {}}, rotation_about({1, 2, 0}, {0, 0, 1}, 6), alone(box, there));
  ASSERT_TRUE(whole.yes());
  for (const std::uint64_t budget : {1, 5, 20, 100}) {
    const MoveResult result =
        move({box, {}}, rotation_about({1, 2, 0}, {0, 0, 1}, 6), alone(box, there), {.budget = budget});
    EXPECT_LE(result.lower, whole.upper) << budget;
    if (result.status == Status::budget) {
      EXPECT_LE(result.fraction, whole.upper) << budget;
    }
    if (result.yes()) {
      EXPECT_GE(result.upper, whole.lower) << budget;
    }
  }
}

// Of a curved body and a mesh the question for the distance at one time may be what spends the budget.
TEST(Move, ABudgetSpentWithinADistanceWidensTheBracket) {
  const Body ellipsoid{make_ellipsoid({0.8, 0.3, 0.5}), {}};
  const Body mesh{make_mesh({{0.4, 0, 0}, {0, 0.4, 0}, {-0.5, 0.1, 0.1}, {0, -0.6, 0}, {0, 0, 0.5}, {0, 0.1, -0.4}},
                            {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}}),
                  make_pose({0.5, -1.6, -0.7})};
  const Motion down = translation_with_rotation({0.2, -1.2, -0.2}, {0.35, 1, 1.1}, {1, -1, -1}, 1.4);
  const Motion up = translation_with_rotation({0, 0.9, 0.3}, mesh.pose.translation, {-1, 0, -1}, -5);
  const std::vector<MovingBody> others{{mesh, up}};
  const MoveResult whole = move(ellipsoid, down, others, {.budget = unlimited_budget});
  ASSERT_TRUE(whole.yes());
  int spent = 0;
  for (double budget = 1; budget < 1e8; budget *= 1.3) {
    const MoveResult result = move(ellipsoid, down, others, {.budget = std::uint64_t(budget)});
    if (result.status != Status::budget) continue;
    ++spent;
    EXPECT_LE(result.lower, whole.upper) << budget;
    EXPECT_LE(result.fraction, whole.upper) << budget;
  }
  EXPECT_GT(spent, 20);
}

TEST(Move, PhasesComeOneAfterTheOther) {
  const Shape bar = make_box({1, 0.1, 0.1});
  // Into the gap, then round: the wall is behind.
  const Motion motion = translation_then_rotation({3, 0, 0}, {3, 0, 0}, {0, 0, 1}, 1.5);
  const MoveResult result = move({bar, {}}, motion, alone(wall(0.5), make_pose({3, 0, 0})));
  EXPECT_TRUE(result.yes() && result.proven);
  EXPECT_EQ(result.phase, 1);
  // sin a + 0.1 cos a = 0.5
  const double angle = std::asin(0.5 / std::sqrt(1.01)) - std::atan(0.1);
  EXPECT_NEAR(result.lower, angle / 1.5, 1e-9);
  EXPECT_EQ(move({bar, {}}, motion, alone(wall(1.2), make_pose({3, 0, 0}))).yes(), false);
}

TEST(Move, BothMayMove) {
  const Shape box = make_box({0.5, 0.5, 0.5});
  const MoveResult result =
      move({box, {}}, translation_by({1, 0, 0}), alone(box, make_pose({3, 0.25, 0.25}), translation_by({-3, 0, 0})));
  EXPECT_TRUE(result.yes() && result.proven);
  EXPECT_LE(result.lower, 0.5);
  EXPECT_GE(result.upper, 0.5);
  // Side by side at the same pace they never meet.
  EXPECT_FALSE(move({box, {}}, rotation_about({0, 5, 0}, {0, 0, 1}, 6),
                    alone(box, make_pose({0, 2, 0}), rotation_about({0, 5, 0}, {0, 0, 1}, 6)))
                   .yes());
}

}  // namespace
}  // namespace graze
