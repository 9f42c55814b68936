// Simpler geometry: every point of a shape is in its cover, and no point of the cover is farther than it says.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "graze/error.h"
#include "graze/simplify.h"
#include "graze/solid.h"
#include "tests/io/files.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

Shape ring(int around, int across, double large, double small, bool solid) {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
  for (int i = 0; i < around; ++i) {
    for (int k = 0; k < across; ++k) {
      const double u = 2 * M_PI * i / around, v = 2 * M_PI * k / across, r = large + small * std::cos(v);
      vertices.push_back({r * std::cos(u), r * std::sin(u), small * std::sin(v)});
      const auto at = [&](int a, int b) { return std::uint32_t((a % around) * across + b % across); };
      triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
      triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
    }
  }
  return make_mesh(vertices, triangles, {.solid = solid});
}

// Two bars of a corner, as one polyhedron.
Shape angle_bar() {
  const std::vector<Vec3> outline = {{0, 0, 0}, {3, 0, 0}, {3, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}};
  std::vector<Vec3> vertices = outline;
  for (const Vec3& p : outline) vertices.push_back(p + Vec3{0, 0, 1});
  std::vector<Index3> triangles = {{0, 2, 1}, {0, 3, 2}, {0, 4, 3},  {0, 5, 4},
                                   {6, 7, 8}, {6, 8, 9}, {6, 9, 10}, {6, 10, 11}};
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::uint32_t next = (i + 1) % 6;
    triangles.push_back({i, next, next + 6});
    triangles.push_back({i, next + 6, i + 6});
  }
  return make_mesh(vertices, triangles, {.solid = true});
}

struct Named {
  std::string name;
  Shape shape;
};

Pose random_pose(oracle::Dice& dice) { return make_pose(dice.in_cube(1), dice.rotation()); }

std::vector<Named> shapes(oracle::Dice& dice) {
  std::vector<Named> all = {{"box", make_box({0.1, 0.4, 1})},    {"sphere", make_sphere(0.7)},
                            {"capsule", make_capsule(0.3, 1)},   {"cylinder", make_cylinder(0.5, 0.8)},
                            {"cone", make_cone(0.5, 0.8)},       {"ellipsoid", make_ellipsoid({0.3, 0.6, 1})},
                            {"ring", ring(16, 8, 1, 0.3, true)}, {"ring surface", ring(12, 6, 1, 0.2, false)},
                            {"angle bar", angle_bar()}};
  std::vector<Vec3> points;
  for (int i = 0; i < 20; ++i) points.push_back(dice.in_cube(1));
  all.push_back({"convex", make_convex(points)});
  std::vector<CompoundPart> parts;
  for (std::size_t i = 0; i < all.size(); i += 2) parts.push_back({all[i].shape, random_pose(dice)});
  all.push_back({"compound", make_compound(parts)});
  all.push_back({"posed bar", make_compound({{angle_bar(), random_pose(dice)}})});
  return all;
}

// Points of a shape: of its inside, its corners, and with `near_ones` points that are on its surface but for rounding.
std::vector<Vec3> points_of(const Shape& shape, oracle::Dice& dice, int count, bool near_ones = false) {
  std::vector<Vec3> points;
  const Box box = shape.bounds();
  for (int tries = 0; tries < 40 * count && int(points.size()) < count; ++tries) {
    const Vec3 p{dice.uniform(box.lo.x, box.hi.x), dice.uniform(box.lo.y, box.hi.y), dice.uniform(box.lo.z, box.hi.z)};
    const Body at{make_point(), {{}, p}};
    if (collide(at, {shape, {}}).yes()) {
      points.push_back(p);
    } else if (near_ones) {
      const DistanceResult near = find_distance(at, {shape, {}});
      if (near.ok() && near.point_bound < 1e-12) points.push_back(near.point_b);
    }
  }
  for (std::uint32_t i = 0; shape.form() == ShapeForm::mesh && i < shape.triangle_count(); ++i) {
    const Triangle t = shape.triangle(i);
    points.insert(points.end(), {t.a, t.b, t.c});
  }
  return points;
}

