// Parts that are nearly closed become solids, up to the width that was asked for and no farther.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "graze/assembly.h"
#include "graze/clash.h"
#include "graze/error.h"
#include "io/solid/cover.h"
#include "io/solid/mend.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

// A box of n x n squares a side, each of two triangles; every side has vertices of its own.
SolidMesh box_of_sides(Vec3 size, int n) {
  SolidMesh mesh;
  for (int axis = 0; axis < 3; ++axis) {
    for (const int end : {0, 1}) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= n; ++j) {
          Vec3 p;
          p[axis] = end * size[axis];
          p[u] = size[u] * i / n;
          p[v] = size[v] * j / n;
          mesh.vertices.push_back(p);
        }
      }
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          const auto a = first + static_cast<std::uint32_t>(i * (n + 1) + j), b = a + static_cast<std::uint32_t>(n + 1);
          for (Index3 t : {Index3{a, b, b + 1}, Index3{a, b + 1, a + 1}}) {
            if (end == 0) std::swap(t[1], t[2]);
            mesh.triangles.push_back(t);
          }
        }
      }
    }
  }
  return mesh;
}

Assembly assembly_of(const SolidMesh& mesh, double metres = 1) {
  Assembly assembly;
  std::vector<std::uint32_t> tags;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) tags.push_back(i % 7);
  assembly.parts.push_back(
      {"part", "part", make_mesh(mesh.vertices, mesh.triangles, {.tags = tags}), {}, "open; left out: lines"});
  assembly.metres_per_unit = metres;
  return assembly;
}

TEST(CloseCracks, UpToTheWidthAndNoFarther) {
  SolidMesh mesh = box_of_sides({1, 2, 3}, 4);
  for (std::size_t i = 0; i < 25; ++i) mesh.vertices[i].x -= 0.01;  // one side stands off
  Assembly assembly = assembly_of(mesh);
  ASSERT_FALSE(assembly.parts[0].shape.topology().closed);
  EXPECT_EQ(close_cracks(assembly, 0), 0u);
  EXPECT_EQ(close_cracks(assembly, 0.005), 0u);
  EXPECT_FALSE(assembly.parts[0].shape.solid());
  EXPECT_EQ(assembly.parts[0].remark, "open; left out: lines");
  EXPECT_TRUE(assembly.notes.empty());
  EXPECT_EQ(close_cracks(assembly, 0.02), 1u);
  ASSERT_TRUE(assembly.parts[0].shape.solid());
  EXPECT_NEAR(assembly.parts[0].shape.topology().signed_volume, 6, 0.01 * 6 + 1e-9);
  EXPECT_EQ(assembly.parts[0].remark, "nearly closed: cracks up to 20 mm were joined; left out: lines");
  EXPECT_EQ(assembly.notes,
            std::vector<std::string>{"1 parts were nearly closed and are solids: cracks and holes up to 20 mm wide"});
  EXPECT_EQ(assembly.parts[0].shape.tag(3), 3u);
  EXPECT_THROW(close_cracks(assembly, -1), Error);
}

TEST(CloseCracks, HolesAreCoveredByTheirWidth) {
  SolidMesh mesh = box_of_sides({4, 4, 4}, 4);
  // One triangle of a square of side 1 is missing: its height above its longest side is 1 / sqrt 2.
  mesh.triangles.erase(mesh.triangles.begin() + 10);
  for (const double width : {0.5, 0.7, 0.72, 2.0}) {
    Assembly assembly = assembly_of(mesh);
    EXPECT_EQ(close_cracks(assembly, width), width > 0.71 ? 1u : 0u) << width;
    if (width < 0.71) continue;
    EXPECT_NEAR(assembly.parts[0].shape.topology().signed_volume, 64, 1e-9);
    EXPECT_NE(assembly.parts[0].remark.find("1 holes up to 707 mm wide were covered"), std::string::npos)
        << assembly.parts[0].remark;
  }
}

// However narrow: a ribbon, and a box without a side, which is a sixth of its area.
TEST(CloseCracks, SheetsAreNoSolids) {
  SolidMesh ribbon;
  for (std::uint32_t i = 0; i <= 50; ++i) {
    ribbon.vertices.push_back({0.2 * i, 0.3 * std::sin(0.2 * i), 0});
    ribbon.vertices.push_back({0.2 * i, 0.3 * std::sin(0.2 * i), 0.01});
    if (i == 0) continue;
    ribbon.triangles.push_back({2 * i - 2, 2 * i, 2 * i + 1});
    ribbon.triangles.push_back({2 * i - 2, 2 * i + 1, 2 * i - 1});
  }
  EXPECT_FALSE(mended(ribbon, {.widths = {1e-6}, .hole = 1}).closed);
  SolidMesh box = box_of_sides({1, 1, 1}, 1);
  box.triangles.resize(10);
  EXPECT_FALSE(mended(box, {.widths = {1e-6}, .hole = 5}).closed);
}

