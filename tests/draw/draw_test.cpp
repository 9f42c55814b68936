// What is drawn: how much of it, where, and in which colours.
#include "graze/draw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scenes/scenes.h"
#include "tests/property/worlds.h"

namespace graze {
namespace {

DrawList drawn(const Shape& shape, const Pose& pose, const DrawSettings& settings) {
  DrawList list;
  draw({shape, pose}, {1, 0, 0, 1}, list, settings);
  return list;
}

std::vector<Vec3> corners(const DrawList& list) {
  std::vector<Vec3> points;
  for (const DrawList::Face& face : list.triangles) points.insert(points.end(), {face.a, face.b, face.c});
  return points;
}

// Six times the volume that the triangles enclose: right only where all of them look outward.
double volume(const DrawList& list) {
  double sum = 0;
  for (const DrawList::Face& face : list.triangles) sum += dot(face.a, cross(face.b, face.c));
  return sum / 6;
}

constexpr DrawSettings both{.edges = true, .circle = 16};

TEST(Draw, ABoxHasTwelveTrianglesAndTwelveEdges) {
  const DrawList list = drawn(make_box({1, 2, 3}), make_pose({10, 0, 0}), both);
  EXPECT_EQ(list.triangles.size(), 12u);
  EXPECT_EQ(list.lines.size(), 12u);
  EXPECT_NEAR(volume(list), 48, 1e-12);
  for (const Vec3& p : corners(list)) {
    EXPECT_EQ(std::abs(p.x - 10), 1);
    EXPECT_EQ(std::abs(p.y), 2);
    EXPECT_EQ(std::abs(p.z), 3);
  }
  const DrawList mirrored = drawn(make_box({1, 2, 3}), make_pose({}, {}, {-1, 1, 1}), {});
  EXPECT_NEAR(volume(mirrored), 48, 1e-12) << "outward under a reflection, too";
  EXPECT_TRUE(mirrored.lines.empty());
  EXPECT_TRUE(drawn(make_box({1, 2, 3}), {}, {.surfaces = false}).triangles.empty());
}

TEST(Draw, RoundBodiesAreOnTheirSurfaces) {
  const Pose pose = make_pose({1, 2, 3}, normalized({1, 2, 3, 4}));
  const DrawList ball = drawn(make_sphere(2), pose, both);
  EXPECT_EQ(ball.triangles.size(), 2u * 16 * 7) << "two caps of 16, six strips of 32";
  EXPECT_EQ(ball.lines.size(), 16u + 4 * 8) << "the equator, and four lines from pole to pole";
  for (const Vec3& p : corners(ball)) EXPECT_NEAR(length(p - pose.translation), 2, 1e-12);
  EXPECT_GT(volume(drawn(make_sphere(2), {}, both)), 0.9 * 4 / 3.0 * 3.14159265 * 8);

  const DrawList swollen = drawn(with_margin(make_sphere(2), 0.5), pose, both);
  for (const Vec3& p : corners(swollen)) EXPECT_NEAR(length(p - pose.translation), 2.5, 1e-12);

  const DrawList pill = drawn(make_capsule(1, 3), {}, both);
  EXPECT_EQ(pill.triangles.size(), 2u * 16 * 8);
  for (const Vec3& p : corners(pill)) {
    const double z = p.z - std::fmax(-3, std::fmin(3, p.z));
    EXPECT_NEAR(std::hypot(p.x, p.y, z), 1, 1e-12);
  }
  const DrawList egg = drawn(make_ellipsoid({1, 2, 3}), {}, both);
  for (const Vec3& p : corners(egg)) EXPECT_NEAR(std::hypot(p.x, p.y / 2, p.z / 3), 1, 1e-12);

  const DrawList can = drawn(make_cylinder(1, 2), {}, both);
  EXPECT_EQ(can.triangles.size(), 16u + 32 + 16);
  EXPECT_EQ(can.lines.size(), 2u * 16 + 4 * 3) << "two circles; four lines, each across a cap, up, and back";
  EXPECT_GT(volume(can), 0.95 * 3.14159265 * 4);
  const DrawList hat = drawn(make_cone(1, 2), {}, both);
  EXPECT_EQ(hat.triangles.size(), 16u + 16);
  EXPECT_NEAR(volume(hat), 0.9744953584 * 3.14159265 * 4 / 3, 1e-6) << "of the pyramid with 16 sides";
  // A margin closes the corners of the profile with chamfers.
  EXPECT_GT(volume(drawn(with_margin(make_cylinder(1, 2), 0.5), {}, both)), 1.3 * volume(can));
}

TEST(Draw, PointsSegmentsAndHalfSpaces) {
  const DrawList point = drawn(make_point(), make_pose({1, 1, 1}), both);
  EXPECT_EQ(point.lines.size(), 3u);
  EXPECT_TRUE(point.triangles.empty());
  const DrawList segment = drawn(make_segment({0, 0, 0}, {1, 0, 0}), {}, both);
  ASSERT_EQ(segment.lines.size(), 1u);
  EXPECT_EQ(segment.lines[0].b, (Vec3{1, 0, 0}));
  for (const Vec3& p : corners(drawn(with_margin(make_segment({0, 0, 0}, {4, 0, 0}), 0.5), {}, both)))
    EXPECT_NEAR(length(p - Vec3{std::fmax(0, std::fmin(4, p.x)), 0, 0}), 0.5, 1e-12);
  for (const Vec3& p : corners(drawn(with_margin(make_point(), 0.5), make_pose({}, {}, {1, 5, 9}), both)))
    EXPECT_NEAR(length(p), 0.5, 1e-12) << "a margin is not scaled";

  DrawSettings settings = both;
  settings.halfspace = 3;
  settings.centre = {7, 8, 9};
  const DrawList ground = drawn(make_halfspace({0, 0, 2}, 4), make_pose({0, 0, 1}), settings);
  EXPECT_EQ(ground.triangles.size(), 2u);
  EXPECT_EQ(ground.lines.size(), 5u);
  for (const Vec3& p : corners(ground)) {
    EXPECT_NEAR(p.z, 3, 1e-12);
    EXPECT_NEAR(std::abs(p.x - 7), 3, 1e-12);
    EXPECT_NEAR(std::abs(p.y - 8), 3, 1e-12);
  }
  const DrawList::Face face = ground.triangles[0];
  EXPECT_GT(cross(face.b - face.a, face.c - face.a).z, 0) << "seen from outside";
}

TEST(Draw, FacesAreShownWithoutTheirDiagonals) {
  const scenes::MeshData cube = scenes::cube(1);
  EXPECT_EQ(drawn(make_mesh(cube.vertices, cube.triangles), {}, both).lines.size(), 18u) << "triangles as given";
  const DrawList hull = drawn(make_convex(cube.vertices), {}, both);
  EXPECT_EQ(hull.lines.size(), 12u);
  EXPECT_EQ(hull.triangles.size(), 12u);
  const Shape pyramid = make_polyhedron({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}},
                                        {{3, 2, 1, 0}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}});
  EXPECT_EQ(drawn(pyramid, {}, both).lines.size(), 8u);
  EXPECT_EQ(drawn(pyramid, {}, both).triangles.size(), 6u);
  EXPECT_EQ(drawn(make_convex({{0, 0, 0}, {1, 0, 0}}), {}, {}).lines.size(), 1u);
  EXPECT_EQ(drawn(make_terrain(2, 2, 1, 1, {0, 0, 0, 0}), {}, both).lines.size(), 5u);

