// Meshes that move: after every refit the trees hold, and every answer is that of a shape made anew.
#include "graze/deformable.h"
#include "graze/record.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "tests/oracle/same.h"
#include "tests/property/mesh_pairs.h"
#include "tests/property/rays.h"
#include "tests/property/self.h"
#include "tests/property/tally.h"
#include "tests/property/versions.h"

namespace graze::property {
namespace {

using oracle::Dice;

std::string fault_in_version(Dice& dice, const Shape& version, const Shape& anew) {
  if (const std::string fault = fault_in_trees(version); !fault.empty()) return fault;
  if (!(version.bounds() == anew.bounds())) return "bounds";
  for (std::uint32_t i = 0; i < anew.triangle_count(); ++i)
    if (!(version.triangle(i) == anew.triangle(i))) return "triangle " + std::to_string(i);
  if (self_collide({version, {}}, {.all = true}).pairs != self_collide({anew, {}}, {.all = true}).pairs) return "self";
  const Pose pose{random_linear(dice, PoseKind::rigid, 1), dice.direction() * dice.uniform(0, 2)};
  const auto pairs = collide({version, {}}, {version, pose}, {.all = true}).pairs;
  if (pairs != collide({anew, {}}, {anew, pose}, {.all = true}).pairs) return "collide";
  const Ray shot{dice.in_cube(2), dice.in_cube(1)};
  const RayResult hit = cast({version, {}}, shot), expected = cast({anew, {}}, shot);
  if (hit.yes() != expected.yes() || !oracle::same(hit.closest.t, expected.closest.t) ||
      hit.closest.triangle != expected.closest.triangle)
    return "ray";
  return {};
}

Shape random_movable(Dice& dice, std::uint32_t triangles) {
  for (;;) {
    const Shape shape = random_folded(dice, triangles);
    if (shape.form() != ShapeForm::terrain) return shape;
  }
}

// One random change, by any of the three ways in; the vertices that it leads to are also kept here.
void change(Dice& dice, DeformableMesh& mesh, std::vector<Vec3>& vertices) {
  const int count = static_cast<int>(vertices.size());
  switch (dice.integer(0, 3)) {
    case 0: {  // everything, a little or not so little
      const double size = std::pow(10.0, dice.uniform(-6, 0));
      const Mat3 turn = to_matrix(dice.rotation());
      const bool turns = dice.chance(3);
      for (Vec3& v : vertices) v = (turns ? turn * v : v) + dice.in_cube(size);
      return mesh.update(vertices);
    }
    case 1: {  // a stretch
      const int first = dice.integer(0, count - 1), last = dice.integer(first, std::min(count - 1, first + 3));
      std::vector<Vec3> part;
      for (int i = first; i <= last; ++i)
        part.push_back(vertices[static_cast<std::size_t>(i)] = vertices[static_cast<std::size_t>(i)] * 0.97);
      return mesh.update(static_cast<std::size_t>(first), part);
    }
    default: {  // a few, perhaps one of them twice, perhaps to where they are
      std::vector<std::uint32_t> indices;
      std::vector<Vec3> positions;
      for (int i = dice.integer(1, 4); i > 0; --i) {
        indices.push_back(static_cast<std::uint32_t>(dice.integer(0, count - 1)));
        Vec3& v = vertices[indices.back()];
        if (!dice.chance(4)) v = v * 0.9 + dice.in_cube(0.02);
        positions.push_back(v);
      }
      return mesh.update(indices, positions);
    }
  }
}

void check_deformable(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles) {
  Dice dice(seed);
  std::printf("deformable, seed %llu\n", static_cast<unsigned long long>(seed));
  DeformableCounters work;
  std::uint64_t meeting = 0, versions = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Shape start = random_movable(dice, triangles);
    if (dice.chance(2)) prepare_pairs(start);
    DeformableMesh mesh(start);
    std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
    Shape held;  // by someone, so that versions are not always changed in place
    for (int step = 0; step < 6; ++step) {
      for (int k = dice.integer(1, 2); k > 0; --k) change(dice, mesh, vertices);
      if (dice.chance(8)) mesh.rebuild();
      const Shape version = mesh.prepare(dice.integer(0, 2));
      ASSERT_FALSE(mesh.stale());
      const std::string fault = fault_in_version(dice, version, made_anew(start, vertices));
      ASSERT_EQ(fault, "") << "mesh " << i << ", step " << step << "\n" << define_line("a", version);
      meeting += self_collide({version, {}}).yes();
      ++versions;
      if (dice.chance(2)) held = version;
    }
    work.builds += mesh.counters().builds;
    work.refits += mesh.counters().refits;
    work.partial_refits += mesh.counters().partial_refits;
  }
  std::printf("  %llu versions, %llu meet themselves; %llu builds, %llu refits, %llu partial refits\n",
              static_cast<unsigned long long>(versions), static_cast<unsigned long long>(meeting),
              static_cast<unsigned long long>(work.builds), static_cast<unsigned long long>(work.refits),
              static_cast<unsigned long long>(work.partial_refits));
  if (count < 100) return;
  EXPECT_GT(work.builds, versions / 50);
  EXPECT_GT(work.refits, versions / 10);
  EXPECT_GT(work.partial_refits, versions / 20);
  EXPECT_GT(meeting, versions / 4);
  EXPECT_LT(meeting, versions * 3 / 4);
}

TEST(Deformable, VersionsAreAsShapesMadeAnew) {
  check_deformable(oracle::fixed_seed, oracle::scaled(200), 300);
  check_deformable(oracle::run_seed(), oracle::scaled(100), 300);
}

// Queries go on with the version they have, in other threads, while the mesh moves on.
TEST(Deformable, OldVersionsStayAsTheyWereWhileTheMeshMoves) {
  const scenes::MeshData cloth = scenes::cloth(3000);
  DeformableMesh mesh(scenes::pleated(cloth, 0.06), cloth.triangles);
  const Shape first = mesh.prepare(1);
  const std::vector<TrianglePair> expected = self_collide({first, {}}, {.all = true}).pairs;
  ASSERT_FALSE(expected.empty());
  std::vector<int> wrong(3, 0);
  {
    std::vector<std::jthread> readers;
    for (std::size_t r = 0; r < wrong.size(); ++r)
      readers.emplace_back([&wrong, &expected, r, mine = first] {
        for (int i = 0; i < 20; ++i) wrong[r] += self_collide({mine, {}}, {.all = true}).pairs != expected;
      });
    for (int step = 0; step < 20; ++step) {
      mesh.update(scenes::waving(cloth, step * 0.05));
      const Shape version = mesh.prepare(1);
      EXPECT_TRUE(self_collide({version, {}}).no());
      readers.emplace_back([version] { (void)self_collide({version, {}}); });  // lets go of it in another thread
    }
  }
  for (const int count : wrong) EXPECT_EQ(count, 0);
  EXPECT_EQ(self_collide({first, {}}, {.all = true}).pairs, expected);
}

// A version whose last holder was another thread is changed in place: the readings there come before.
TEST(Deformable, ReusesWhatOtherThreadsLetGo) {
  const scenes::MeshData cloth = scenes::cloth(500);
  DeformableMesh mesh(cloth.vertices, cloth.triangles);
  for (int step = 0; step < 20; ++step) {
    mesh.update(scenes::waving(cloth, step * 0.05));
    {
      const std::jthread reader([version = mesh.prepare(1)]() mutable {
        EXPECT_TRUE(self_collide({version, {}}).no());
        version = {};
      });
      mesh.update(0, std::vector<Vec3>{{-1, -1, -0.5}});
    }
    mesh.prepare(1);
  }
  EXPECT_EQ(mesh.counters().builds, 1u);
}

}  // namespace
}  // namespace graze::property
