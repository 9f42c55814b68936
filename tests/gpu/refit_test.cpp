// Meshes whose vertices move: trees that follow say what the core says of the moved mesh.
#include <gtest/gtest.h>

#include "graze/gpu.h"
#include "scenes/scenes.h"
#include "tests/gpu/host_walks.h"
#include "tests/gpu/mesh_shapes.h"
#include "tests/oracle/dice.h"

namespace graze::gpu {
namespace {

std::vector<Vec3> moved_vertices(oracle::Dice& dice, const std::vector<Vec3>& from) {
  std::vector<Vec3> to = from;
  const double size = dice.pick({1e-3, 1.0, 40.0}), wave = dice.uniform(0.5, 4), high = dice.uniform(0, 1);
  const Vec3 away = dice.in_cube(dice.pick({0.0, 2.0, 300.0}));
  for (Vec3& p : to) {
    p.z += high * std::sin(wave * p.x);
    p.x += 0.3 * high * std::cos(wave * p.y);
    p = p * size + away;
  }
  return to;
}

TEST(GpuRefit, RaysAndPosesSeeTheMovedMesh) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    oracle::Dice dice(seed);
    std::uint64_t rays = 0, hits = 0, ray_open = 0, poses = 0, yes = 0, pose_open = 0;
    const scenes::MeshData meshes[] = {scenes::torus(2000), scenes::knot(3000), scenes::cube(1), scenes::cube(5)};
    for (int round = 0; round < 8 && !HasFailure(); ++round) {
      const scenes::MeshData& mesh = meshes[round % 4];
      Pose pose;
      if (dice.chance(2)) pose = make_pose(dice.in_cube(3), dice.rotation(), {1, dice.uniform(0.5, 2), 1});
      MeshLayout layout = lay_out(shape_of(mesh), pose, {true, true, true}, 1);
      // Several times, as a simulation would.
      std::vector<Vec3> vertices;
      for (int step = dice.integer(1, 3); step > 0; --step) {
        vertices = moved_vertices(dice, mesh.vertices);
        twin::refit(layout, vertices, pose);
      }
      ASSERT_TRUE(layout.usable);
      const Body body{make_mesh(vertices, mesh.triangles), pose};
      const double size = layout.frame.scale;
      const Vec3 middle = layout.frame.origin;
      const RayScene scene = twin::ray_scene(layout);
      for (std::uint64_t n = oracle::scaled(400); n > 0 && !HasFailure(); --n) {
        const Vec3 from = middle + dice.in_cube(3 * size);
        const Vec3 to =
            dice.chance(3) ? middle + dice.in_cube(size) : layout.vertices[dice.bits() % layout.vertices.size()];
        const Ray ray{from, to - from};
        RayBrief truth;
        cast(body, {&ray, 1}, {&truth, 1}, RaySettings{});
        const twin::RaySaid said = twin::walk_ray(scene, ray, false);
        ++rays;
        hits += truth.yes();
        if (said.answer == Meet::open) {
          ++ray_open;
          continue;
        }
        ASSERT_EQ(said.answer == Meet::yes, truth.yes());
        if (truth.yes()) {
          EXPECT_EQ(said.triangle, truth.triangle);
        }
      }
      const MeshLayout other = lay_out(shape_of(scenes::torus(800)), {}, {false, true}, 1);
      for (std::uint64_t n = oracle::scaled(60); n > 0 && !HasFailure(); --n) {
        const Pose at = make_pose(middle + dice.in_cube(2 * size), dice.rotation(), Vec3{1, 1, 1} * (0.5 * size));
        const bool truth = collide(body, {shape_of(scenes::torus(800)), at}).yes();
        PoseMap map;
        ++poses;
        yes += truth;
        if (make_map(layout.frame, other.frame, at, map) != PoseStart::ready) {
          ++pose_open;
          continue;
        }
        const twin::PoseSaid said = twin::walk_pose<false>(twin::pair_mesh(layout), twin::pair_mesh(other), map, at);
        if (said.answer == Meet::open)
          ++pose_open;
        else
          EXPECT_EQ(said.answer == Meet::yes, truth);
      }
    }
    std::printf("seed %llu: %llu rays, hits %.3f, left %.4f; %llu poses, yes %.3f, left %.4f\n",
                static_cast<unsigned long long>(seed), static_cast<unsigned long long>(rays),
                double(hits) / double(rays), double(ray_open) / double(rays), static_cast<unsigned long long>(poses),
                double(yes) / double(poses), double(pose_open) / double(poses));
    if (rays < 1000) continue;
    EXPECT_GT(double(hits) / double(rays), 0.2);
    EXPECT_LT(double(ray_open) / double(rays), 0.7);  // at vertices exactly
    EXPECT_GT(double(yes) / double(poses), 0.05);
    EXPECT_LT(double(yes) / double(poses), 0.95);
    EXPECT_LT(double(pose_open) / double(poses), 0.1);
  }
}