  // With a margin: outward of a solid, to both sides of a surface.
  const Shape thick = with_margin(make_mesh(cube.vertices, cube.triangles, {.solid = true}), 0.5);
  EXPECT_EQ(drawn(thick, {}, {}).triangles.size(), 12u);
  for (const DrawList::Face& each : drawn(thick, {}, {}).triangles)
    EXPECT_NEAR(std::fmax(std::abs(each.a.x), std::fmax(std::abs(each.a.y), std::abs(each.a.z))), 1.5, 1e-12);
  EXPECT_EQ(drawn(with_margin(make_mesh(cube.vertices, cube.triangles), 0.5), {}, {}).triangles.size(), 24u);

  const Shape both_parts =
      make_compound({{make_box({1, 1, 1}), make_pose({5, 0, 0})}, {make_convex(cube.vertices), {}}});
  EXPECT_EQ(drawn(both_parts, make_pose({0, 0, 5}), both).lines.size(), 24u);
  EXPECT_EQ(drawn(both_parts, make_pose({0, 0, 5}), both).triangles.size(), 24u);
}

TEST(Draw, AWorldByGroupsAndSleep) {
  World world;
  const Shape box = make_box({1, 1, 1});
  const ObjectId a = world.add({box, {}}, {.key = 2, .group = 1});
  world.add({box, make_pose({5, 0, 0})}, {.key = 1, .group = 2});
  world.add({make_halfspace({0, 0, 1}, 0), {}}, {.key = 3, .fixed = true});
  const scenes::MeshData cube = scenes::cube(1);
  const ObjectId soft =
      world.add(DeformableMesh(make_mesh(cube.vertices, cube.triangles, {.solid = true})), {}, {.key = 4});
  world.sleep(a);
  world.apply();
  DrawList list;
  draw(world, list, {.boxes = true});
  EXPECT_EQ(list.triangles.size(), 12u + 12 + 2 + 12);
  EXPECT_EQ(list.lines.size(), 3u * 12) << "the half-space has no box that ends";
  EXPECT_EQ(list.triangles[0].color, group_color(2)) << "in the order of keys";
  const DrawColor bright = group_color(1), dim = list.triangles[12].color;
  EXPECT_DOUBLE_EQ(dim.red, bright.red * 0.35);
  EXPECT_DOUBLE_EQ(dim.green, bright.green * 0.35);
  for (int g = 0; g < 64; ++g)
    for (int h = 0; h < g; ++h)
      EXPECT_FALSE(group_color(static_cast<std::uint8_t>(g)) == group_color(static_cast<std::uint8_t>(h)));

  DrawList some;
  draw(world, some, {.groups = 0b110, .opacity = 0.5});
  EXPECT_EQ(some.triangles.size(), 24u);
  EXPECT_EQ(some.triangles[0].color.alpha, 0.5);

  // As its vertices are now, also where it is no solid any more.
  std::vector<Vec3> inside_out = cube.vertices;
  for (Vec3& p : inside_out) p.z = -7 * p.z;
  world.deform(soft, inside_out);
  world.apply();
  DrawList after;
  draw(world, after, {.groups = 1});
  ASSERT_EQ(after.triangles.size(), 14u);
  EXPECT_EQ(std::abs(after.triangles[5].a.z), 7);
}

