// move() of scenes of any size: the answers are those of the same scene of size 1, whose lengths are the oracle's.
#include "motion/rescaled_scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "graze/graze.h"
#include "motion/swept_box.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/same.h"

namespace graze {
namespace {

using oracle::Dice;
using oracle::same;

Vec3 times(Vec3 v, int exponent) {
  return {std::scalbn(v.x, exponent), std::scalbn(v.y, exponent), std::scalbn(v.z, exponent)};
}

Shape mesh(const scenes::MeshData& data, int exponent) {
  std::vector<Vec3> vertices = data.vertices;
  for (Vec3& v : vertices) v = times(v, exponent);
  return make_mesh(vertices, data.triangles);
}

enum class Kind { mesh, posed_mesh, box, capsule, thick_mesh, cylinder, ellipsoid, compound, halfspace };
constexpr int movable_kinds = 8, all_kinds = 9;

Body make_body(Kind kind, Quat rotation, Vec3 at, int exponent) {
  const auto length = [&](double x) { return std::scalbn(x, exponent); };
  Pose pose{to_matrix(rotation), times(at, exponent)};
  switch (kind) {
    case Kind::mesh:
      return {mesh(scenes::knot(300), exponent), pose};
    case Kind::posed_mesh:
      for (int k = 0; k < 3; ++k) pose.linear[k] = times(pose.linear[k], exponent);
      return {mesh(scenes::torus(200), 0), pose};
    case Kind::box:
      return {make_box({length(0.7), length(0.5), length(0.3)}), pose};
    case Kind::capsule:
      return {make_capsule(length(0.3), length(0.6)), pose};
    case Kind::thick_mesh:
      return {with_margin(mesh(scenes::torus(100), exponent), length(0.1)), pose};
    case Kind::cylinder:
      return {make_cylinder(length(0.4), length(0.7)), pose};
    case Kind::ellipsoid:
      return {make_ellipsoid({length(0.8), length(0.5), length(0.4)}), pose};
    case Kind::compound: {
      const Shape part = mesh(scenes::torus(60), exponent);
      return {make_compound({{part, {}}, {part, make_pose(times({0.9, 0, 0}, exponent))}}), pose};
    }
    case Kind::halfspace:
      break;
  }
  return {make_halfspace({0, 0, 1}, length(-0.8)), pose};
}

struct Way {
  int kind;
  Vec3 by, origin, axis;
  double angle;

  static Way random(Dice& dice) {
    return {dice.integer(0, 4), dice.direction() * dice.uniform(0.5, 2.5), dice.direction(), dice.direction(),
            dice.uniform(-3, 3)};
  }
  Motion at(int exponent) const {
    const Vec3 go = times(by, exponent), from = times(origin, exponent);
    switch (kind) {
      case 0:
        return translation_by(go);
      case 1:
        return rotation_about(from, axis, angle);
      case 2:
        return screw_about(from, axis, angle, std::scalbn(0.7, exponent));
      case 3:
        return translation_with_rotation(go, from, axis, angle);
      default:
        return translation_then_rotation(times(by, exponent - 2), from, axis, angle);
    }
  }
};

// Two bodies, of which the other may turn, too.
struct Scene {
  Kind moving, other;
  Quat turn_moving, turn_other;
  Vec3 place;
  Way way, other_way;
  bool both;
  double expel;

