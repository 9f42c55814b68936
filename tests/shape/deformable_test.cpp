#include "graze/deformable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "graze/query.h"
#include "scenes/scenes.h"
#include "shape/data.h"
#include "tests/oracle/limits.h"
#include "tests/shape/models.h"

namespace graze::test {
namespace {

using oracle::infinity;
using oracle::nan;

std::vector<Vec3> moved(std::vector<Vec3> vertices, Vec3 by) {
  for (Vec3& v : vertices) v = v + by;
  return vertices;
}

TEST(DeformableMesh, IsMadeFromAnyFormWithVertices) {
  const Mesh box = cube();
  EXPECT_EQ(DeformableMesh(box.vertices, box.triangles).triangle_count(), 12u);
  EXPECT_EQ(DeformableMesh(make_soup(unshared(box))).vertex_count(), 36u);
  const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  for (const Shape& shape : {make_strip(square, {0, 1, 2, 3}), make_fan(square, {0, 1, 2, 3})}) {
    DeformableMesh mesh(shape);
    mesh.update(moved(square, {0, 0, 5}));
    EXPECT_EQ(mesh.prepare().form(), shape.form());
    EXPECT_EQ(mesh.prepare().bounds(), (Box{{0, 0, 5}, {1, 1, 5}}));
  }
  EXPECT_EQ(error_of([] { DeformableMesh mesh{Shape{}}; }), "deformable: the shape is an empty handle");
  EXPECT_EQ(error_of([] {
              DeformableMesh mesh(make_terrain(2, 2, 1, 1, {0, 0, 0, 0}));
            }),
            "deformable: a terrain has heights, not vertices; give its triangles as a mesh");
  EXPECT_EQ(error_of([] {
              DeformableMesh mesh({{0, 0, 0}}, {{0, 0, 1}});
            }),
            "mesh: triangle 0 uses vertex 1, but there is 1 vertex");
}

TEST(DeformableMesh, ErrorsNameTheVertexAndChangeNothing) {
  const Mesh box = cube();
  DeformableMesh mesh(box.vertices, box.triangles);
  const Shape version = mesh.prepare();
  std::vector<Vec3> bad = moved(box.vertices, {1, 0, 0});
  bad[5].y = nan;
  EXPECT_EQ(error_of([&] { mesh.update(bad); }), "update: vertex 5 has a non-finite coordinate (2, nan, 1)");
  EXPECT_EQ(error_of([&] {
              mesh.update(2, std::vector<Vec3>{{0, 0, 0}, {0, nan, 0}});
            }),
            "update: vertex 3 has a non-finite coordinate (0, nan, 0)");
  EXPECT_EQ(error_of([&] {
              mesh.update(std::vector<std::uint32_t>{7}, std::vector<Vec3>{{0, 0, infinity}});
            }),
            "update: vertex 7 has a non-finite coordinate (0, 0, inf)");
  EXPECT_EQ(error_of([&] {
              mesh.update(std::vector<std::uint32_t>{0, 8}, std::vector<Vec3>{{9, 9, 9}, {}});
            }),
            "update: there is no vertex 8, the mesh has 8");
  EXPECT_EQ(error_of([&] { mesh.update(std::vector<std::uint32_t>{0}, std::vector<Vec3>{}); }),
            "update: 0 vertices given for 1 index");
  EXPECT_EQ(error_of([&] { mesh.update(std::vector<Vec3>(7)); }), "update: 7 vertices given, the mesh has 8");
  EXPECT_EQ(error_of([&] { mesh.update(8, std::vector<Vec3>(1)); }),
            "update: 1 vertex from vertex 8 on given, the mesh has 8");
  EXPECT_EQ(error_of([&] { mesh.update(std::numeric_limits<std::size_t>::max(), std::vector<Vec3>(2)); }),
            "update: 2 vertices from vertex 18446744073709551615 on given, the mesh has 8");
  EXPECT_FALSE(mesh.stale());
  EXPECT_EQ(&data_of(mesh.prepare()), &data_of(version));
  EXPECT_TRUE(std::equal(box.vertices.begin(), box.vertices.end(), mesh.vertices().begin(), mesh.vertices().end()));
}

TEST(DeformableMesh, RefitsOnlyWhenAskedAndOnlyWhatMoved) {
  const scenes::MeshData cloth = scenes::cloth(2000);
  DeformableMesh asked(cloth.vertices, cloth.triangles), ignored(cloth.vertices, cloth.triangles);
  asked.prepare();
  ignored.prepare();
  for (int step = 1; step <= 5; ++step) {
    asked.update(scenes::waving(cloth, step * 0.1));
    ignored.update(scenes::waving(cloth, step * 0.1));
    asked.prepare();
    asked.prepare();
  }
  EXPECT_EQ(asked.counters().builds, 1u);
  EXPECT_EQ(asked.counters().refits, 5u);
  EXPECT_EQ(ignored.counters().refits, 0u);
  EXPECT_EQ(ignored.counters().refitted_leaves, 0u);
  ignored.prepare();
  EXPECT_EQ(ignored.counters().refits, 1u);

  // An inner vertex: the six triangles around it are in at most six leaves.
  const std::uint64_t before = asked.counters().refitted_leaves;
  Vec3 position = asked.vertices()[500];
  position.z += 1e-3;
  asked.update(500, std::vector<Vec3>{position});
  asked.prepare();
  EXPECT_EQ(asked.counters().partial_refits, 1u);
  EXPECT_LE(asked.counters().refitted_leaves - before, 6u);

  // To where it is: nothing to do, and no new version.
  asked.update(500, std::vector<Vec3>{position});
  EXPECT_FALSE(asked.stale());
  asked.rebuild();
  asked.prepare();
  EXPECT_EQ(asked.counters().builds, 2u);
}

TEST(DeformableMesh, AStaleVersionAskedDirectlyIsAStatus) {
  const Mesh box = cube();
  DeformableMesh mesh(box.vertices, box.triangles);
  EXPECT_TRUE(mesh.stale());
  EXPECT_EQ(collide({mesh.version(), {}}, {mesh.version(), {}}).status, Status::invalid);
  mesh.prepare();
  EXPECT_EQ(collide({mesh.version(), {}}, {mesh.version(), {}}).status, Status::ok);
  mesh.update(moved(box.vertices, {1, 0, 0}));
  EXPECT_TRUE(mesh.stale());
  EXPECT_EQ(self_collide({mesh.version(), {}}).status, Status::invalid);
  EXPECT_EQ(cast({mesh.version(), {}}, {{0, 0, 5}, {0, 0, -1}}).status, Status::invalid);
}

TEST(DeformableMesh, VersionsDoNotChange) {
  const Mesh box = cube();
  DeformableMesh mesh(box.vertices, box.triangles);
  const Shape first = mesh.prepare();
  mesh.update(moved(box.vertices, {10, 0, 0}));
  const Shape second = mesh.prepare();
  mesh.update(std::vector<std::uint32_t>{0}, std::vector<Vec3>{{5, 0, 0}});
  EXPECT_EQ(first.bounds(), (Box{{0, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(second.bounds(), (Box{{10, 0, 0}, {11, 1, 1}}));
  EXPECT_EQ(mesh.prepare().bounds(), (Box{{5, 0, 0}, {11, 1, 1}}));
  EXPECT_TRUE(collide({first, {}}, {second, {}}).no());
  EXPECT_EQ(first.triangle(0), cube().shape().triangle(0));
}

TEST(DeformableMesh, KeepsTagsAndTheShapeItCameFrom) {
  const Mesh box = cube();
  std::vector<std::uint32_t> tags(12, 3);
  tags[7] = 9;
  const Shape shape = box.shape({.tags = tags});
  prepare_pairs(shape);
  DeformableMesh mesh(shape);
  EXPECT_FALSE(mesh.stale());
  mesh.update(moved(box.vertices, {0, 0, 4}));
  EXPECT_EQ(mesh.prepare().tag(7), 9u);
  EXPECT_EQ(mesh.counters().builds, 0u);
  EXPECT_EQ(shape.bounds(), (Box{{0, 0, 0}, {1, 1, 1}}));
}

TEST(DeformableMesh, SolidsAreCheckedAgain) {
  const Mesh box = cube();
  DeformableMesh mesh(box.vertices, box.triangles, {.solid = true});
  EXPECT_TRUE(mesh.prepare().solid());
  std::vector<Vec3> inside_out = box.vertices;
  for (Vec3& v : inside_out) v.x = -v.x;
  mesh.update(inside_out);
  EXPECT_NE(error_of([&] { mesh.prepare(); }).find("solid: the volume is negative"), std::string::npos);
  EXPECT_TRUE(mesh.stale());
  mesh.update(moved(box.vertices, {3, 0, 0}));
  const Shape version = mesh.prepare();
  EXPECT_TRUE(version.solid());
  const Mesh small = cube({3.25, 0.25, 0.25}, 0.5);
  EXPECT_TRUE(collide({version, {}}, {small.shape(), {}}).yes());
}

TEST(DeformableMesh, QualityTellsWhenToRebuild) {
  const scenes::MeshData cloth = scenes::cloth(4000);
  const std::vector<Vec3> soup = unshared({cloth.vertices, cloth.triangles});
  DeformableMesh mesh(make_soup(soup));
  EXPECT_EQ(mesh.quality(), 1);
  mesh.prepare();
  EXPECT_EQ(mesh.quality(), 1);
  mesh.update(moved(soup, {5, 6, 7}));
  mesh.prepare();
  EXPECT_NEAR(mesh.quality(), 1, 0.01);
  EXPECT_FALSE(mesh.should_rebuild());
  // Triangles change places: neighbours in the tree are so no more.
  scenes::Random random(7);
  std::vector<Vec3> shuffled = soup;
  for (std::size_t i = soup.size() / 3; i-- > 1;) {
    const std::size_t j = random.next() % (i + 1);
    for (std::size_t k = 0; k < 3; ++k) std::swap(shuffled[3 * i + k], shuffled[3 * j + k]);
  }
  mesh.update(shuffled);
  mesh.prepare();
  EXPECT_GT(mesh.quality(), 10);
  EXPECT_TRUE(mesh.should_rebuild());
  mesh.rebuild();
  mesh.prepare();
  EXPECT_EQ(mesh.quality(), 1);
}

// Boxes turn with the mesh, also in small steps and when it waves a little meanwhile.
TEST(DeformableMesh, TurningAsAWholeKeepsTheQuality) {
  const scenes::MeshData cloth = scenes::cloth(4000);
  const std::vector<Vec3> still = scenes::waving(cloth, 0);
  DeformableMesh mesh(still, cloth.triangles);
  mesh.prepare();
  for (int step = 1; step <= 90; ++step) {
    const double half = step * 0.02;
    const Mat3 turn = to_matrix({0.6 * std::sin(half), 0.8 * std::sin(half), 0, std::cos(half)});
    std::vector<Vec3> turned = scenes::waving(cloth, 1e-4 * step);
    for (Vec3& v : turned) v = turn * v + Vec3{1e3 * step, 0, 0};
    mesh.update(turned);
    mesh.prepare();
    ASSERT_LT(mesh.quality(), 1.15) << step;
  }
  EXPECT_EQ(mesh.counters().builds, 1u);
}

TEST(DeformableMesh, CountsItsMemory) {
  const scenes::MeshData cloth = scenes::cloth(4000);
  DeformableMesh mesh(cloth.vertices, cloth.triangles);
  const std::size_t bare = mesh.memory();
  const Shape version = mesh.prepare();
  EXPECT_GE(mesh.memory(), bare + 50 * std::size_t{mesh.triangle_count()});
  EXPECT_GE(mesh.memory(), version.memory());
  EXPECT_LE(mesh.memory(), version.memory() + version.memory() / 10 + 2000);
}

TEST(Deformable, TheTreeOfRaysIsRefittedWhenAVersionHadOne) {
  const scenes::MeshData cloth = scenes::cloth(2000);
  DeformableMesh mesh(cloth.vertices, cloth.triangles);
  prepare_rays(mesh.prepare());
  const Array<std::uint32_t> order = data_of(mesh.version()).ray_tree().order;
  mesh.update(scenes::waving(cloth, 0.3));
  const Shape moved = mesh.prepare();
  EXPECT_EQ(data_of(moved).ray_tree().order.data(), order.data());  // shared: not built anew
  EXPECT_EQ(validate(data_of(moved).ray_tree(), all_triangles(data_of(moved))), "");
  mesh.rebuild();
  EXPECT_NE(data_of(mesh.prepare()).ray_tree().order.data(), order.data());
}

}  // namespace
}  // namespace graze::test