TEST(Draw, StepsAndResults) {
  World world;
  Pipeline pipeline(world, {.range = 3, .contacts = true});
  const Shape box = make_box({1, 1, 1});
  world.add({box, {}}, {.key = 1});
  world.add({box, make_pose({0, 0, 2})}, {.key = 2});
  world.add({box, make_pose({0, 4, 0})}, {.key = 3});
  const StepResult& step = pipeline.step();
  ASSERT_EQ(step.pairs.size(), 3u);
  DrawList list;
  draw(step, world, list);
  std::size_t touching = 0, near = 0, contact = 0;
  for (const DrawList::Line& line : list.lines) {
    touching += line.color == touching_color;
    near += line.color == near_color;
    contact += line.color == contact_color;
  }
  EXPECT_EQ(touching, 24u) << "the boxes of the pair that touches";
  EXPECT_GE(near, 2u * 7);
  EXPECT_EQ(contact, 4u * step.pairs[0].contacts.size());
  EXPECT_EQ(step.pairs[0].contacts.size(), 4u);
  EXPECT_TRUE(list.triangles.empty());

  DrawList pair;
  const Body a{box, {}}, b{box, make_pose({1.5, 0.5, 0.25})};
  const ContactResult crossing = find_contacts(a, b, {.curves = true});
  draw(crossing, pair);
  std::size_t pieces = 0;
  for (const ContactCurve& curve : crossing.curves) pieces += curve.points.size() - (curve.closed ? 0 : 1);
  EXPECT_GT(pieces, 2u);
  EXPECT_EQ(pair.lines.size(), 4 * crossing.contacts.size() + pieces);
  DrawList apart;
  draw(find_distance(a, {box, make_pose({5, 0, 0})}), apart);
  ASSERT_EQ(apart.lines.size(), 7u);
  EXPECT_NEAR(length(apart.lines[0].a - apart.lines[0].b), 3, 1e-12);
  DrawList nothing;
  draw(DistanceResult{}, nothing);
  draw(ContactResult{}, nothing);
  draw(Box{}, {}, nothing);
  draw(StepResult{}, world, nothing);
  EXPECT_TRUE(nothing.lines.empty()) << "what is not known is not drawn";
}