// Instances share what they become, and widths are those of the world.
TEST(CloseCracks, InstancesAreScaled) {
  SolidMesh mesh = box_of_sides({1, 1, 1}, 2);
  for (std::size_t i = 0; i < 9; ++i) mesh.vertices[i].x -= 0.01;
  Assembly assembly = assembly_of(mesh, 0);
  assembly.parts.push_back(assembly.parts[0]);
  assembly.parts[1].pose.linear = {{10, 0, 0}, {0, 10, 0}, {0, 0, 10}};
  EXPECT_EQ(close_cracks(assembly, 0.05), 0u);  // the crack of the large one is 0.1 wide
  EXPECT_EQ(close_cracks(assembly, 0.2), 2u);
  EXPECT_EQ(assembly.parts[0].shape.identity(), assembly.parts[1].shape.identity());
  EXPECT_NE(assembly.parts[0].remark.find("0.2 units"), std::string::npos) << assembly.parts[0].remark;
}

// Sides that are cut differently, moved apart at random, with slits and triangles that look the wrong way.
TEST(CloseCracks, RandomCracks) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  std::size_t closed = 0;
  const std::uint64_t rounds = oracle::scaled(200);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const Vec3 size{dice.uniform(1, 4), dice.uniform(1, 4), dice.uniform(1, 4)};
    SolidMesh mesh = box_of_sides(size, dice.integer(1, 5));
    const double width = std::pow(10.0, dice.uniform(-6, -2));
    for (Vec3& v : mesh.vertices) v = v + dice.in_cube(0.25 * width);
    if (dice.chance(3)) {
      for (int i = dice.integer(1, 4); i > 0; --i) {
        Index3& t =
            mesh.triangles[static_cast<std::size_t>(dice.integer(0, static_cast<int>(mesh.triangles.size()) - 1))];
        std::swap(t[0], t[1]);
      }
    }
    const MendLimits narrow{.widths = {1e-3 * width}, .hole = 1e-3 * width};
    EXPECT_FALSE(mended(mesh, narrow).closed) << "GRAZE_SEED=" << seed << " round " << round;
    const Mended whole = mended(mesh, {.widths = {width}, .hole = width});
    if (!whole.closed) continue;
    ++closed;
    const double volume = size.x * size.y * size.z, area = 2 * (size.x * size.y + size.y * size.z + size.z * size.x);
    EXPECT_NEAR(std::fabs(enclosed_volume(whole.mesh)), volume, 2 * width * area)
        << "GRAZE_SEED=" << seed << " round " << round << " width " << width;
  }
  EXPECT_EQ(closed, rounds) << "GRAZE_SEED=" << seed;
}

TEST(CloseCracks, GiveDepth) {
  SolidMesh mesh = box_of_sides({1, 1, 1}, 3);
  for (std::size_t i = 0; i < 16; ++i) mesh.vertices[i].x -= 1e-4;
  Assembly assembly = assembly_of(mesh);
  assembly.parts.push_back(assembly.parts[0]);
  assembly.parts[1].path = "other";
  assembly.parts[1].pose.translation = {0.9, 0.2, 0.3};
  const ClashResult before = find_clashes(assembly.parts, {});
  ASSERT_EQ(before.clashes.size(), 1u);
  EXPECT_TRUE(std::isinf(before.clashes[0].bound));
  EXPECT_EQ(close_cracks(assembly, 2e-4), 2u);
  const ClashResult after = find_clashes(assembly.parts, {});
  ASSERT_EQ(after.clashes.size(), 1u);
  EXPECT_EQ(after.clashes[0].value, ClashClass::overlapping);
  EXPECT_NEAR(after.clashes[0].distance, -0.1, 2e-4 + after.clashes[0].bound);
}

TEST(CoverHoles, BentRimsAndSlits) {
  // A tube of 12 sides without its ends: each rim is flat, as wide as its narrowest triangle is high.
  SolidMesh tube;
  for (std::uint32_t i = 0; i < 12; ++i) {
    const double angle = i * 3.14159265358979 / 6;
    tube.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    tube.vertices.push_back({std::cos(angle), std::sin(angle), 5 + 0.2 * std::cos(3 * angle)});
  }
  for (std::uint32_t i = 0; i < 12; ++i) {
    const std::uint32_t a = 2 * i, b = 2 * ((i + 1) % 12);
    tube.triangles.push_back({a, b, b + 1});
    tube.triangles.push_back({a, b + 1, a + 1});
  }
  SolidMesh narrow = tube;
  EXPECT_EQ(cover_holes(narrow, 0.5).holes, 0u);
  EXPECT_EQ(narrow.triangles.size(), tube.triangles.size());
  const Covered covered = cover_holes(tube, 2);
  EXPECT_EQ(covered.holes, 2u);
  EXPECT_TRUE(is_closed(tube));
  EXPECT_NEAR(enclosed_volume(tube), 15, 0.5);
}

}  // namespace
}  // namespace graze
