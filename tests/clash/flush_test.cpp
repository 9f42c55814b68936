// Solids of unit cells that fit into each other, turned so that no face is flush to the last bit: whether they have a
// cell in common is known from whole numbers, and how deep they are when one is moved is how far.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "graze/clash.h"
#include "graze/interference.h"
#include "graze/solid.h"
#include "tests/oracle/dice.h"
#include "tests/report/parts.h"

namespace graze {
namespace {

using Cell = std::array<int, 3>;
using Cells = std::set<Cell>;

Cell step(Cell cell, int axis, int by) {
  cell[static_cast<std::size_t>(axis)] += by;
  return cell;
}

// Triangles with corners of whole numbers.
struct CellMesh {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;

  std::uint32_t vertex(const Cell& at) {
    vertices.push_back({double(at[0]), double(at[1]), double(at[2])});
    return static_cast<std::uint32_t>(vertices.size() - 1);
  }
  // The side of a box, cut along either diagonal.
  void side(const Cell& lo, const Cell& hi, int axis, bool high, bool other_diagonal) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<std::uint32_t, 4> at{};
    for (int i = 0; i < 4; ++i) {
      Cell corner = high ? hi : lo;
      corner[u] = i == 1 || i == 2 ? hi[u] : lo[u];
      corner[v] = i >= 2 ? hi[v] : lo[v];
      at[i] = vertex(corner);
    }
    if (!high) std::swap(at[1], at[3]);
    const int first = other_diagonal ? 1 : 0;
    triangles.push_back({at[first], at[first + 1], at[first + 2]});
    triangles.push_back({at[first], at[first + 2], at[(first + 3) % 4]});
  }
};

struct CellSolid {
  Cells cells;
  CellMesh mesh;
};

// Shells of boxes that may touch or run through each other.
CellSolid boxes(oracle::Dice& dice, int count, int most) {
  CellSolid solid;
  for (int i = 0; i < count; ++i) {
    Cell lo, hi;
    for (std::size_t k = 0; k < 3; ++k) {
      lo[k] = dice.integer(0, 4);
      hi[k] = lo[k] + dice.integer(1, most);
    }
    for (int axis = 0; axis < 3; ++axis)
      for (const bool high : {false, true}) solid.mesh.side(lo, hi, axis, high, dice.chance(2));
    for (int x = lo[0]; x < hi[0]; ++x)
      for (int y = lo[1]; y < hi[1]; ++y)
        for (int z = lo[2]; z < hi[2]; ++z) solid.cells.insert({x, y, z});
  }
  return solid;
}

// The boundary of the cells, which may touch along edges and at corners.
CellSolid surface_of(const Cells& cells, oracle::Dice& dice) {
  CellSolid solid{cells, {}};
  for (const Cell& cell : cells)
    for (int axis = 0; axis < 3; ++axis)
      for (const bool high : {false, true})
        if (!cells.contains(step(cell, axis, high ? 1 : -1)))
          solid.mesh.side(cell, {cell[0] + 1, cell[1] + 1, cell[2] + 1}, axis, high, dice.chance(2));
  return solid;
}

// Each in a frame of its own, so that equal corners are rounded differently.
Body placed(const CellSolid& solid, const Pose& pose, Vec3 origin, Vec3 by) {
  std::vector<Vec3> vertices;
  for (const Vec3& p : solid.mesh.vertices) vertices.push_back(p - origin);
  Pose own = pose;
  own.translation = pose * (origin + by);
  return {make_mesh(vertices, solid.mesh.triangles, {.solid = true}), own};
}

// Is there a corner where faces look in opposite directions? Some such corners have no way inward.
bool has_opposed_faces(const Cells& cells) {
  std::map<Cell, int> seen;  // a bit for each direction
  for (const Cell& cell : cells)
    for (int axis = 0; axis < 3; ++axis)
      for (const int way : {0, 1}) {
        if (cells.contains(step(cell, axis, way ? 1 : -1))) continue;
        for (int i = 0; i < 4; ++i) {
          Cell corner = step(cell, axis, way);
          corner = step(step(corner, (axis + 1) % 3, i & 1), (axis + 2) % 3, i >> 1);
          seen[corner] |= 1 << (2 * axis + way);
        }
      }
  return std::any_of(seen.begin(), seen.end(), [](const auto& at) { return (at.second & at.second >> 1 & 0x15) != 0; });
}

bool have_common(const Cells& a, const Cells& b) {
  return std::any_of(a.begin(), a.end(), [&](const Cell& cell) { return b.contains(cell); });
}

TEST(Flush, CellsThatFit) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  oracle::Dice dice(seed);
  int plain = 0, proven = 0, others = 0, others_proven = 0, overlapping = 0, moved = 0, told = 0, exact_overlaps = 0;
  const auto rounds = static_cast<int>(oracle::scaled(800, 400));
  for (int round = 0; round < rounds; ++round) {
    CellSolid a = boxes(dice, dice.integer(1, 4), 3), b = boxes(dice, dice.integer(1, 4), 3);
    bool opposed = false;
    const bool fits = !dice.chance(4);
    if (fits) {
      Cells rest;
      for (const Cell& cell : b.cells)
        if (!a.cells.contains(cell)) rest.insert(cell);
      if (rest.empty()) continue;
      b = surface_of(rest, dice);
      opposed = has_opposed_faces(rest);
      if (dice.chance(2)) {
        a = surface_of(a.cells, dice);
        opposed = opposed || has_opposed_faces(a.cells);
      }
    }
    const Pose pose = make_pose(dice.in_cube(20), dice.rotation());
    const Vec3 origin = dice.in_cube(5);
    const Body body_a = placed(a, pose, {}, {});
    if (have_common(a.cells, b.cells)) {
      // The middle of a common cell is half a unit from both surfaces.
      ++overlapping;
      const InterferenceResult r =
          find_interference(body_a, placed(b, pose, origin, {}), {.budget = 1 << 16, .threshold = 0.49});
      ASSERT_GE(r.upper, 0.5 * (1 - 1e-9)) << "round " << round;
      continue;
    }
    const Body body_b = placed(b, pose, origin, {});
    const auto count = [&](bool yes) { opposed ? (++others, others_proven += yes) : (++plain, proven += yes); };
    const InterferenceResult r = find_interference(body_a, body_b, {.budget = 1 << 16, .threshold = 1e-9});
    ASSERT_TRUE(r.status == Status::ok || r.status == Status::budget);
    count(r.upper <= 1e-9);
    exact_overlaps += classify(body_a, body_b).answer == PairClass::overlapping;

    // Moved into each other along an axis they are as deep as that where a cell is before another.
    const int axis = dice.integer(0, 2), way = dice.chance(2) ? 1 : -1;
    const double by = std::fabs(dice.magnitude(-7, -2)), most = by * std::fabs(dice.magnitude(-1, 1.5));
    const bool meet = std::any_of(b.cells.begin(), b.cells.end(),
                                  [&](const Cell& cell) { return a.cells.contains(step(cell, axis, way)); });
    Vec3 shift{};
    shift[axis] = way * by;
    const InterferenceResult deep =
        find_interference(body_a, placed(b, pose, origin, shift), {.budget = 1 << 16, .threshold = most});
    ASSERT_TRUE(deep.status == Status::ok || deep.status == Status::budget);
    ASSERT_LE(deep.lower, by * (1 + 1e-9) + 1e-12) << "round " << round;
    if (!meet) continue;
    ++moved;
    ASSERT_GE(deep.upper, by * (1 - 1e-9) - 1e-12) << "round " << round;
    if (most < 4 * by) continue;
    ++told;
    count(deep.upper <= most);
  }
  std::printf("proven %d of %d, with opposed faces %d of %d; exactly overlapping %d; %d with common cells, %d moved\n",
              proven, plain, others_proven, others, exact_overlaps, overlapping, moved);
  EXPECT_EQ(proven, plain);
  EXPECT_GT(plain, rounds / 3);
  EXPECT_GT(others_proven, others / 2);
  EXPECT_GT(exact_overlaps, rounds / 4);
  EXPECT_GT(overlapping, rounds / 10);
  EXPECT_GT(moved, rounds / 10);
  EXPECT_GT(told, rounds / 40);
}

