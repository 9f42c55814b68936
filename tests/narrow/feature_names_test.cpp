// The features of contacts keep their names from frame to frame: docs/contacts.md, "Features from frame to frame".
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "graze/graze.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

using Kind = Feature::Kind;

const std::vector<Vec3> corners{{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
const std::vector<std::vector<std::uint32_t>> sides{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

std::vector<Index3> cube_triangles() {
  std::vector<Index3> triangles;
  for (const auto& f : sides) {
    triangles.push_back({f[0], f[1], f[2]});
    triangles.push_back({f[0], f[2], f[3]});
  }
  return triangles;
}

// The number of the corner that a vertex of each form of cube is.
std::uint32_t corner(ShapeForm form, const Feature& feature) {
  if (feature.kind != Kind::vertex) return 99;
  if (form == ShapeForm::box) return feature.triangle == 0 ? feature.index : 98;
  if (form == ShapeForm::polyhedron) return sides[feature.triangle][feature.index];
  return cube_triangles()[feature.triangle][feature.index];
}

const std::vector<Shape>& kinds_of_cubes() {
  static const std::vector<Shape> all{make_box({1, 1, 1}), make_mesh(corners, cube_triangles(), {.solid = true}),
                                      make_polyhedron(corners, sides)};
  return all;
}

std::vector<Body> floors() {
  return {{make_halfspace({0, 0, 1}, 0), Pose{}},
          {make_box({10, 10, 1}), make_pose({0, 0, -1})},
          {make_terrain(3, 3, 10, 10, std::vector<double>(9, 0.0)), make_pose({-10, -10, 0})}};
}

TEST(FeatureNames, a_cube_at_rest_keeps_its_corners_while_it_trembles) {
  oracle::Dice dice(5);
  std::size_t asked = 0;
  for (const Shape& cube : kinds_of_cubes())
    for (const Body& floor : floors())
      for (int frame = 0; frame < 50; ++frame) {
        const Quat turn = normalized({dice.uniform(-1e-6, 1e-6), dice.uniform(-1e-6, 1e-6), 0.3, 1});
        const Vec3 place = Vec3{0.2, -0.1, 1} + dice.in_cube(1e-6);
        const Body body{cube, make_pose(place, turn)};
        const ContactResult found = find_contacts(floor, body, {.tolerance = 1e-5});
        ASSERT_TRUE(found.ok());
        std::multiset<std::uint32_t> named;
        for (const Contact& contact : found.contacts) {
          named.insert(corner(cube.form(), contact.feature_b));
          EXPECT_EQ(contact.feature_a.kind, Kind::face);
          // It is the corner at that place.
          const std::uint32_t id = corner(cube.form(), contact.feature_b);
          if (id < 8) {
            EXPECT_LT(length(body.pose * corners[id] - contact.point), 1e-5);
          }
          ++asked;
        }
        EXPECT_EQ(named, (std::multiset<std::uint32_t>{0, 1, 2, 3})) << name(cube.form()) << " " << frame;
      }
  EXPECT_EQ(asked, 3u * 3 * 50 * 4);
}

// The face of the floor, too, has one name: it is the +z side of a box.
TEST(FeatureNames, faces_of_a_box) {
  const Body cube{make_box({1, 1, 1}), Pose{}};
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      Vec3 place;
      place[axis] = 1.5 * side;
      const Body small{make_box({0.5, 0.5, 0.5}), make_pose(place)};
      const ContactResult found = find_contacts(cube, small, {.tolerance = 1e-9});
      ASSERT_EQ(found.contacts.size(), 4u);
      for (const Contact& contact : found.contacts) {
        EXPECT_EQ(contact.feature_a, (Feature{Kind::face, std::uint16_t(2 * axis + (side > 0 ? 1 : 0)), 0, 0}));
        EXPECT_EQ(contact.feature_b.kind, Kind::vertex);
      }
    }
}

// Every edge of a box, touched in its middle by an edge across it.
TEST(FeatureNames, edges_of_a_box) {
  const Body cube{make_box({1, 1, 1}), Pose{}};
  std::set<std::uint16_t> all;
  for (int axis = 0; axis < 3; ++axis)
    for (int place = 0; place < 4; ++place) {
      const int low = axis == 0 ? 1 : 0, high = axis == 2 ? 1 : 2;
      Vec3 out;
      out[low] = (place & 1) != 0 ? 1 : -1;
      out[high] = (place & 2) != 0 ? 1 : -1;
      Vec3 along;
      along[axis] = 1;
      const Vec3 across = cross(along, out) * (1 / std::sqrt(2.0));
      // A segment just outside of the edge, across it, not in its middle by symmetry.
      const Vec3 middle = out * (1 + 1e-7) + along * 0.1;
      const Body bar{make_segment(middle - across, middle + across * 0.8), Pose{}};
      const ContactResult found = find_contacts(cube, bar, {.tolerance = 1e-6});
      ASSERT_EQ(found.contacts.size(), 1u);
      EXPECT_EQ(found.contacts[0].feature_a, (Feature{Kind::edge, std::uint16_t(4 * axis + place), 0, 0}));
      all.insert(found.contacts[0].feature_a.index);
    }
  EXPECT_EQ(all.size(), 12u);
}

TEST(FeatureNames, a_capsule_at_rest_keeps_its_ends) {
  const Body floor{make_halfspace({0, 0, 1}, 0), Pose{}};
  oracle::Dice dice(6);
  for (int frame = 0; frame < 50; ++frame) {
    const Body lying{make_capsule(0.5, 1),
                     make_pose(Vec3{0, 0, 0.5} + dice.in_cube(1e-6), normalized({1, dice.uniform(-1e-6, 1e-6), 0, 1}))};
    const ContactResult found = find_contacts(floor, lying, {.tolerance = 1e-5});
    ASSERT_EQ(found.contacts.size(), 2u);
    std::set<std::uint16_t> ends;
    for (const Contact& contact : found.contacts) {
      EXPECT_EQ(contact.feature_b.kind, Kind::vertex);
      ends.insert(contact.feature_b.index);
    }
    EXPECT_EQ(ends, (std::set<std::uint16_t>{0, 1}));
  }
}

// A ball, a box, a mesh and a half-space beside each corner, edge and face of a box, in many poses.
TEST(FeatureNames, DistancesNumberTheCornersEdgesAndFacesOfABox) {
  oracle::Dice dice(41);
  int found = 0;
  for (int i = 0; i < 60; ++i) {
    const Vec3 half{dice.uniform(0.5, 2), dice.uniform(0.5, 2), dice.uniform(0.5, 2)};
    const Body box{make_box(half), make_pose(dice.in_cube(3), dice.rotation())};
    for (int place = 0; place < 27; ++place) {
      const int out[] = {place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1};
      Vec3 on, away;
      unsigned corner = 0, outside = 0;
      for (int axis = 0; axis < 3; ++axis) {
        on[axis] = out[axis] != 0 ? out[axis] * half[axis] : dice.uniform(-0.5, 0.5) * half[axis];
        away[axis] = out[axis];
        corner |= out[axis] > 0 ? 1u << axis : 0u;
        outside |= out[axis] != 0 ? 1u << axis : 0u;
      }
      if (outside == 0) continue;
      std::uint16_t index = std::uint16_t(corner);
      Kind kind = Kind::vertex;
      if (outside != 7 && (outside & (outside - 1)) != 0) {
        kind = Kind::edge;
        const unsigned axis = outside == 6   ? 0
                              : outside == 5 ? 1
                                             : 2,
                       low = axis == 0 ? 1 : 0, high = axis == 2 ? 1 : 2;
        index = std::uint16_t(4 * axis + (corner >> low & 1) + 2 * (corner >> high & 1));
      } else if (outside != 7) {
        kind = Kind::face;
        const unsigned axis = outside == 1 ? 0 : outside == 2 ? 1 : 2;
        index = std::uint16_t(2 * axis + (corner >> axis & 1));
      }
      const Feature expected{kind, index, 0, 0};
      const Vec3 at = box.pose * (on + away);
      const Vec3 small{0.1, 0.1, 0.1};
      const Body ball{make_sphere(0.2), make_pose(at)};
      for (const Body& other : {ball, Body{with_margin(make_point(), 0.1), make_pose(at)}}) {
        const DistanceResult gap = find_distance(box, other), mirrored = find_distance(other, box);
        EXPECT_EQ(gap.feature_a, expected) << i << " " << place;
        EXPECT_EQ(mirrored.feature_b, expected);
        ++found;
      }
      const Quat turn = dice.rotation();
      const Shape tiny[] = {make_box(small), make_mesh({{0, 0, 0}, {0.01, 0, 0}, {0, 0.01, 0}}, {{0, 1, 2}}),
                            make_capsule(0.01, 0.05), make_cylinder(0.01, 0.05)};
      for (const Shape& shape : tiny) {
        const DistanceResult gap = find_distance(box, {shape, make_pose(at, turn)});
        ASSERT_TRUE(gap.ok());
        EXPECT_EQ(gap.feature_a.triangle, 0u);
        if (gap.feature_a.kind != kind) continue;  // an edge of the other may be nearer to an edge than to a corner
        EXPECT_EQ(gap.feature_a, expected) << i << " " << place << " " << int(shape.form());
        ++found;
      }
    }
  }
  EXPECT_GT(found, 60 * 26 * 4);
}

}  // namespace
}  // namespace graze