bool in_ball(const CoverSphere& ball, Vec3 p) {
  const long double x = (long double)p.x - ball.center.x, y = (long double)p.y - ball.center.y,
                    z = (long double)p.z - ball.center.z;
  return x * x + y * y + z * z <= (long double)ball.radius * ball.radius;
}
bool in_hull(const CoverHull& hull, Vec3 p) {
  for (const Index3& t : hull.triangles) {
    if (orient3d(hull.vertices[t[0]], hull.vertices[t[1]], hull.vertices[t[2]], p) > 0) return false;
  }
  return true;
}
double farthest(const Shape& shape, const std::vector<Vec3>& points) {
  double most = 0;
  for (const Vec3& p : points) most = std::max(most, find_distance({make_point(), {{}, p}}, {shape, {}}).lower);
  return most;
}

TEST(Simplify, SpheresHoldEveryPointAndStandOutByNoMoreThanTheGap) {
  oracle::Dice dice(oracle::fixed_seed);
  for (const auto& [name, shape] : shapes(dice)) {
    SCOPED_TRACE(name);
    const double size = length(shape.bounds().hi - shape.bounds().lo);
    for (const double part : {0.2, 0.1}) {
      const SphereCover cover = cover_by_spheres(shape, {.gap = size * part, .most = 4096});
      EXPECT_LE(cover.gap, size * part);
      ASSERT_FALSE(cover.spheres.empty());
      const std::vector<Vec3> points = points_of(shape, dice, 200, true);
      ASSERT_GE(points.size(), 100u);
      for (const Vec3& p : points) {
        EXPECT_TRUE(std::any_of(cover.spheres.begin(), cover.spheres.end(),
                                [&](const CoverSphere& ball) { return in_ball(ball, p); }));
      }
      std::vector<Vec3> rims;
      for (const CoverSphere& ball : cover.spheres) {
        for (int i = 0; i < 20; ++i) rims.push_back(ball.center + dice.direction() * ball.radius);
      }
      const double seen = farthest(shape, rims);
      EXPECT_LE(seen, cover.gap * (1 + 1e-12));
      EXPECT_GE(seen, 0.1 * cover.gap);  // the bound is not idle
    }
    // With few balls the gap is what it must be.
    const SphereCover few = cover_by_spheres(shape, {.most = 6});
    EXPECT_LE(few.spheres.size(), 6u);
  }
}

TEST(Simplify, HullsHoldEveryPointAndStandOutByNoMoreThanTheGap) {
  oracle::Dice dice(oracle::fixed_seed + 1);
  for (const auto& [name, shape] : shapes(dice)) {
    SCOPED_TRACE(name);
    const double size = length(shape.bounds().hi - shape.bounds().lo);
    for (const std::uint32_t most : {1u, 6u}) {
      const HullCover cover = cover_by_hulls(shape, {.gap = size * 0.05, .most = most});
      ASSERT_FALSE(cover.hulls.empty());
      const std::vector<Vec3> points = points_of(shape, dice, 150);
      for (const Vec3& p : points) {
        EXPECT_TRUE(std::any_of(cover.hulls.begin(), cover.hulls.end(),
                                [&](const CoverHull& hull) { return in_hull(hull, p); }));
      }
      std::vector<Vec3> within;
      for (const CoverHull& hull : cover.hulls) {
        for (int i = 0; i < 60; ++i) {
          Vec3 sum;
          double weight = 0;
          for (const Vec3& v : hull.vertices) {
            const double w = dice.chance(3) ? dice.uniform(0, 1) : 0;
            sum += v * w;
            weight += w;
          }
          if (weight > 0) within.push_back(sum / weight);
        }
        within.insert(within.end(), hull.vertices.begin(), hull.vertices.end());
      }
      EXPECT_LE(farthest(shape, within), cover.gap + 1e-14);  // the points themselves are rounded
      if (name == "box" || name == "convex") {
        EXPECT_EQ(cover.gap, 0);
      }
    }
  }
  // A ring in 8 pieces stands out by much less than its hull, and a corner of two bars is two boxes.
  const Shape torus = ring(16, 8, 1, 0.3, true);
  EXPECT_GT(cover_by_hulls(torus, {.gap = 0.05, .most = 1}).gap, 0.6);
  EXPECT_LT(cover_by_hulls(torus, {.gap = 0.05, .most = 8}).gap, 0.15);
  const HullCover bars = cover_by_hulls(angle_bar(), {.gap = 0.05, .most = 16});
  EXPECT_LE(bars.gap, 0.3);
}