// All corners within what a node says of them, by arithmetic that does not round.
TEST(GpuRefit, BoxesHoldTheirTriangles) {
  oracle::Dice dice(oracle::run_seed());
  const scenes::MeshData mesh = scenes::knot(4000);
  MeshLayout layout = lay_out(shape_of(mesh), {}, {true, true, true}, 1);
  twin::refit(layout, moved_vertices(dice, mesh.vertices), {});
  ASSERT_EQ(layout.pair_ranges.size(), layout.pair_nodes.size());
  std::size_t corners = 0;
  for (std::size_t node = 0; node < layout.pair_nodes.size(); ++node) {
    const PairNode& box = layout.pair_nodes[node];
    for (std::uint32_t place = layout.pair_ranges[node].begin; place < layout.pair_ranges[node].end; ++place) {
      const Triangle t = into_frame(
          triangle_of(layout.vertices.data(), layout.triangles.data(), layout.pair_triangles[place].number()),
          layout.frame);
      for (const Vec3& p : {t.a, t.b, t.c}) {
        ++corners;
        const Vec3 from = p - Vec3{box.centre[0], box.centre[1], box.centre[2]};
        for (int k = 0; k < 3; ++k) {
          const Vec3 axis{box.axis[3 * k], box.axis[3 * k + 1], box.axis[3 * k + 2]};
          EXPECT_LE(std::fabs(dot(axis, from)), double{box.half[k]});
        }
      }
    }
  }
  EXPECT_GT(corners, 50000u);
}

TEST(GpuRefit, FramesAreForADeviceOrNot) {
  EXPECT_EQ(frame_around({-1, -1, -1}, {1, 1, 1}).frame.scale, 2);
  EXPECT_EQ(frame_around({3, 3, 3}, {3, 3, 3}).frame.scale, 1);
  EXPECT_EQ(frame_around({0, 0, 0}, {6, 2, 2}).frame.origin, (Vec3{3, 1, 1}));
  EXPECT_NE(frame_around({0, 0, 0}, {6, 2, 2}).usable, 0u);
  EXPECT_EQ(frame_around({1e9, 0, 0}, {1e9 + 1, 1, 1}).usable, 0u);
  EXPECT_EQ(frame_around({0, 0, 0}, {1e-60, 0, 0}).usable, 0u);
  EXPECT_EQ(frame_around({-1e308, 0, 0}, {1e308, 0, 0}).usable, 0u);
}

TEST(GpuRefit, WithoutAMeshIsRefused) {
  const std::vector<Vec3> vertices(3);
  const Status expected = devices().empty() ? Status::unsupported : Status::invalid;
  EXPECT_EQ(refit(Mesh{}, vertices), expected);
  EXPECT_EQ(refit(Mesh{}, vertices.data(), 3, nullptr), expected);
}

}  // namespace
}  // namespace graze::gpu
