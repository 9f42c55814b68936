// What users of other libraries reported, and what is hard by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "graze/graze.h"
#include "scenes/scenes.h"

namespace graze {
namespace {

using scenes::MeshData;

Shape solid(const MeshData& mesh) { return make_mesh(mesh.vertices, mesh.triangles, {.solid = true}); }
Shape cube(std::uint32_t cells = 1) { return solid(scenes::cube(cells)); }  // [-1, 1]^3

void add(MeshData& whole, const MeshData& part, double size, Vec3 centre, bool inverted = false) {
  const auto base = static_cast<std::uint32_t>(whole.vertices.size());
  for (const Vec3& v : part.vertices) whole.vertices.push_back(v * size + centre);
  for (Index3 t : part.triangles) {
    if (inverted) std::swap(t[1], t[2]);
    whole.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
  }
}

// Both orders; the class of (a, b).
PairClass both_ways(const Body& a, const Body& b) {
  const ClassifyResult forth = classify(a, b), back = classify(b, a);
  EXPECT_EQ(forth.status, Status::ok);
  EXPECT_EQ(back.status, Status::ok);
  PairClass mirrored = forth.answer;
  if (forth.answer == PairClass::enclosed) mirrored = PairClass::encloses;
  if (forth.answer == PairClass::encloses) mirrored = PairClass::enclosed;
  EXPECT_EQ(name(back.answer), std::string(name(mirrored)));
  return forth.answer;
}

Pose at(Vec3 place, double scale = 1) { return make_pose(place, {}, {scale, scale, scale}); }

// The unit cubes of every kind: box, and meshes of different triangles.
std::vector<Shape> cubes() { return {make_box({1, 1, 1}), cube(1), cube(2), cube(3)}; }

TEST(Classify, CubesThatShareAFaceTouch) {
  for (const Shape& a : cubes())
    for (const Shape& b : cubes()) {
      EXPECT_EQ(both_ways({a, {}}, {b, at({2, 0, 0})}), PairClass::touching);
      EXPECT_EQ(both_ways({a, {}}, {b, at({2, 0.5, 0.25})}), PairClass::touching);  // T-junctions
      EXPECT_EQ(both_ways({a, {}}, {b, at({2, 2, 0})}), PairClass::touching);       // an edge
      EXPECT_EQ(both_ways({a, {}}, {b, at({2, 2, 2})}), PairClass::touching);       // a corner
      EXPECT_EQ(both_ways({a, {}}, {b, at({std::nextafter(2.0, 3.0), 0, 0})}), PairClass::clear);
      EXPECT_EQ(both_ways({a, {}}, {b, at({std::nextafter(2.0, 0.0), 0, 0})}), PairClass::overlapping);
      EXPECT_EQ(both_ways({a, {}}, {b, {}}), PairClass::equal);
    }
}

TEST(Classify, NestedBoxesKeepTheirClassAtAnyScale) {
  for (const double scale : {1.0, 2.0, 1e-6, 1e6, 1e-150, 1e150})
    for (const Shape& a : cubes())
      for (const Shape& b : cubes()) {
        EXPECT_EQ(both_ways({a, at({}, scale)}, {b, at({}, 0.5 * scale)}), PairClass::encloses);
        EXPECT_EQ(both_ways({a, at({}, scale)}, {b, at({0.5 * scale, 0, 0}, 0.5 * scale)}), PairClass::encloses);
        EXPECT_EQ(both_ways({a, at({}, scale)}, {b, at({0.75 * scale, 0, 0}, 0.5 * scale)}), PairClass::overlapping);
      }
}

// A rotation times 9 in integers: the faces of turned boxes are flush to the last bit, and one unit in the last place
// of the translation tells.
TEST(Classify, KissingRotatedBoxesAreExact) {
  const Mat3 turn{{8, 4, -1}, {-4, 7, -4}, {-1, 4, 8}};
  for (const Shape& shape : cubes()) {
    if (shape.triangle_count() == scenes::cube(3).triangles.size()) continue;  // thirds are rounded
    const Body first{shape, {turn, {3, 4, 5}}};
    const auto beside = [&](Vec3 way) { return Body{make_box({1, 1, 1}), {turn, turn * way + Vec3{3, 4, 5}}}; };
    for (const Vec3 way : {Vec3{2, 0, 0}, Vec3{0, 2, 0}, Vec3{0, 0, -2}, Vec3{2, 0.5, -0.25}, Vec3{1.5, 2, 1}}) {
      const Body second = beside(way);
      EXPECT_EQ(both_ways(first, second), PairClass::touching);
      EXPECT_EQ(find_penetration(first, second).depth, 0);
      EXPECT_EQ(find_distance(first, second).distance, 0);
      const Vec3 face = std::fabs(way.x) == 2   ? turn.c0 * (way.x / 18)
                        : std::fabs(way.y) == 2 ? turn.c1 * (way.y / 18)
                                                : turn.c2 * (way.z / 18);
      const ContactResult found = find_contacts(first, second);
      EXPECT_EQ(found.contacts.size(), 4u);
      for (const Contact& contact : found.contacts) {
        EXPECT_LE(length(contact.normal - face), 1e-15);
        if (shape.form() == ShapeForm::box) {  // in double, with a bound
          EXPECT_LE(std::fabs(contact.depth), contact.bound);
        } else {
          EXPECT_EQ(contact.depth, 0);
        }
      }
      // Each coordinate away from the first box, or towards it, by one unit in the last place.
      for (const double sign : {1.0, -1.0}) {
        Body moved = second;
        for (int k = 0; k < 3; ++k)
          moved.pose.translation[k] = std::nextafter(moved.pose.translation[k], sign * face[k] * 1e9);
        EXPECT_EQ(both_ways(first, moved), sign > 0 ? PairClass::clear : PairClass::overlapping);
        const double gap = sign > 0 ? find_distance(first, moved).distance : find_penetration(first, moved).depth;
        EXPECT_GT(gap, 0);
        if (sign < 0 && shape.form() != ShapeForm::box) continue;  // the search of solids may miss so short a way
        EXPECT_LT(gap, 1e-13);
        EXPECT_EQ(classify(first, moved, {.tolerance = 1e-13}).answer, PairClass::touching);
      }
    }
    EXPECT_EQ(both_ways(first, beside({2, 2, 1})), PairClass::touching);  // an edge
    EXPECT_EQ(both_ways(first, beside({2, 2, -2})), PairClass::touching);
    EXPECT_EQ(both_ways(first, first), PairClass::equal);
  }
}

// Under a rotation that is rounded the class is what rounding makes it, and depth, gap and contacts say the same.
TEST(Classify, KissingBoxesOfARoundedRotationAgreeWithTheirDepth) {
  const Quat turn{0.1825741858350554, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214};
  const Body first{make_box({1, 1, 1}), make_pose({3, 4, 5}, turn)};
  int classes[3] = {0, 0, 0};
  for (int k = -3; k <= 3; ++k)
    for (const Vec3 along : {first.pose.linear.c0, first.pose.linear.c1, first.pose.linear.c2}) {
      Body second = first;
      second.pose.translation = first.pose.translation + along * (2 + k * 0x1p-51);
      const PairClass found = both_ways(first, second);
      const double gap = find_distance(first, second).distance, depth = find_penetration(first, second).depth;
      EXPECT_EQ(found == PairClass::clear, gap > 0);
      EXPECT_EQ(found == PairClass::overlapping, depth > 0);
      ++classes[found == PairClass::clear ? 0 : found == PairClass::touching ? 1 : 2];
      EXPECT_LT(gap + depth, 1e-14);
      EXPECT_EQ(both_ways(first, first), PairClass::equal);
      EXPECT_EQ(classify(first, second, {.tolerance = 1e-13}).answer, PairClass::touching);
      EXPECT_EQ(classify(second, first, {.tolerance = 1e-13}).answer, PairClass::touching);
      const ContactResult touching = find_contacts(first, second, {.tolerance = 1e-13});
      EXPECT_EQ(touching.contacts.size(), 4u);
      for (const Contact& contact : touching.contacts) {
        EXPECT_LE(length(contact.normal - along), 1e-6);  // what counts as flat
        EXPECT_LE(std::fabs(contact.depth), 1e-14);
      }
    }
  EXPECT_GT(classes[0], 0);
  EXPECT_GT(classes[2], 0);
}

TEST(Classify, WallsOverlapWithAlignedFacesAndAfterANudge) {
  const Shape wall = make_box({2.5, 0.1, 1.5});
  for (const double nudge : {0.0, 0.002})
    EXPECT_EQ(both_ways({wall, at({})}, {wall, at({4.95, nudge, nudge})}), PairClass::overlapping);
  EXPECT_EQ(both_ways({wall, at({})}, {wall, at({5, 0, 0})}), PairClass::touching);
}

TEST(Classify, TwoCubesInOneMesh) {
  MeshData two;
  add(two, scenes::cube(1), 1, {});
  add(two, scenes::cube(2), 1, {0.5, 0.5, 0.5});
  const Shape pair = solid(two);
  EXPECT_EQ(both_ways({pair, {}}, {cube(), {}}), PairClass::encloses);
  EXPECT_EQ(both_ways({pair, {}}, {cube(), at({0.5, 0.5, 0.5})}), PairClass::encloses);
  EXPECT_EQ(both_ways({pair, {}}, {cube(), at({0.25, 0.25, 0.25})}), PairClass::overlapping);
  EXPECT_EQ(both_ways({pair, {}}, {pair, {}}), PairClass::equal);
  EXPECT_EQ(both_ways({pair, {}}, {cube(), at({0.25, 0.25, 0.25}, 0.25)}), PairClass::encloses);
  // The same set with the inner walls away: two cubes side by side, and one box.
  MeshData beside;
  add(beside, scenes::cube(1), 1, {-1, 0, 0});
  add(beside, scenes::cube(3), 1, {1, 0, 0});
  EXPECT_EQ(both_ways({solid(beside), {}}, {make_box({2, 1, 1}), {}}), PairClass::equal);
}

TEST(Classify, ScalesOfEveryKind) {
  for (const Vec3 scale : {Vec3{10, 10, 1}, Vec3{1, 1, 0.1}, Vec3{50, 0.5, 1}, Vec3{-50, 0.5, 1}, Vec3{-1, -1, -1}}) {
    const Body a{cube(), make_pose({}, {}, scale)};
    const Vec3 size{std::fabs(scale.x), std::fabs(scale.y), std::fabs(scale.z)};
    EXPECT_EQ(both_ways(a, {make_box(size), {}}), PairClass::equal);
    EXPECT_EQ(both_ways(a, {cube(2), make_pose({2 * size.x, 0, 0}, {}, scale)}), PairClass::touching);
    EXPECT_EQ(both_ways(a, {cube(2), make_pose({size.x, 0, 0}, {}, scale)}), PairClass::overlapping);
    EXPECT_EQ(both_ways(a, {cube(2), make_pose({}, {}, scale * 0.5)}), PairClass::encloses);
  }
}

TEST(Classify, ABodyInsideAnotherAndInItsCavity) {
  MeshData shell;
  add(shell, scenes::cube(2), 3, {});
  add(shell, scenes::cube(1), 2, {}, true);
  const Body hollow{solid(shell), {}};
  EXPECT_EQ(both_ways(hollow, {cube(), {}}), PairClass::clear);
  EXPECT_EQ(both_ways(hollow, {cube(), at({}, 2)}), PairClass::touching);  // fills the cavity
  EXPECT_EQ(both_ways(hollow, {cube(), at({1, 0, 0})}), PairClass::touching);
  EXPECT_EQ(both_ways(hollow, {cube(), at({2.5, 0, 0}, 0.25)}), PairClass::encloses);
  EXPECT_EQ(both_ways(hollow, {cube(), at({2.5, 0, 0}, 0.5)}), PairClass::encloses);  // flush on both sides
  EXPECT_EQ(both_ways(hollow, {cube(), at({}, 2.5)}), PairClass::overlapping);
  EXPECT_EQ(both_ways(hollow, {cube(), at({}, 3)}), PairClass::enclosed);
  EXPECT_EQ(both_ways(hollow, {cube(), at({}, 4)}), PairClass::enclosed);
  EXPECT_EQ(both_ways(hollow, hollow), PairClass::equal);
  // Parts on both sides of the wall.
  MeshData two;
  add(two, scenes::cube(1), 0.25, {});
  add(two, scenes::cube(1), 0.25, {2.5, 0, 0});
  EXPECT_EQ(both_ways(hollow, {solid(two), {}}), PairClass::overlapping);
}

TEST(Classify, ShellsThatBoundNothing) {
  MeshData nested;  // winding number 2 in the middle
  add(nested, scenes::cube(1), 2, {});
  add(nested, scenes::cube(2), 1, {});
  EXPECT_EQ(both_ways({solid(nested), {}}, {cube(), at({}, 2)}), PairClass::equal);
  EXPECT_EQ(both_ways({solid(nested), {}}, {cube(), {}}), PairClass::encloses);
  MeshData stray;  // and -1 elsewhere, where there is nothing
  add(stray, scenes::cube(1), 2, {});
  add(stray, scenes::cube(1), 1, {9, 0, 0}, true);
  EXPECT_EQ(both_ways({solid(stray), {}}, {cube(2), at({}, 2)}), PairClass::equal);
  // Its triangles are there all the same, as collide says.
  EXPECT_EQ(both_ways({solid(stray), {}}, {cube(), at({9, 0, 0})}), PairClass::touching);
  EXPECT_EQ(both_ways({solid(stray), {}}, {cube(), at({11, 0, 0})}), PairClass::touching);
  EXPECT_EQ(both_ways({solid(stray), {}}, {cube(), at({11.5, 0, 0})}), PairClass::clear);
  EXPECT_EQ(both_ways({solid(stray), {}}, {cube(), at({9, 0, 0}, 3)}), PairClass::touching);
}

TEST(Classify, WhatHasNoInteriorIsEnclosedWhereItIsAPart) {
  const Shape sheet = make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const Shape flat = make_convex({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  for (const Shape& solid : cubes()) {
    EXPECT_EQ(both_ways({sheet, {}}, {solid, {}}), PairClass::enclosed);
    EXPECT_EQ(both_ways({sheet, at({0, 0, 1})}, {solid, {}}), PairClass::enclosed);  // on a face
    EXPECT_EQ(both_ways({sheet, at({0.5, 0, 1})}, {solid, {}}), PairClass::touching);
    EXPECT_EQ(both_ways({sheet, at({0, 0, 0.5}, 2)}, {solid, {}}), PairClass::touching);
    EXPECT_EQ(both_ways({sheet, at({5, 0, 0})}, {solid, {}}), PairClass::clear);
    EXPECT_EQ(both_ways({make_point(), at({1, 0, 0})}, {solid, {}}), PairClass::enclosed);
    EXPECT_EQ(both_ways({make_segment({-1, 0, 0}, {1, 0, 0}), {}}, {solid, {}}), PairClass::enclosed);
    EXPECT_EQ(both_ways({make_segment({-1, 0, 0}, {2, 0, 0}), {}}, {solid, {}}), PairClass::touching);
    EXPECT_EQ(both_ways({flat, {}}, {solid, {}}), PairClass::enclosed);
  }
  EXPECT_EQ(both_ways({sheet, {}}, {flat, {}}), PairClass::equal);
  EXPECT_EQ(both_ways({sheet, {}}, {make_point(), at({0.25, 0.25, 0})}), PairClass::encloses);
  EXPECT_EQ(both_ways({sheet, {}}, {make_segment({0, 0, 0}, {0.5, 0.5, 0}), {}}), PairClass::encloses);
  EXPECT_EQ(both_ways({sheet, {}}, {make_segment({0, 0, 0}, {0.5, 0.5, 1}), {}}), PairClass::touching);
  // A sheet through two cubes that share a face is in neither, but in both.
  const Shape two = make_compound({{cube(), {}}, {cube(2), at({2, 0, 0})}});
  EXPECT_EQ(both_ways({sheet, at({0, 0, 0}, 0.75)}, {cube(), at({-0.5, 0, 0})}), PairClass::touching);
  EXPECT_EQ(both_ways({sheet, at({0.5, 0, 0})}, {two, {}}), PairClass::enclosed);
  EXPECT_EQ(both_ways({sheet, at({2.5, 0, 0})}, {two, {}}), PairClass::touching);
  // The cavity of a hollow cube: its walls hold what is flush with them.
  MeshData hollow = scenes::cube(1);
  add(hollow, scenes::cube(1), 0.5, {}, true);
  EXPECT_EQ(both_ways({sheet, at({0, 0, 0.5}, 0.5)}, {solid(hollow), {}}), PairClass::enclosed);
  EXPECT_EQ(both_ways({sheet, at({0, 0, 0.25}, 0.5)}, {solid(hollow), {}}), PairClass::touching);
  EXPECT_EQ(both_ways({sheet, at({0, 0, 0.25}, 0.25)}, {solid(hollow), {}}), PairClass::clear);
  EXPECT_EQ(classify({}, {cube(), {}}).status, Status::invalid);
  EXPECT_EQ(classify({cube(), {}}, {cube(), {}}, {.tolerance = -1}).status, Status::invalid);
}

TEST(Classify, RoundBodiesInSolids) {
  for (const Shape& solid : cubes()) {
    EXPECT_EQ(both_ways({make_sphere(1), at({5, 0, 0})}, {solid, {}}), PairClass::clear);
    EXPECT_EQ(both_ways({make_sphere(1), at({2, 0, 0})}, {solid, {}}), PairClass::touching);
    EXPECT_EQ(both_ways({make_sphere(1), at({std::nextafter(2.0, 0.0), 0, 0})}, {solid, {}}), PairClass::overlapping);
    EXPECT_EQ(both_ways({make_sphere(1), {}}, {solid, {}}), PairClass::enclosed);  // all six faces touch it
    EXPECT_EQ(both_ways({make_sphere(std::nextafter(1.0, 2.0)), {}}, {solid, {}}), PairClass::overlapping);
    EXPECT_EQ(both_ways({make_capsule(0.5, 0.5), {}}, {solid, {}}), PairClass::enclosed);
    EXPECT_EQ(both_ways({make_sphere(1.75), {}}, {solid, {}}), PairClass::encloses);
    EXPECT_EQ(both_ways({make_sphere(1.73), {}}, {solid, {}}), PairClass::overlapping);
  }
  // In a cavity, and in a solid made of two that overlap, whose inner walls bound nothing.
  MeshData hollow = scenes::cube(1), twice = scenes::cube(1);
  add(hollow, scenes::cube(1), 0.5, {}, true);
  add(twice, scenes::cube(1), 1, {0.5, 0.25, 0.25});
  EXPECT_EQ(both_ways({make_sphere(0.5), {}}, {solid(hollow), {}}), PairClass::touching);
  EXPECT_EQ(both_ways({make_sphere(0.25), {}}, {solid(hollow), {}}), PairClass::clear);
  EXPECT_EQ(both_ways({make_sphere(0.25), at({0.75, 0, 0})}, {solid(hollow), {}}), PairClass::enclosed);
  EXPECT_EQ(both_ways({make_sphere(0.25), at({0, 0.25, 0})}, {solid(twice), {}}), PairClass::enclosed);
  EXPECT_EQ(both_ways({make_sphere(1), at({-1, 0, 0})}, {solid(twice), {}}), PairClass::overlapping);
}

TEST(Classify, CompoundsAreTheUnionOfTheirParts) {
  const Shape box = make_box({1, 1, 1});
  const Shape wall = make_compound({{box, at({-1, 0, 0})}, {box, at({1, 0, 0})}});
  EXPECT_EQ(both_ways({box, {}}, {wall, {}}), PairClass::enclosed);  // in no part, but in both together
  EXPECT_EQ(both_ways({wall, {}}, {make_box({2, 1, 1}), {}}), PairClass::equal);
  EXPECT_EQ(both_ways({wall, {}}, {cube(), at({4, 0, 0}, 2)}), PairClass::touching);
  EXPECT_EQ(inside({wall, {}}, {0, 0, 0}).answer, Where::inside);
  EXPECT_EQ(inside({wall, {}}, {0, 0, 1}).answer, Where::on);
  // A part that is turned inside out where another is takes nothing away from that.
  MeshData stray = scenes::cube(1);
  add(stray, scenes::cube(1), 0.5, {9, 0, 0}, true);
  const Shape both = make_compound({{solid(stray), {}}, {box, at({9, 0, 0})}});
  EXPECT_EQ(both_ways({make_sphere(0.25), at({9, 0, 0})}, {both, {}}), PairClass::enclosed);
  EXPECT_EQ(inside({both, {}}, {9, 0, 0}).answer, Where::inside);
  const Shape mixed = make_compound({{box, at({-1, 0, 0})}, {make_sphere(1), at({1, 0, 0})}});
  EXPECT_EQ(both_ways({make_sphere(0.5), at({1, 0, 0})}, {mixed, {}}), PairClass::enclosed);
  EXPECT_EQ(both_ways({mixed, {}}, {make_sphere(3), {}}), PairClass::enclosed);
  EXPECT_EQ(both_ways({mixed, {}}, {make_sphere(1), at({3, 0, 0})}), PairClass::touching);
}

TEST(Classify, CurvedBodiesAreDecidedAwayFromTouching) {
  const Shape cylinder = make_cylinder(1, 1);
  EXPECT_EQ(both_ways({cylinder, {}}, {make_box({1.01, 1.01, 1.01}), {}}), PairClass::enclosed);
  EXPECT_EQ(both_ways({cylinder, at({0.5, 0, 0})}, {cube(2), {}}), PairClass::overlapping);
  EXPECT_EQ(both_ways({cylinder, {}}, {make_ellipsoid({3, 3, 3}), {}}), PairClass::enclosed);
  EXPECT_EQ(both_ways({cylinder, {}}, {cylinder, at({1, 0, 0})}), PairClass::overlapping);
  EXPECT_EQ(both_ways({cylinder, {}}, {cylinder, {}}), PairClass::equal);
  EXPECT_EQ(both_ways({cylinder, at({0, 0, -1.01})}, {make_halfspace({0, 0, 1}, 0), {}}), PairClass::enclosed);
  EXPECT_EQ(classify({cylinder, {}}, {cylinder, at({2, 0, 0})}).status, Status::undecided);
  EXPECT_EQ(inside({cylinder, {}}, {0.999, 0, 0}).answer, Where::inside);
  EXPECT_EQ(inside({cylinder, {}}, {1, 0, 0}).status, Status::undecided);
}

TEST(Classify, WhatIsHardlyDeepTouchesByTheTolerance) {
  for (const Shape& a : cubes())
    for (const Shape& b :
         {make_box({1, 1, 1}), cube(1),
          make_convex(
              {{-1, -1, -1}, {1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {-1, -1, 1}, {1, -1, -1}, {-1, 1, -1}})}) {
      const Body body_a{a, {}}, body_b{b, at({1.75, 0, 0})};
      for (const bool swapped : {false, true}) {
        const Body &x = swapped ? body_b : body_a, &y = swapped ? body_a : body_b;
        EXPECT_EQ(classify(x, y, {.tolerance = 0.2501}).answer, PairClass::touching);
        EXPECT_EQ(classify(x, y, {.tolerance = 0.2499}).answer, PairClass::overlapping);
      }
    }
  EXPECT_EQ(classify({make_sphere(1), {}}, {make_sphere(1), at({1.75, 0, 0})}, {.tolerance = 0.2501}).answer,
            PairClass::touching);
  EXPECT_EQ(classify({make_cylinder(1, 1), {}}, {make_cylinder(1, 1), at({2, 0, 0})}, {.tolerance = 1e-6}).answer,
            PairClass::touching);
  EXPECT_EQ(classify({make_halfspace({0, 0, 1}, 0), {}}, {cube(), at({0, 0, 0.75})}, {.tolerance = 0.2501}).answer,
            PairClass::touching);
}

TEST(Classify, LargeMeshes) {
  const Shape torus = solid(scenes::torus(2000)), fine = solid(scenes::sphere(5000));
  EXPECT_EQ(both_ways({torus, {}}, {torus, {}}), PairClass::equal);
  EXPECT_EQ(both_ways({torus, {}}, {torus, at({0.1, 0.05, 0.02})}), PairClass::overlapping);
  EXPECT_EQ(both_ways({torus, at({}, 0.5)}, {fine, {}}), PairClass::enclosed);
  EXPECT_EQ(both_ways({torus, {}}, {fine, at({}, 0.5)}), PairClass::clear);  // in its hole
}

TEST(Inside, TellsTheBoundaryOfTheSetFromOtherTriangles) {
  MeshData mesh;
  add(mesh, scenes::cube(1), 2, {});
  add(mesh, scenes::cube(2), 1, {});                 // inside: winding number 2
  add(mesh, scenes::cube(1), 0.5, {9, 0, 0}, true);  // nothing
  const Body body{solid(mesh), {}};
  const auto where = [&](Vec3 p) { return inside(body, p).answer; };
  EXPECT_EQ(where({2, 0, 0}), Where::on);
  EXPECT_EQ(where({2, 2, 2}), Where::on);
  EXPECT_EQ(where({std::nextafter(2.0, 0.0), 0, 0}), Where::inside);
  EXPECT_EQ(where({std::nextafter(2.0, 3.0), 0, 0}), Where::outside);
  EXPECT_EQ(where({1, 0, 0}), Where::inside);
  EXPECT_EQ(where({1, 1, 1}), Where::inside);
  EXPECT_EQ(where({9.5, 0, 0}), Where::on);  // of the surface, which counts
  EXPECT_EQ(where({9, 0, 0}), Where::outside);
  EXPECT_EQ(inside(body, {std::numeric_limits<double>::infinity(), 0, 0}).status, Status::invalid);
}

TEST(Inside, OfPrimitives) {
  const Body ball{make_sphere(5), at({1, 0, 0})}, pill{make_capsule(1, 2), {}}, half{make_halfspace({0, 0, 2}, 3), {}};
  EXPECT_EQ(inside(ball, {4, 4, 0}).answer, Where::on);
  EXPECT_EQ(inside(ball, {4, std::nextafter(4.0, 5.0), 0}).answer, Where::outside);
  EXPECT_EQ(inside(ball, {4, std::nextafter(4.0, 0.0), 0}).answer, Where::inside);
  EXPECT_EQ(inside(pill, {1, 0, 1.5}).answer, Where::on);
  EXPECT_EQ(inside(pill, {0, 0, -3}).answer, Where::on);
  EXPECT_EQ(inside(pill, {0.6, 0, 2.8}).answer, Where::inside);
  EXPECT_EQ(inside(half, {7, 8, 1.5}).answer, Where::on);
  EXPECT_EQ(inside(half, {7, 8, 1}).answer, Where::inside);
  EXPECT_EQ(inside(half, {7, 8, 2}).answer, Where::outside);
  const Body sheet{make_mesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}), {}};
  EXPECT_EQ(inside(sheet, {1, 1, 0}).answer, Where::on);
  EXPECT_EQ(inside(sheet, {1, 1, 1e-300}).answer, Where::outside);
}

TEST(Inside, ManyPointsAreAskedLikeOne) {
  const Body body{solid(scenes::torus(2000)), make_pose({1, 2, 3}, {0, 0.6, 0, 0.8}, {-1, 2, 1})};
  scenes::Random random(1);
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) points.push_back(body.pose * (random.direction() * random.uniform(0, 1.4)));
  for (const int threads : {1, 2, 0}) {
    const std::vector<InsideResult> found = inside(body, points, {.threads = threads});
    int in = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_EQ(found[i].answer, inside(body, points[i]).answer);
      in += found[i].answer == Where::inside ? 1 : 0;
    }
    EXPECT_GT(in, 50);
    EXPECT_LT(in, 450);
  }
}

TEST(Winding, IsAWholeNumberOfClosedSurfaces) {
  MeshData mesh;
  add(mesh, scenes::cube(1), 2, {});
  add(mesh, scenes::cube(2), 1, {});
  add(mesh, scenes::cube(1), 0.5, {9, 0, 0}, true);
  for (const Vec3 scale : {Vec3{1, 1, 1}, Vec3{-1, 1, 1}}) {
    const Body body{solid(mesh), make_pose({}, {}, scale)};
    const auto around = [&](Vec3 p) {
      const WindingResult result = winding(body, body.pose * p);
      EXPECT_TRUE(result.exact);
      return result.winding;
    };
    EXPECT_EQ(around({}), 2);
    EXPECT_EQ(around({1.5, 0, 0}), 1);
    EXPECT_EQ(around({9, 0, 0}), -1);
    EXPECT_EQ(around({5, 0, 0}), 0);
  }
}

// Its triangles are those of both diagonals of each face, which no pose keeps in one plane exactly.
TEST(Winding, IsOneInABox) {
  std::mt19937_64 rng(7);
  std::uniform_real_distribution<double> number(-1, 1);
  int inside_of = 0;
  for (int i = 0; i < 500; ++i) {
    Body body{make_box({0.5, 0.7, 0.3}), {}};
    for (Vec3* column : {&body.pose.linear.c0, &body.pose.linear.c1, &body.pose.linear.c2})
      *column = *column + 0.3 * Vec3{number(rng), number(rng), number(rng)};
    const Vec3 point{number(rng), number(rng), number(rng)};
    const InsideResult where = inside(body, point);
    ASSERT_NE(where.answer, Where::on);
    const WindingResult result = winding(body, point);
    EXPECT_EQ(result.winding, where.answer == Where::inside ? 1 : 0) << i;
    inside_of += where.answer == Where::inside;
  }
  EXPECT_GT(inside_of, 25);
  const WindingResult on = winding({make_box({1, 1, 1}), {}}, {1, 0, 0});
  EXPECT_FALSE(on.exact);
  EXPECT_NEAR(on.winding, 0.5, 1e-9);
}

TEST(Winding, OfABrokenMeshHasABound) {
  MeshData open = scenes::cube(4);
  // One face of six, by its triangles' normal; seen from the centre each face is a sixth of all directions.
  std::vector<Index3> kept;
  for (const Index3& t : open.triangles) {
    const bool top = open.vertices[t[0]].z == 1 && open.vertices[t[1]].z == 1 && open.vertices[t[2]].z == 1;
    if (!top) kept.push_back(t);
  }
  ASSERT_EQ(kept.size(), open.triangles.size() * 5 / 6);
  const Body body{make_mesh(open.vertices, kept), at({3, 0, 0}, 7)};
  const WindingResult centre = winding(body, {3, 0, 0});
  EXPECT_FALSE(centre.exact);
  EXPECT_LE(std::fabs(centre.winding - 5.0 / 6), centre.bound);
  EXPECT_LT(centre.bound, 1e-10);
  EXPECT_LT(std::fabs(winding(body, {500, 0, 0}).winding), 0.01);

  // The two parts of a closed surface, each an estimate, make a whole number.
  const MeshData whole = scenes::torus(600);
  std::vector<Index3> first, second;
  for (std::size_t i = 0; i < whole.triangles.size(); ++i) (i % 3 == 0 ? first : second).push_back(whole.triangles[i]);
  const Body parts[2] = {{make_mesh(whole.vertices, first), {}}, {make_mesh(whole.vertices, second), {}}};
  scenes::Random random(7);
  for (int i = 0; i < 200; ++i) {
    const Vec3 p = random.direction() * random.uniform(0, 1.5);
    const WindingResult one = winding(parts[0], p), other = winding(parts[1], p), all = winding({solid(whole), {}}, p);
    ASSERT_TRUE(all.exact);
    EXPECT_LE(std::fabs(one.winding + other.winding - all.winding), one.bound + other.bound);
    EXPECT_LT(one.bound, 1e-6);
  }
  // On a triangle nothing is promised but the bound.
  const WindingResult on = winding(body, {3, 0, -7});
  EXPECT_FALSE(on.exact);
  EXPECT_GE(on.bound, 0.4);
}

}  // namespace
}  // namespace graze