TEST(Simplify, RobotsAreWrittenAsUrdf) {
  const std::string text =
      "<mujoco model='a &amp; b'><worldbody><geom type='box' size='0.2 0.2 0.1'/>"
      "<body name='one/1' pos='0 0 0.3' euler='10 20 30'><joint name='j' ref='30' range='-60 60' pos='0 0.1 0'/>"
      "<geom type='capsule' size='0.05 0.2'/><body name='two' pos='0.1 0 0.2'><joint name='k' type='slide' "
      "range='0 0.1' axis='1 0 0'/><geom type='mesh' mesh='m'/></body></body></worldbody>"
      "<asset><mesh name='m' vertex='0 0 0 0.3 0 0 0 0.3 0 0 0 0.3' face='0 2 1 0 1 3 1 2 3 2 0 3'/></asset>"
      "<equality><joint joint1='k' joint2='j' polycoef='0.02 0.05 0 0 0'/></equality></mujoco>";
  const Robot robot = read_robot(file_of("r.xml", text));
  for (const SimpleKind kind : {SimpleKind::spheres, SimpleKind::hulls}) {
    const SimpleRobot simple = simplify(robot, kind, {.gap = 0.05}, "parts");
    for (const SimpleFile& file : simple.files) {
      std::filesystem::create_directories(std::filesystem::path(folder() + file.name).parent_path());
      file_of(file.name, file.text);
    }
    const Robot read = read_robot(file_of("simple.urdf", simple.urdf));
    EXPECT_TRUE(read.skipped.empty());
    ASSERT_EQ(read.links.size(), robot.links.size());
    EXPECT_EQ(read.name, "a & b");
    ASSERT_EQ(read.variables.size(), 1u);
    // At 30 degrees the file's pose is position 0.
    EXPECT_NEAR(read.variables[0].lower, -90 * M_PI / 180, 1e-14);
    for (const double value : {-1.0, 0.3, 0.9}) {
      const std::vector<Pose> a = link_poses(robot, std::vector<double>{value});
      const std::vector<Pose> b = link_poses(read, std::vector<double>{value - 30 * M_PI / 180});
      for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_LT(length(a[i].translation - b[i].translation), 1e-14);
        for (int k = 0; k < 3; ++k) EXPECT_LT(length(a[i].linear[k] - b[i].linear[k]), 1e-14);
      }
    }
    oracle::Dice dice(oracle::fixed_seed);
    for (std::size_t i = 0; i < robot.links.size(); ++i) {
      EXPECT_EQ(bool(robot.links[i].shape), simple.pieces[i] > 0);
      EXPECT_LT(simple.gaps[i], 0.1);
      if (!robot.links[i].shape) continue;
      for (const Vec3& p : points_of(robot.links[i].shape, dice, 100)) {
        EXPECT_TRUE(collide({make_point(), {{}, p}}, {read.links[i].shape, {}}).yes());
      }
    }
  }
  EXPECT_THROW(simplify(read_robot(file_of(
                            "p.xml", "<mujoco><worldbody><geom type='plane' size='1 1 1'/></worldbody></mujoco>")),
                        SimpleKind::spheres),
               Error);
  EXPECT_THROW(cover_by_spheres(make_sphere(1), {.gap = -1}), Error);
  EXPECT_THROW(cover_by_hulls(make_sphere(1), {.most = 0}), Error);
  EXPECT_THROW(cover_by_hulls({}), Error);
}

}  // namespace
}  // namespace graze
