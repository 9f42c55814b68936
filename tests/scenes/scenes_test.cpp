#include "scenes/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scenes/turn.h"

namespace graze::scenes {
namespace {

Shape shape_of(const MeshData& mesh) { return make_mesh(mesh.vertices, mesh.triangles); }

TEST(Meshes, AreClosedOutwardAndOfAboutTheAskedSize) {
  for (const std::uint32_t count : {1000u, 10000u, 100000u}) {
    for (const MeshData& mesh : {sphere(count), torus(count), knot(count)}) {
      const double ratio = static_cast<double>(mesh.triangles.size()) / count;
      EXPECT_GT(ratio, 0.9);
      EXPECT_LT(ratio, 1.1);
    }
  }
  for (const std::uint32_t count : {0u, 1u, 10u, 100u, 1000u, 9999u}) {
    for (const MeshData& mesh : {sphere(count), torus(count), knot(count), cube(count / 100)}) {
      const Topology topology = shape_of(mesh).topology();
      EXPECT_TRUE(topology.closed && topology.oriented);
      EXPECT_EQ(topology.volume_sign, 1);
      EXPECT_EQ(topology.components, 1u);
      EXPECT_EQ(topology.degenerate_triangles, 0u);
      EXPECT_EQ(topology.non_manifold_edges, 0u);
      EXPECT_EQ(topology.vertices, mesh.vertices.size());
    }
  }
}

TEST(Meshes, EnclosedVolumes) {
  constexpr double pi = std::numbers::pi;
  EXPECT_NEAR(shape_of(sphere(100000)).topology().signed_volume, 4 * pi / 3, 1e-3);
  EXPECT_NEAR(shape_of(torus(100000)).topology().signed_volume, 2 * pi * pi * 0.35 * 0.35, 2e-3);
  EXPECT_EQ(shape_of(cube(1)).topology().signed_volume, 8);
  EXPECT_EQ(cube(5).triangles.size(), 300u);
  for (const Vec3& v : sphere(5000).vertices) EXPECT_NEAR(length(v), 1, 1e-15);
}

TEST(Levels, AreClosedShells) {
  for (const std::uint32_t rooms : {1u, 3u}) {
    const MeshData mesh = level(rooms);
    const Shape shape = shape_of(mesh);
    EXPECT_TRUE(shape.topology().closed);
    EXPECT_EQ(shape.topology().volume_sign, 1);
    EXPECT_EQ(shape.topology().degenerate_triangles, 0u);
    EXPECT_GT(mesh.triangles.size(), 250u * rooms * rooms);
    EXPECT_LT(mesh.triangles.size(), 350u * rooms * rooms);
    EXPECT_EQ(mesh.vertices, level(rooms).vertices);
  }
}

TEST(Turns, AreExactAtQuartersAndCloseElsewhere) {
  for (int i = -8; i <= 8; ++i) {
    const Turn t = turn(i, 4);
    const int k = ((i % 4) + 4) % 4;
    EXPECT_EQ(t.cos, k == 0 ? 1 : k == 2 ? -1 : 0);
    EXPECT_EQ(t.sin, k == 1 ? 1 : k == 3 ? -1 : 0);
  }
  for (int i = -3000; i < 3000; ++i) {
    const Turn t = turn(i, 1237);
    const double angle = 2 * std::numbers::pi * (i % 1237) / 1237;
    EXPECT_NEAR(t.cos, std::cos(angle), 2e-15);
    EXPECT_NEAR(t.sin, std::sin(angle), 2e-15);
  }
}

TEST(Randoms, RepeatAndFillTheirRanges) {
  // The published sequence of splitmix64 from seed 1234567.
  Random known(1234567);
  EXPECT_EQ(known.next(), 6457827717110365317u);
  EXPECT_EQ(known.next(), 3203168211198807973u);
  EXPECT_EQ(known.next(), 9817491932198370423u);

  Random random(7);
  Vec3 mean_direction;
  double mean = 0, mean_w_sq = 0;
  const int count = 20000;
  for (int i = 0; i < count; ++i) {
    const double u = random.uniform(-2, 3);
    EXPECT_TRUE(u >= -2 && u < 3);
    mean += u / count;
    const Vec3 d = random.direction();
    EXPECT_NEAR(length(d), 1, 1e-15);
    mean_direction = mean_direction + d * (1.0 / count);
    const Quat q = random.rotation();
    EXPECT_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1, 1e-15);
    mean_w_sq += q.w * q.w / count;
  }
  EXPECT_NEAR(mean, 0.5, 0.05);
  EXPECT_LT(length(mean_direction), 0.03);
  EXPECT_NEAR(mean_w_sq, 0.25, 0.01);
}

// The gap under the halo is the one it is made for: 2^-40, and not some sides' worth of height.
TEST(Demo, HaloMissesTheTableByAHair) {
  const Scene scene = demo();
  const SceneBody* halo = nullptr;
  for (const SceneBody& body : scene.bodies) halo = body.name == "halo" ? &body : halo;
  ASSERT_NE(halo, nullptr);
  double lowest = 1;
  for (std::uint32_t i = 0; i < halo->shape.triangle_count(); ++i) {
    const Triangle t = halo->shape.triangle(i);
    for (const Vec3& p : {t.a, t.b, t.c}) lowest = std::min(lowest, (halo->pose * p).z);
  }
  EXPECT_GT(lowest, 0);
  EXPECT_LT(lowest, 1e-11);
}

}  // namespace
}  // namespace graze::scenes
