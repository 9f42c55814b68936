// Rays as a device takes them, stage by stage on the host: what is said is what the core says.
#include <gtest/gtest.h>

#include <cstring>

#include "graze/query.h"
#include "scenes/scenes.h"
#include "tests/gpu/host_walks.h"
#include "tests/gpu/mesh_shapes.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/ray_cases.h"

namespace graze::gpu {
namespace {

using twin::RaySaid;

// Coordinates on a coarse grid: rays meet vertices, edges and planes exactly, and triangles lie upon each other.
Shape grid_soup(oracle::Dice& dice, int count) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 3 * count; ++k) corners.push_back(dice.grid(-3, 3));
  return make_soup(corners);
}

Pose some_pose(oracle::Dice& dice) {
  switch (dice.integer(0, 3)) {
    case 0:
      return {};
    case 1:
      return make_pose(dice.in_cube(2), dice.rotation());
    case 2:
      return make_pose(dice.in_cube(1000), dice.rotation(), {dice.uniform(0.1, 3), -dice.uniform(0.1, 3), 1});
    default: {
      Pose pose = make_pose(dice.in_cube(5), dice.rotation(), {1, 2, 0.5});
      pose.linear.c1 = pose.linear.c1 + pose.linear.c0 * 0.7;
      return pose;
    }
  }
}

struct Counts {
  std::uint64_t rays = 0, hits = 0, by_float = 0, by_double = 0, open = 0, rounded = 0;
};

void ask(const Body& body, const RayScene& scene, const Ray& ray, Counts& counts) {
  const RayResult truth = cast(body, ray);
  const RaySaid said = twin::walk_ray(scene, ray, false), any = twin::walk_ray(scene, ray, true);
  ++counts.rays;
  counts.hits += truth.yes();
  if (any.answer != Meet::open) {
    EXPECT_TRUE(truth.ok());
    EXPECT_EQ(any.answer == Meet::yes, truth.yes());
  }
  if (said.answer == Meet::open) {
    ++counts.open;
    return;
  }
  (said.stage == 2 ? counts.by_double : counts.by_float) += 1;
  ASSERT_TRUE(truth.ok());
  ASSERT_EQ(said.answer == Meet::yes, truth.yes())
      << "stage " << said.stage << " from " << ray.origin.x << " " << ray.origin.y << " " << ray.origin.z;
  if (!truth.yes()) return;
  EXPECT_EQ(said.triangle, truth.closest.triangle) << "stage " << said.stage;
  if (!said.t) return;
  ++counts.rounded;
  EXPECT_EQ(std::memcmp(&*said.t, &truth.closest.t, sizeof(double)), 0) << *said.t << " " << truth.closest.t;
}

void print(const char* title, std::uint64_t seed, const Counts& c) {
  std::printf("%s, seed %llu: %llu rays, hits %.3f, in float %.4f, in double %.4f, left %.5f, t rounded %.4f\n", title,
              static_cast<unsigned long long>(seed), static_cast<unsigned long long>(c.rays),
              double(c.hits) / double(c.rays), double(c.by_float) / double(c.rays),
              double(c.by_double) / double(c.rays), double(c.open) / double(c.rays),
              double(c.rounded) / double(std::max<std::uint64_t>(1, c.hits)));
}

Ray plain_ray(oracle::Dice& dice, std::span<const Triangle> triangles, double size) {
  const Triangle& t = triangles[dice.bits() % triangles.size()];
  const double s = dice.uniform(0, 1), v = dice.uniform(0, 1 - s);
  Ray ray;
  ray.origin = t.a + dice.direction() * (size * dice.uniform(0.1, 4));
  const Vec3 target = (t.a * (1 - s - v) + t.b * s) + t.c * v + (dice.chance(4) ? dice.in_cube(0.2 * size) : Vec3{});
  ray.direction = target - ray.origin;
  if (dice.chance(5)) ray = ray_between(ray.origin, target + (target - ray.origin) * dice.uniform(-0.2, 0.2));
  if (dice.chance(5)) ray.max = dice.uniform(0, 2);
  return ray;
}

std::vector<Triangle> posed_triangles(const Body& body) {
  std::vector<Triangle> result;
  for (std::uint32_t i = 0; i < body.shape.triangle_count(); ++i) {
    const Triangle t = body.shape.triangle(i);
    result.push_back({body.pose * t.a, body.pose * t.b, body.pose * t.c});
  }
  return result;
}

