// Sweeps whose outcome is known by hand, and translations against exact times.
#include "study/sweep/sweep.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "graze/error.h"
#include "tests/oracle/ccd_oracle.h"
#include "tests/oracle/dice.h"

namespace graze {
using namespace study;
namespace {

constexpr double pi = 3.141592653589793;

PosedPolygons box_at(Vec3 place, Vec3 half = {1, 1, 1}) { return PosedPolygons({make_box(half), {{}, place}}); }
PosedPolygons mesh_at(std::vector<Vec3> vertices, std::vector<Index3> triangles, bool two_sided) {
  return PosedPolygons({make_mesh(std::move(vertices), std::move(triangles)), {}}, two_sided);
}

TEST(Sweep, StopsAtTheZoneOfAFace) {
  const SweepResult result =
      sweep(box_at({0.1, 0.2, 5}), translation_by({0, 0, -8}), box_at({0, 0, 0}), {.expel = 0.25});
  EXPECT_EQ(result.status, Status::ok);
  ASSERT_TRUE(result.stopped);
  EXPECT_NEAR(result.fraction, 2.75 / 8, 1e-12);
  EXPECT_EQ(result.contact.normal, (Vec3{0, 0, -1}));
  EXPECT_FALSE(sweep(box_at({0, 0, 5}), translation_by({0, 0, -2}), box_at({0, 0, 0}), {.expel = 0.25}).stopped);
  EXPECT_FALSE(sweep(box_at({0, 0, 5}), translation_by({0, 0, 9}), box_at({0, 0, 0}), {.expel = 0.25}).stopped);
}

TEST(Sweep, InTheZoneOnlyTheWayOutAndAlong) {
  const auto fraction = [](Vec3 way) {
    return sweep(box_at({0, 0, 2.2}), translation_by(way), box_at({0, 0, 0}, {50, 50, 1}), {.expel = 0.25}).fraction;
  };
  EXPECT_EQ(fraction({0, 0, -1}), 0);
  EXPECT_EQ(fraction({3, 0, -1e-3}), 0);
  EXPECT_EQ(fraction({0, 0, 1}), 1);
  EXPECT_EQ(fraction({3, 0, 0}), 1);
  EXPECT_EQ(fraction({3, 2, 0.5}), 1);
}

// Figures 2 to 4 of the paper, with a point over a floor.
TEST(Sweep, TurningPointInTheZone) {
  const PosedPolygons floor = box_at({0, 0, -1}, {50, 50, 1});
  const auto fraction = [&](Vec3 place, Vec3 origin, double angle) {
    const PosedPolygons point({make_point(), {{}, place}}, false);
    return sweep(point, rotation_about(origin, {0, 1, 0}, angle), floor, {.expel = 0.25}).fraction;
  };
  // Around y the positive way goes from z to x: a point on the right of the axis falls, one on the left rises.
  EXPECT_EQ(fraction({2, 0, 0.1}, {0, 0, 0.05}, 1), 0);
  // Highest above the axis, 0.23 < 0.25.
  const double up = fraction({-0.15, 0, 0.1}, {0, 0, 0.05}, 3);
  const double radius = std::hypot(0.15, 0.05);
  ASSERT_LT(0.05 + radius, 0.25);
  EXPECT_NEAR(up, std::atan2(0.15, 0.05) / 3, 1e-9);
  // Out, over and down to the zone on the other side.
  EXPECT_NEAR(fraction({-2, 0, 0.1}, {0, 0, 0.1}, 6), (pi - std::asin(0.15 / 2)) / 6, 1e-9);
  EXPECT_EQ(fraction({-2, 0, 0.1}, {0, 0, 0.1}, 2), 1);
}

TEST(Sweep, BladeHitsThePegOnAnyTurn) {
  const PosedPolygons blade = box_at({0, 0, 0}, {2, 0.05, 0.05});
  const double degree = pi / 180;
  const Vec3 place{1.5 * std::cos(20 * degree), 1.5 * std::sin(20 * degree), 0};
  const PosedPolygons peg = box_at(place, {0.002, 0.002, 1});
  for (const double angle : {170.0, 350.0, 360.0, -179.0}) {
    const SweepResult result = sweep(blade, rotation_about({}, {0, 0, 2}, angle * degree), peg, {.expel = 1e-4});
    ASSERT_TRUE(result.stopped) << angle;
    const double at = result.fraction * std::fabs(angle);
    // Half the blade's width before the peg; backwards its other end comes around.
    EXPECT_NEAR(at, angle > 0 ? 20 - std::asin(0.05 / 1.5) / degree : 160 - std::asin(0.05 / 1.5) / degree, 0.15);
  }
  EXPECT_FALSE(sweep(blade, rotation_about({}, {0, 0, 1}, 17 * degree), peg, {.expel = 1e-4}).stopped);
}

TEST(Sweep, EdgesMeetEdges) {
  // Two beams, crossed and turned onto their edges: nothing but these can touch.
  const Quat about_x{std::sin(pi / 8), 0, 0, std::cos(pi / 8)}, about_y{0, std::sin(pi / 8), 0, std::cos(pi / 8)};
  const PosedPolygons below({make_box({3, 1, 1}), make_pose({}, about_x)});
  const PosedPolygons above({make_box({1, 3, 1}), make_pose({0.3, 0.2, 6}, about_y)});
  const SweepResult down = sweep(above, translation_by({0, 0, -8}), below, {.expel = 0.01});
  ASSERT_TRUE(down.stopped);
  EXPECT_EQ(down.contact.kind, SweepContact::Kind::edge_edge);
  const double gap = 6 - 2 * std::sqrt(2.0);
  // The outer line is where the faces moved outward meet: the root of 2 farther.
  EXPECT_NEAR(down.fraction * 8, gap - 0.01 * std::sqrt(2.0), 1e-9);
  const SweepResult around = sweep(above, rotation_about({100, 0.2, 6}, {0, -1, 0}, 0.08), below, {.expel = 0.01});
  ASSERT_TRUE(around.stopped);
  EXPECT_EQ(around.contact.kind, SweepContact::Kind::edge_edge);
  EXPECT_NEAR(around.fraction * 0.08 * 99.7, gap, 0.15);
}

TEST(Sweep, SidesOfAPolygon) {
  const std::vector<Vec3> corners{{-5, -5, 0}, {5, -5, 0}, {0, 5, 0}};
  const PosedPolygons front = mesh_at(corners, {{0, 1, 2}}, false), both = mesh_at(corners, {{0, 1, 2}}, true);
  const Motion down = translation_by({0, 0, -4}), up = translation_by({0, 0, 4});
  const Motion flip_down = rotation_about({-20, 0, 0}, {0, 1, 0}, 0.3),
               flip_up = rotation_about({-20, 0, 0}, {0, -1, 0}, 0.3);
  const PosedPolygons above = box_at({0, -2, 3}), below = box_at({0, -2, -3});
  for (const Motion& motion : {down, flip_down}) {
    EXPECT_TRUE(sweep(above, motion, front).stopped);
    EXPECT_TRUE(sweep(above, motion, both).stopped);
  }
  for (const Motion& motion : {up, flip_up}) EXPECT_TRUE(sweep(below, motion, both).stopped);
  // Only its edges are in the way of what comes from behind.
  EXPECT_FALSE(sweep(below, up, front).stopped);
  // A polygon alone can move, too.
  EXPECT_TRUE(sweep(both, down, box_at({0, -2, -3})).stopped);
  EXPECT_TRUE(sweep(both, up, box_at({0, -2, 3})).stopped);
}

TEST(Sweep, ContentsAreAMask) {
  std::vector<std::uint32_t> tags(2, 4);
  const PosedPolygons floor(
      {make_mesh({{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}}, {{0, 1, 2}, {0, 2, 3}}, {.tags = tags}), {}}, true);
  const Motion down = translation_by({0, 0, -4});
  EXPECT_TRUE(sweep(box_at({0, 0, 3}), down, floor).stopped);
  EXPECT_TRUE(sweep(box_at({0, 0, 3}), down, floor, {.contents = 6}).stopped);
  EXPECT_FALSE(sweep(box_at({0, 0, 3}), down, floor, {.contents = 3}).stopped);
}

TEST(Sweep, ContactsInTheDirectionOfAMotion) {
  const PosedPolygons floor = box_at({0, 0, -1}, {50, 50, 1});
  const std::vector<SweepContact> resting =
      sweep_contacts(box_at({0, 0, 1.005}), translation_by({0, 0, -0.02}), floor, {.expel = 0.01});
  ASSERT_EQ(resting.size(), 4u);
  for (const SweepContact& contact : resting) {
    EXPECT_EQ(contact.kind, SweepContact::Kind::vertex_face);
    EXPECT_EQ(contact.normal, (Vec3{0, 0, -1}));
    EXPECT_EQ(contact.fraction, 0);
  }
  // Tilting over the right lower edge: only the two corners there go down.
  const std::vector<SweepContact> tilting =
      sweep_contacts(box_at({0, 0, 1.005}), rotation_about({0.5, 0, 0}, {0, 1, 0}, 0.01), floor, {.expel = 0.01});
  ASSERT_EQ(tilting.size(), 2u);
  for (const SweepContact& contact : tilting) EXPECT_GT(contact.point.x, 0.9);
}

TEST(Sweep, StatusAndErrors) {
  const PosedPolygons box = box_at({});
  EXPECT_EQ(sweep(box, screw_about({}, {0, 0, 1}, 1, 1), box).status, Status::unsupported);
  EXPECT_EQ(sweep(box, translation_by({INFINITY, 0, 0}), box).status, Status::invalid);
  EXPECT_EQ(sweep(box, rotation_about({}, {}, 1), box).status, Status::invalid);
  EXPECT_EQ(sweep(box, translation_by({1, 0, 0}), box, {.expel = -1}).status, Status::invalid);
  EXPECT_FALSE(sweep(box, translation_by({}), box_at({5, 0, 0})).stopped);
  EXPECT_THROW(PosedPolygons(Body{}), Error);
  EXPECT_THROW(PosedPolygons(Body{make_sphere(1), {}}), Error);
  EXPECT_THROW(PosedPolygons(Body{make_compound({{make_box({1, 1, 1}), {}}}), {}}), Error);
}

// Small integer bodies and ways, so that much is flush, parallel, tangential: the first contact by rational arithmetic.
TEST(Sweep, TranslationsAgainstExactTimes) {
  const std::uint64_t seed = oracle::run_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  oracle::Dice dice(seed);
  int hits = 0, cases = 0;
  const auto hull = [&] {
    for (;;) {
      std::vector<Vec3> points;
      for (int k = 0; k < 5; ++k) points.push_back(dice.grid(0, 3));
      const Shape shape = make_convex(points);
      if (shape.solid()) return shape;
    }
  };
  const oracle::Rational width(1, 1000000);
  while (cases < 60) {
    const Body a{hull(), {{}, dice.grid(-5, 5)}}, b{hull(), {}};
    const Vec3 way = dice.grid(-2, 2) - a.pose.translation * double(dice.integer(1, 2));
    if (collide(a, b).yes() || way == Vec3{}) continue;
    ++cases;
    const PosedPolygons moving(a), still(b);
    const SweepResult result = sweep(moving, translation_by(way), still);
    double first = 2;
    const auto ask = [&](bool edges, const std::array<Vec3, 4>& at, std::array<Vec3, 4> then) {
      const oracle::CcdAnswer answer = oracle::CcdOracle(edges, at, then).answer(width);
      if (answer.hit) first = std::min(first, answer.hi.get_d());
    };
    const auto triangles = [](const PosedPolygons& body) {
      std::vector<std::array<Vec3, 3>> result;
      for (const auto& face : body.surface().faces)
        for (std::uint32_t k = 2; k < face.count; ++k)
          result.push_back({body.corner(face, 0), body.corner(face, k - 1), body.corner(face, k)});
      return result;
    };
    for (const auto& t : triangles(still))
      for (const Vec3 v : moving.points()) ask(false, {v, t[0], t[1], t[2]}, {v + way, t[0], t[1], t[2]});
    for (const auto& t : triangles(moving))
      for (const Vec3 v : still.points()) ask(false, {v, t[0], t[1], t[2]}, {v, t[0] + way, t[1] + way, t[2] + way});
    for (const auto& e : moving.surface().edges)
      for (const auto& g : still.surface().edges) {
        const Vec3 p = moving.points()[e.from], q = moving.points()[e.to];
        const Vec3 c = still.points()[g.from], d = still.points()[g.to];
        ask(true, {p, q, c, d}, {p + way, q + way, c, d});
      }
    if (first <= 1) {
      ++hits;
      // A body that only touches as it slides by, or at the very end, may be held by the zone or not.
      if (result.stopped) {
        EXPECT_LE(result.fraction, first);
      } else {
        const Body end{a.shape, {{}, a.pose.translation + way}};
        EXPECT_FALSE(collide(end, b).yes() && first < 0.999) << "went through in case " << cases;
      }
    } else if (result.stopped) {
      const Body there{a.shape, {{}, a.pose.translation + way * result.fraction}};
      EXPECT_LE(find_distance(there, b).distance, 4 * result.expel);
    }
  }
  EXPECT_GT(hits, 15);
}

}  // namespace
}  // namespace graze
