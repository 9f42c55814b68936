// Union, difference and intersection of meshes: closed, with volumes that add up, flush faces among them.
#include "io/solid/mesh_boolean.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "graze/error.h"
#include "io/solid/fill_polygon.h"
#include "io/solid/mend.h"
#include "tests/oracle/dice.h"
#include "tests/property/model_files.h"

namespace graze {
namespace {

SolidMesh box_mesh(Vec3 lo, Vec3 hi, const Pose& pose = {}) {
  const models::BoxPart part{"", lo, hi};
  SolidMesh mesh;
  for (int i = 0; i < 8; ++i) mesh.vertices.push_back(pose * models::corner(part, i));
  for (const auto& face : models::cube_faces) {
    const auto at = [&](std::size_t k) { return static_cast<std::uint32_t>(face[k]); };
    mesh.triangles.push_back({at(0), at(1), at(2)});
    mesh.triangles.push_back({at(0), at(2), at(3)});
  }
  return mesh;
}

// A ring of square section around the z axis: it is not convex, and has a hole.
SolidMesh ring_mesh(int sides, double inner, double outer, double height, const Pose& pose) {
  SolidMesh mesh;
  for (int i = 0; i < sides; ++i) {
    const double a = 6.283185307179586 * i / sides;
    for (const auto& [r, z] :
         {std::pair(inner, 0.0), std::pair(outer, 0.0), std::pair(outer, height), std::pair(inner, height)})
      mesh.vertices.push_back(pose * Vec3{r * std::cos(a), r * std::sin(a), z});
  }
  for (int i = 0; i < sides; ++i) {
    for (int k = 0; k < 4; ++k) {
      const auto v = [&](int ring, int side) {
        return static_cast<std::uint32_t>(4 * ((i + ring) % sides) + (k + side) % 4);
      };
      mesh.triangles.push_back({v(0, 0), v(1, 1), v(0, 1)});
      mesh.triangles.push_back({v(0, 0), v(1, 0), v(1, 1)});
    }
  }
  if (enclosed_volume(mesh) < 0) mesh.turn();
  return mesh;
}

Pose random_pose(oracle::Dice& dice, double reach) {
  const Vec3 z = dice.direction(), hint = dice.direction(), x0 = hint - z * dot(hint, z), x = x0 / length(x0);
  return {{x, cross(z, x), z}, dice.in_cube(reach)};
}

void expect_parts_add_up(std::uint64_t seed) {
  oracle::Dice dice(seed);
  std::size_t crossing = 0;
  constexpr std::size_t count = 60;
  for (std::size_t i = 0; i < count; ++i) {
    const auto any = [&] {
      return dice.chance(2) ? box_mesh({-1, -0.7, -0.4}, {1, 0.7, 0.4}, random_pose(dice, 0.7))
                            : ring_mesh(dice.integer(3, 24), 0.6, 1, 0.4, random_pose(dice, 0.7));
    };
    const SolidMesh a = any(), b = any();
    const double va = enclosed_volume(a), vb = enclosed_volume(b);
    const SolidMesh both = combine(a, b, BooleanOp::intersect, 1e-7), all = combine(a, b, BooleanOp::unite, 1e-7),
                    less = combine(a, b, BooleanOp::subtract, 1e-7);
    const double common = both.empty() ? 0 : enclosed_volume(both);
    crossing += common > 1e-6;
    EXPECT_TRUE(both.empty() || is_closed(both)) << "GRAZE_SEED=" << seed << " " << i;
    EXPECT_TRUE(is_closed(all)) << "GRAZE_SEED=" << seed << " " << i;
    EXPECT_TRUE(less.empty() || is_closed(less)) << "GRAZE_SEED=" << seed << " " << i;
    EXPECT_NEAR(enclosed_volume(all), va + vb - common, 1e-6) << "GRAZE_SEED=" << seed << " " << i;
    EXPECT_NEAR(less.empty() ? 0 : enclosed_volume(less), va - common, 1e-6) << "GRAZE_SEED=" << seed << " " << i;
  }
  EXPECT_GT(crossing, count / 3);
}

TEST(MeshBoolean, PartsAddUpFixedSeed) { expect_parts_add_up(oracle::fixed_seed); }
TEST(MeshBoolean, PartsAddUpFreshSeed) { expect_parts_add_up(oracle::run_seed()); }

// Boxes on a coarse grid, turned together: faces, edges and corners meet all the time. Volumes by cells.
TEST(MeshBoolean, FlushBoxesOnAGrid) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  std::size_t flush = 0;
  for (int i = 0; i < 120; ++i) {
    const Pose pose = dice.chance(3) ? Pose{} : random_pose(dice, 100);
    SolidMesh a = box_mesh({0, 0, 0}, {4, 4, 4}, pose);
    bool left[4][4][4];
    for (auto& plane : left)
      for (auto& row : plane)
        for (bool& cell : row) cell = true;
    for (int k = 0; k < 3; ++k) {
      const Vec3 lo = dice.grid(-1, 3), size = dice.grid(1, 4), hi = lo + size;
      const SolidMesh b = box_mesh(lo, hi, pose);
      if (!a.empty()) a = combine(a, b, BooleanOp::subtract, 1e-6);
      for (int axis = 0; axis < 3; ++axis) flush += lo[axis] == 0 || hi[axis] == 4;
      for (int x = 0; x < 4; ++x)
        for (int y = 0; y < 4; ++y)
          for (int z = 0; z < 4; ++z)
            if (x >= lo.x && x < hi.x && y >= lo.y && y < hi.y && z >= lo.z && z < hi.z) left[x][y][z] = false;
    }
    int cells = 0;
    for (const auto& plane : left)
      for (const auto& row : plane)
        for (const bool cell : row) cells += cell;
    EXPECT_NEAR(a.empty() ? 0 : enclosed_volume(a), cells, 2e-4) << "GRAZE_SEED=" << seed << " " << i;
    EXPECT_TRUE(a.empty() || is_closed(a)) << "GRAZE_SEED=" << seed << " " << i;
  }
  EXPECT_GT(flush, 100u);
}

TEST(MeshBoolean, AnOpenMeshIsRefusedOrStaysASurface) {
  SolidMesh open = box_mesh({0, 0, 0}, {1, 1, 1});
  open.triangles.pop_back();
  const SolidMesh knife = box_mesh({0.25, -1, -1}, {0.5, 2, 2});
  EXPECT_THROW(combine(knife, open, BooleanOp::subtract, 0), Error);
  const SolidMesh rest = combine(open, knife, BooleanOp::subtract, 0);
  EXPECT_FALSE(rest.empty());
  EXPECT_FALSE(is_closed(rest));
}

// Whatever the loops look like, the triangles have their edges and no others.
TEST(FillPolygon, KeepsTheEdgesOfAnyLoop) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  for (int i = 0; i < 300; ++i) {
    std::vector<Point2> points;
    std::vector<PolygonLoop> loops;
    for (int k = dice.integer(1, 3); k > 0; --k) {
      PolygonLoop loop;
      for (int n = dice.integer(3, 12); n > 0; --n) {
        loop.push_back(static_cast<std::uint32_t>(points.size()));
        points.push_back({double(dice.integer(0, 6)), double(dice.integer(0, 6))});
      }
      loops.push_back(loop);
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    const auto run = [&](std::uint32_t a, std::uint32_t b, int by) {
      if (a != b) edges[{std::min(a, b), std::max(a, b)}] += a < b ? by : -by;
    };
    for (const PolygonLoop& loop : loops)
      for (std::size_t k = 0; k < loop.size(); ++k) run(loop[k], loop[(k + 1) % loop.size()], 1);
    for (const Index3& t : fill_polygon(points, loops))
      for (std::size_t k = 0; k < 3; ++k) run(t[k], t[(k + 1) % 3], -1);
    for (const auto& [ends, sum] : edges) EXPECT_EQ(sum, 0) << "GRAZE_SEED=" << seed << " " << i;
  }
}

// A square with a comb of holes: the area is that of the loops, and no triangle is turned.
TEST(FillPolygon, HolesAreLeftOut) {
  std::vector<Point2> points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  std::vector<PolygonLoop> loops = {{0, 1, 2, 3}};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const auto first = static_cast<std::uint32_t>(points.size());
      const double x = 1 + 2 * i, y = 1 + 2 * j;
      for (const Point2& p : {Point2{x, y}, Point2{x, y + 1}, Point2{x + 1, y + 1}, Point2{x + 1, y}})
        points.push_back(p);
      loops.push_back({first, first + 1, first + 2, first + 3});
    }
  }
  double area = 0;
  for (const Index3& t : fill_polygon(points, loops)) {
    const double one = signed_area(points, {t[0], t[1], t[2]});
    EXPECT_GE(one, 0);
    area += one;
  }
  EXPECT_NEAR(area, 100 - 16, 1e-9);
}