TEST(GpuRays, SayWhatTheCoreSays) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    Counts plain, hard;
    for (int round = 0; round < 10 && !HasFailure(); ++round) {
      const Shape shape = round % 5 == 0   ? shape_of(scenes::torus(3000))
                          : round % 5 == 1 ? shape_of(scenes::knot(5000))
                          : round % 5 == 2 ? grid_soup(dice, dice.pick({1, 3, 40, 400}))
                          : round % 5 == 3 ? shape_of(scenes::cube(6))
                                           : make_terrain(20, 30, 0.5, 0.25, std::vector<double>(600, 1.0));
      const Body body{shape, round < 2 ? Pose{} : some_pose(dice)};
      const MeshLayout layout = lay_out(body.shape, body.pose, {true, false}, 1);
      ASSERT_TRUE(layout.usable);
      const RayScene scene = twin::ray_scene(layout);
      const std::vector<Triangle> triangles = posed_triangles(body);
      const double size = layout.frame.scale;
      for (std::uint64_t n = oracle::scaled(2000); n > 0 && !HasFailure(); --n) {
        ask(body, scene, plain_ray(dice, triangles, size), plain);
        Ray ray = oracle::make_ray(dice, oracle::ray_kinds[dice.bits() % oracle::ray_kinds.size()], triangles, size);
        if (dice.chance(4)) ray.max = dice.pick({0.0, 0.5, 1.0, 2.0, std::numeric_limits<double>::infinity()});
        ask(body, scene, ray, hard);
      }
    }
    print("plain", seed, plain);
    print("hard", seed, hard);
    if (plain.rays < 1000) continue;
    EXPECT_GT(double(plain.hits) / double(plain.rays), 0.3);
    EXPECT_GT(double(hard.hits) / double(hard.rays), 0.3);
    EXPECT_GT(plain.by_double + hard.by_double, 200u);
    EXPECT_GT(hard.rounded, hard.rays / 10);
    EXPECT_LT(double(plain.open) / double(plain.rays), 0.05);
  }
}

// Rays that are no rays, and those that the frame's bounds do not hold for.
TEST(GpuRays, AreRefusedOrLeftToTheCore) {
  const Shape shape = shape_of(scenes::torus(200));
  const MeshLayout layout = lay_out(shape, {}, {true, false}, 1);
  FloatRay packed;
  RayUnits units;
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  const auto start = [&](Ray ray) { return set_out(layout.frame, ray, 0, packed, units); };
  EXPECT_EQ(start({{nan, 0, 0}, {1, 0, 0}}), RayStart::invalid);
  EXPECT_EQ(start({{0, 0, 0}, {0, infinite, 0}}), RayStart::invalid);
  EXPECT_EQ(start({{0, 0, 0}, {0, 0, 0}}), RayStart::invalid);
  EXPECT_EQ(start({{0, 0, 0}, {0, 0, 1}, nan}), RayStart::invalid);
  EXPECT_EQ(start(ray_between({1, 2, 3}, {1, 2, 3})), RayStart::invalid);
  EXPECT_EQ(start({{1e9, 0, 0}, {-1, 0, 0}}), RayStart::far);
  EXPECT_EQ(start({{0, 0, 0}, {1e-100, 0, 0}}), RayStart::far);
  EXPECT_EQ(start({{0, 0, 0}, {1, 0, 0}, -1}), RayStart::far);
  EXPECT_EQ(start({{5, 5, 5}, {1, 0, 0}}), RayStart::misses);
  EXPECT_EQ(start({{5, 0, 0}, {-1, 0, 0}, 2}), RayStart::misses);
  EXPECT_EQ(start({{5, 0, 0}, {-1, 0, 0}}), RayStart::enters);
}

TEST(GpuRays, BodiesThatAreTooFarAwayAreNotForADevice) {
  const Shape shape = shape_of(scenes::torus(200));
  EXPECT_FALSE(lay_out(shape, make_pose({1e9, 0, 0}), {true, true}, 1).usable);
  EXPECT_FALSE(lay_out(shape, make_pose({}, {}, {1e-60, 1e-60, 1e-60}), {true, true}, 1).usable);
  EXPECT_TRUE(lay_out(shape, make_pose({1e5, 0, 0}), {true, true}, 1).usable);
  EXPECT_FALSE(made_of_triangles(make_sphere(1)));
  EXPECT_FALSE(made_of_triangles(with_margin(shape, 0.5)));
  EXPECT_FALSE(made_of_triangles(Shape{}));
}

}  // namespace
}  // namespace graze::gpu