  static Scene random(Dice& dice) {
    const auto moving = Kind(dice.integer(0, movable_kinds - 1)), other = Kind(dice.integer(0, all_kinds - 1));
    return {moving,
            other,
            dice.rotation(),
            dice.rotation(),
            dice.direction() * dice.uniform(1.3, 2.2),
            Way::random(dice),
            Way::random(dice),
            dice.chance(3),
            dice.chance(4) ? 0.01 : 0};
  }
  MoveResult ask(int exponent) const {
    const MovingBody others[1] = {
        {make_body(other, turn_other, place, exponent), both ? other_way.at(exponent) : Motion{}}};
    return move(make_body(moving, turn_moving, {}, exponent), way.at(exponent), others,
                {.expel = std::scalbn(expel, exponent)});
  }
};

// Curved bodies are not told to the last place, and round by the frame of the shape; where one pose scales and another
// does not, the bodies may come in another order.
void expect_near(const MoveResult& one, const MoveResult& two, int exponent, const char* what) {
  SCOPED_TRACE(what);
  ASSERT_EQ(one.status, two.status);
  EXPECT_EQ(one.answer, two.answer);
  EXPECT_EQ(one.start, two.start);
  EXPECT_EQ(one.phase, two.phase);
  // What is proven of one scene is so of the other.
  if (one.proven) {
    EXPECT_LE(two.lower, one.upper);
  }
  if (two.proven) {
    EXPECT_LE(one.lower, two.upper);
  }
  EXPECT_NEAR(one.lower, two.lower, 1e-3);
  EXPECT_NEAR(one.gap, std::scalbn(two.gap, -exponent), 1e-4);
}

void expect_scaled(const MoveResult& one, const MoveResult& two, int exponent, const char* what) {
  SCOPED_TRACE(what);
  ASSERT_EQ(one.status, two.status);
  EXPECT_EQ(one.answer, two.answer);
  EXPECT_EQ(one.start, two.start);
  EXPECT_EQ(one.phase, two.phase);
  EXPECT_EQ(one.stop_phase, two.stop_phase);
  EXPECT_EQ(one.proven, two.proven);
  EXPECT_TRUE(same(one.lower, two.lower)) << one.lower << " " << two.lower;
  EXPECT_TRUE(same(one.upper, two.upper)) << one.upper << " " << two.upper;
  EXPECT_TRUE(same(one.fraction, two.fraction)) << one.fraction << " " << two.fraction;
  EXPECT_TRUE(same(std::scalbn(one.gap, exponent), two.gap)) << one.gap;
  EXPECT_TRUE(same(times(one.contact.point, exponent), two.contact.point));
  EXPECT_TRUE(same(one.contact.normal, two.contact.normal));
  // A push out of the zone goes by a distance, which is told to within its bound.
  EXPECT_LE(length(one.pose.translation - times(two.pose.translation, -exponent)), 1e-12);
}

TEST(RescaledScene, AnswersAreThoseOfSizeOne) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Dice dice(seed);
  int hits = 0, free = 0, refused = 0;
  const auto cases = int(oracle::scaled(600, 300));
  for (int i = 0; i < cases; ++i) {
    const Scene scene = Scene::random(dice);
    const MoveResult one = scene.ask(0);
    if (one.start != MoveStart::clear) continue;
    const int exponent =
        dice.pick({-880, -700, -600, -540, -537, -530, -400, -200, -100, -70, -41, 41, 70, 100, 300, 520, 900});
    const MoveResult two = scene.ask(exponent);
    char what[96];
    std::snprintf(what, sizeof what, "case %d: %d and %d, motion %d, 2^%d", i, int(scene.moving), int(scene.other),
                  scene.way.kind, exponent);
    if (two.status == Status::out_of_range && one.status == Status::ok) {
      ++refused;
      // Half-spaces of such sizes, which no verb answers.
      EXPECT_TRUE((scene.moving == Kind::halfspace || scene.other == Kind::halfspace) && exponent >= 300) << what;
      continue;
    }
    const auto rounds_else = [](Kind kind) {
      return kind == Kind::posed_mesh || kind == Kind::cylinder || kind == Kind::ellipsoid || kind == Kind::halfspace;
    };
    if (rounds_else(scene.moving) || rounds_else(scene.other)) {
      expect_near(one, two, exponent, what);
    } else {
      expect_scaled(one, two, exponent, what);
    }
    hits += one.yes();
    free += one.no();
  }
  std::printf("%d hits, %d free, %d refused of %d\n", hits, free, refused, cases);
  EXPECT_GT(hits, cases / 10);
  EXPECT_GT(free, cases / 10);
}

// Below 2^-900 nothing is scaled: translations of triangles are answered as they are, all else is refused.
TEST(RescaledScene, RefusesWhatIsTooSmall) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Dice dice(seed);
  int refused = 0, answered = 0, hits = 0;
  for (int i = 0; i < 300; ++i) {
    Scene scene = Scene::random(dice);
    if (dice.chance(2)) {
      scene.moving = scene.other = Kind::mesh;
      scene.way.kind = scene.other_way.kind = 0;
    }
    if (dice.chance(2)) scene.expel = 0;
    const MoveResult one = scene.ask(0), two = scene.ask(-1000);
    if (one.start != MoveStart::clear || one.status != Status::ok) continue;
    if (two.status == Status::ok) {
      EXPECT_EQ(one.answer, two.answer) << i << ": " << int(scene.moving) << " and " << int(scene.other) << ", motion "
                                        << scene.way.kind << (scene.both ? " both" : "") << " gap " << two.gap
                                        << " lower " << two.lower;
      if (one.yes() && one.phase == two.phase) {
        EXPECT_LE(two.lower, one.upper + 1e-9) << i;
      }
      hits += one.yes();
      ++answered;
    } else {
      EXPECT_EQ(two.status, Status::out_of_range) << i;
      ++refused;
    }
  }
  std::printf("%d refused, %d answered, %d of them hits\n", refused, answered, hits);
  EXPECT_GT(refused, 50);
  EXPECT_GT(hits, 5);
}