// A crack, a vertex on a neighbour's edge, and a face that is turned.
TEST(Mend, ClosesWhatIsNearlyClosed) {
  SolidMesh mesh;
  const SolidMesh box = box_mesh({0, 0, 0}, {1, 1, 1});
  for (std::size_t t = 0; t < box.triangles.size(); ++t) {
    for (const std::uint32_t v : box.triangles[t])
      mesh.vertices.push_back(box.vertices[v] + Vec3{5e-6 * double(t % 3), 0, 5e-6 * double(t % 2)});
    const auto first = static_cast<std::uint32_t>(3 * t);
    mesh.triangles.push_back({first, t == 4 ? first + 2 : first + 1, t == 4 ? first + 1 : first + 2});
  }
  // The first triangle is cut in two at the middle of one side, its neighbour is not.
  const auto middle = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back((mesh.vertices[0] + mesh.vertices[1]) * 0.5);
  mesh.triangles[0] = {0, middle, 2};
  mesh.triangles.push_back({middle, 1, 2});
  EXPECT_FALSE(mended(mesh, {.widths = {1e-7}, .per_unit = 1000, .unit = "mm"}).closed);
  const Mended whole = mended(mesh, {.widths = {1e-7, 2e-5}, .per_unit = 1000, .unit = "mm"});
  ASSERT_TRUE(whole.closed);
  EXPECT_NEAR(enclosed_volume(whole.mesh), 1, 1e-4);
  EXPECT_EQ(whole.how,
            "nearly closed: cracks up to 0.02 mm were joined, 1 edges cut at vertices on them, 1 triangles turned");
}

}  // namespace
}  // namespace graze