// Boxes in millimetres as the shells of one part, turned.
Part of_shells(const std::string& name, const std::vector<std::array<Vec3, 2>>& shells, const Pose& pose) {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
  for (const auto& [lo, hi] : shells) {
    const Body box{test::box_mesh((hi - lo) * 0.5), make_pose((lo + hi) * 0.5)};
    for (std::uint32_t i = 0; i < box.shape.triangle_count(); ++i) {
      const Triangle t = box.shape.triangle(i);
      const auto first = static_cast<std::uint32_t>(vertices.size());
      for (const Vec3 p : {t.a, t.b, t.c}) vertices.push_back(box.pose * p);
      triangles.push_back({first, first + 1, first + 2});
    }
  }
  return {name, name, make_mesh(vertices, triangles, {.solid = true}), pose, ""};
}

// Parts whose shells touch: what a tolerance of 10 mm must not hide.
TEST(Flush, RealClashesOfTouchingShellsAreNotHidden) {
  using Shells = std::vector<std::array<Vec3, 2>>;
  // Two leaves of 100 mm.
  const Shells wall = {{Vec3{0, 0, 0}, Vec3{3000, 100, 2500}}, {Vec3{0, 100, 0}, Vec3{3000, 200, 2500}}};
  // Four sheets of 1 mm around 300 by 200 mm.
  const Shells duct = {{Vec3{1000, -500, 1000}, Vec3{1300, 700, 1001}},
                       {Vec3{1000, -500, 1199}, Vec3{1300, 700, 1200}},
                       {Vec3{1000, -500, 1001}, Vec3{1001, 700, 1199}},
                       {Vec3{1299, -500, 1001}, Vec3{1300, 700, 1199}}};
  const Shells sheet = {{Vec3{0, 0, 0}, Vec3{500, 500, 1}}, {Vec3{500, 0, 0}, Vec3{1000, 500, 1}}};
  const Shells on_it = {{Vec3{100, 100, 0.5}, Vec3{600, 300, 1.5}}, {Vec3{100, 300, 0.5}, Vec3{600, 400, 1.5}}};
  const Shells slab = {{Vec3{0, 0, 0}, Vec3{1000, 1000, 150}}, {Vec3{1000, 0, 0}, Vec3{2000, 1000, 150}}};
  const Shells planted = {{Vec3{200, 200, 100}, Vec3{600, 600, 300}}, {Vec3{600, 200, 100}, Vec3{900, 600, 300}}};
  const Shells in_it = {{Vec3{200, 200, 50}, Vec3{600, 600, 60}}, {Vec3{200, 200, 60}, Vec3{600, 600, 64}}};
  oracle::Dice dice(oracle::run_seed());
  const auto found = [&](const Shells& a, const Shells& b) {
    const Pose pose = make_pose(dice.in_cube(5000), dice.rotation());
    ClashSettings settings;
    settings.tolerance = 10;
    settings.contact = 1e-6;
    const std::vector<Part> parts = {of_shells("a", a, pose), of_shells("b", b, pose)};
    const ClashResult result = find_clashes(parts, settings);
    EXPECT_EQ(result.clashes.size(), 1u);
    return result.clashes.empty() ? ClashClass::clearance : result.clashes[0].value;
  };
  for (int round = 0; round < 4; ++round) {
    EXPECT_EQ(found(wall, duct), ClashClass::overlapping);
    EXPECT_EQ(found(sheet, on_it), ClashClass::overlapping);
    EXPECT_EQ(found(slab, planted), ClashClass::overlapping);
    EXPECT_EQ(found(slab, in_it), ClashClass::enclosed);
    EXPECT_EQ(found(wall, wall), ClashClass::duplicate);
    EXPECT_EQ(found(wall, {{Vec3{1000, 200, 0}, Vec3{2000, 300, 1000}}, {Vec3{2000, 200, 0}, Vec3{2500, 300, 1000}}}),
              ClashClass::touching);
  }
}

}  // namespace
}  // namespace graze