TEST(Draw, SaysWhatIsWrong) {
  DrawList list;
  const World world;
  EXPECT_THROW(draw(Body{}, {}, list), Error);
  EXPECT_THROW(draw({make_sphere(1), {Mat3{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}}}, {}, list), Error);
  EXPECT_THROW(draw(world, list, {.circle = 3}), Error);
  EXPECT_THROW(draw(world, list, {.circle = 100000}), Error);
  EXPECT_THROW(draw(world, list, {.halfspace = std::nan("")}), Error);
  EXPECT_THROW(draw(world, list, {.marker = -1}), Error);
  EXPECT_THROW(draw(world, list, {.asleep = 2}), Error);
  EXPECT_THROW(draw(world, list, {.opacity = 2}), Error);
  EXPECT_THROW(draw(world, list, {.centre = {0, std::numeric_limits<double>::infinity(), 0}}), Error);
  EXPECT_TRUE(list.lines.empty() && list.triangles.empty());
}

// Every kind under every pose: what is drawn of a body is in its box, and nothing is lost.
TEST(Draw, StaysInTheBox) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  std::size_t points = 0;
  for (int round = 0; round < 40; ++round)
    for (const Shape& shape : property::world_shapes(dice)) {
      const Vec3 at = dice.in_cube(10);
      const Pose pose = dice.chance(2)
                            ? make_pose(at, dice.rotation())
                            : Pose{property::random_linear(dice, property::pose_kinds[dice.bits() % 4], 1), at};
      const Shape drawn_shape = dice.chance(3) ? with_margin(shape, dice.uniform(0, 0.3)) : shape;
      const Box box = world_box({drawn_shape, pose});
      DrawList list;
      draw({drawn_shape, pose}, {}, list, {.edges = true, .circle = dice.integer(4, 40), .marker = 0});
      EXPECT_EQ(list.lines.empty() && list.triangles.empty(),
                shape.form() == ShapeForm::point && drawn_shape.margin() == 0);
      const double slack = 1e-9 * (1 + length(box.hi) + length(box.lo));
      for (const Vec3& p : corners(list)) {
        ++points;
        ASSERT_TRUE(p.x >= box.lo.x - slack && p.x <= box.hi.x + slack && p.y >= box.lo.y - slack &&
                    p.y <= box.hi.y + slack && p.z >= box.lo.z - slack && p.z <= box.hi.z + slack)
            << name(shape.form()) << ", seed " << seed;
      }
    }
  std::printf("drawn in boxes, seed %llu: %zu points\n", static_cast<unsigned long long>(seed), points);
  EXPECT_GT(points, 10000u);
}

}  // namespace
}  // namespace graze