// Tiny bodies beside a large one, so that nothing can be scaled: contact may be told early, and never late.
TEST(RescaledScene, TinyBodiesBesideALargeOneAreNeverLate) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Dice dice(seed);
  int hits = 0, asked = 0;
  const Body large{make_box({1, 1, 1}), make_pose({3, 0, 0})};
  scenes::MeshData few;
  few.vertices = {{1, 0.1, 0}, {-0.9, 0.7, 0.1}, {-0.7, -0.8, -0.2}, {0.1, 0.2, 1.1}};
  few.triangles = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  for (int i = 0; i < 800; ++i) {
    const Quat turns[2] = {dice.rotation(), dice.rotation()};
    const Vec3 place = dice.direction() * 2.2;
    const Way way = Way::random(dice);
    const int exponent = dice.pick({-600, -560, -540, -537, -530, -500});
    const auto ask = [&](int scale, bool with_large) {
      MovingBody others[2] = {{{mesh(few, scale), {to_matrix(turns[1]), times(place, scale)}}, {}}, {large, {}}};
      return move({mesh(few, scale), {to_matrix(turns[0]), {}}}, way.at(scale),
                  std::span<const MovingBody>(others, with_large ? 2 : 1), {.budget = 1 << 22});
    };
    const MoveResult one = ask(0, false), two = ask(exponent, true);
    if (one.start != MoveStart::clear || !one.yes() || !one.proven) continue;
    ++asked;
    ASSERT_TRUE(two.status == Status::ok || two.status == Status::budget) << i;
    EXPECT_FALSE(two.no()) << i << " 2^" << exponent << " motion " << way.kind;
    if (two.phase == one.phase) {
      EXPECT_LE(two.lower, one.upper) << i << " 2^" << exponent << " motion " << way.kind;
    }
    EXPECT_LE(two.phase, one.phase);
    hits += two.yes();
  }
  std::printf("%d hits of %d\n", hits, asked);
  EXPECT_GT(asked, 30);
  EXPECT_GT(hits, asked / 2);
}

// An axis counts by its direction only, in boxes around ways, too.
TEST(RescaledScene, BoxesOfWaysHoldForAxesOfAnyLength) {
  Dice dice(oracle::fixed_seed);
  for (int i = 0; i < 300; ++i) {
    const Vec3 axis = dice.direction(), at = dice.in_cube(2);
    const Box box{at, at + Vec3{1, 2, 3}};
    const double angle = dice.uniform(-3, 3);
    const int exponent = dice.pick({-1000, -530, -400, 400, 530, 900});
    const Box one = swept_box(box, rotation_about({}, axis, angle));
    const Box two = swept_box(box, rotation_about({}, times(axis, exponent), angle));
    EXPECT_TRUE(same(one.lo, two.lo) && same(one.hi, two.hi)) << exponent;
  }
}

}  // namespace
}  // namespace graze
