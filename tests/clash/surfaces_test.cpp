// Clashes of surfaces: with solids of cells and with each other, on a small grid, so that flush faces, edges in planes
// and common vertices are frequent; compared with the definitions in rational numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "graze/clash.h"
#include "graze/solid.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/surface_oracle.h"

namespace graze {
namespace {

using oracle::CellSet;
using oracle::Dice;

struct GridMesh {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;

  void add(Vec3 a, Vec3 b, Vec3 c) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), {a, b, c});
    triangles.push_back({first, first + 1, first + 2});
  }
  void quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d, bool other_diagonal = false) {
    if (other_diagonal) return quad(b, c, d, a);
    add(a, b, c);
    add(a, c, d);
  }
  oracle::Surface exact(const Pose& pose) const {
    oracle::Surface surface;
    for (const Index3& t : triangles)
      surface.push_back({oracle::RationalPoint(pose * vertices[t[0]]), oracle::RationalPoint(pose * vertices[t[1]]),
                         oracle::RationalPoint(pose * vertices[t[2]])});
    return surface;
  }
  Part part(const std::string& name, const Pose& pose, bool solid = false) const {
    return {name, name, make_mesh(vertices, triangles, {.solid = solid}), pose, ""};
  }
};

bool has_area(Vec3 a, Vec3 b, Vec3 c) { return length(cross(b - a, c - a)) > 0; }

// Small whole numbers: posing rounds nothing.
Pose whole_pose(Dice& dice) {
  for (;;) {
    Pose pose;
    for (int column = 0; column < 3; ++column) pose.linear[column] = dice.grid(-1, 1);
    pose.translation = dice.grid(-3, 3);
    if (determinant_sign(pose.linear) != 0) return pose;
  }
}

// A rectangle of quads across an axis, some of them left out.
void add_level_sheet(Dice& dice, GridMesh& mesh) {
  const int axis = dice.integer(0, 2), u = (axis + 1) % 3, v = (axis + 2) % 3;
  Vec3 lo = dice.grid(-1, 3), hi = lo;
  hi[u] += dice.integer(1, 3);
  hi[v] += dice.integer(1, 3);
  const int step = dice.chance(2) ? 1 : 3;
  for (double i = lo[u]; i < hi[u]; i += step)
    for (double j = lo[v]; j < hi[v]; j += step) {
      if (dice.chance(6)) continue;
      Vec3 a = lo, b = lo, c = lo, d = lo;
      a[u] = d[u] = i;
      b[u] = c[u] = std::min(i + step, hi[u]);
      a[v] = b[v] = j;
      c[v] = d[v] = std::min(j + step, hi[v]);
      mesh.quad(a, b, c, d, dice.chance(2));
    }
}

// Points of a plane across an axis, and the next one from a point.
std::vector<Vec3> bent_line(Dice& dice, int axis, Vec3 from, int count) {
  std::vector<Vec3> line{from};
  while (static_cast<int>(line.size()) <= count) {
    Vec3 next = line.back();
    for (const int k : {(axis + 1) % 3, (axis + 2) % 3}) next[k] += dice.integer(-1, 1);
    if (next != line.back()) line.push_back(next);
  }
  return line;
}
// The line, swept along the axis.
void add_strip(Dice& dice, GridMesh& mesh, int axis, const std::vector<Vec3>& line, double from, double to) {
  for (std::size_t i = 1; i < line.size(); ++i) {
    Vec3 a = line[i - 1], b = line[i], c = b, d = a;
    a[axis] = b[axis] = from;
    c[axis] = d[axis] = to;
    mesh.quad(a, b, c, d, dice.chance(2));
  }
}
void add_bent_strip(Dice& dice, GridMesh& mesh) {
  const int axis = dice.integer(0, 2), from = dice.integer(0, 2);
  add_strip(dice, mesh, axis, bent_line(dice, axis, dice.grid(0, 2), dice.integer(1, 4)), from,
            from + dice.integer(1, 2));
}
// Two strips that are flush for a while, and go on in their own ways.
void make_flush_strips(Dice& dice, GridMesh& one, GridMesh& other) {
  const int axis = dice.integer(0, 2);
  const std::vector<Vec3> line = bent_line(dice, axis, dice.grid(0, 2), dice.integer(2, 4));
  add_strip(dice, one, axis, line, 0, 3);
  const auto first = static_cast<std::size_t>(dice.integer(0, static_cast<int>(line.size()) - 2));
  const auto last =
      static_cast<std::size_t>(dice.integer(static_cast<int>(first) + 1, static_cast<int>(line.size()) - 1));
  std::vector<Vec3> shared(line.begin() + static_cast<std::ptrdiff_t>(first),
                           line.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  if (!dice.chance(4)) shared.insert(shared.begin(), bent_line(dice, axis, shared.front(), 1)[1]);
  if (!dice.chance(4)) shared.push_back(bent_line(dice, axis, shared.back(), 1)[1]);
  const int from = dice.integer(-1, 2);
  add_strip(dice, other, axis, shared, from, from + dice.integer(1, 2));
}

GridMesh random_sheet(Dice& dice, std::size_t most) {
  for (;;) {
    GridMesh mesh;
    switch (dice.integer(0, 3)) {
      case 0:
        add_level_sheet(dice, mesh);
        if (dice.chance(3)) add_level_sheet(dice, mesh);
        break;
      case 1:
        add_bent_strip(dice, mesh);
        break;
      default: {
        Vec3 a = dice.grid(0, 3), b = dice.grid(0, 3);
        for (int i = dice.integer(1, 3); i > 0; --i) {
          const Vec3 c = dice.grid(0, 3);
          if (!has_area(a, b, c)) continue;
          mesh.add(a, b, c);
          (dice.chance(2) ? a : b) = c;
        }
      }
    }
    if (!mesh.triangles.empty() && mesh.triangles.size() <= most) return mesh;
  }
}

void add_grid_box(GridMesh& mesh, Dice& dice, const std::array<int, 3>& lo, const std::array<int, 3>& hi) {
  const auto corner = [&](int i) {
    return Vec3{double(i & 1 ? hi[0] : lo[0]), double(i & 2 ? hi[1] : lo[1]), double(i & 4 ? hi[2] : lo[2])};
  };
  const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& f : faces) mesh.quad(corner(f[0]), corner(f[1]), corner(f[2]), corner(f[3]), dice.chance(2));
}

// The class of the one clash, or nothing.
struct Found {
  bool any = false, a_is_inside = false;
  ClashClass value = ClashClass::clearance;
};
Found check(const Part& a, const Part& b) {
  const std::vector<Part> parts{a, b};
  const ClashResult result = find_clashes(parts, {.threads = 1});
  EXPECT_TRUE(result.undecided.empty());
  Found found;
  if (result.clashes.empty()) return found;
  found = {true, result.clashes[0].a_is_inside, result.clashes[0].value};
  return found;
}

TEST(Surfaces, WithSolidsOfCells) {
  const std::uint64_t seed = oracle::run_seed();
  Dice dice(seed);
  std::map<std::string, int> count;
  const std::uint64_t cases = oracle::scaled(3000, 500);
  for (std::uint64_t i = 0; i < cases; ++i) {
    GridMesh solid;
    CellSet cells;
    for (int boxes = dice.integer(1, 3); boxes > 0; --boxes) {
      std::array<int, 3> lo{}, hi{};
      for (std::size_t k = 0; k < 3; ++k) {
        lo[k] = dice.integer(0, 2);
        hi[k] = lo[k] + dice.integer(1, 2);
      }
      add_grid_box(solid, dice, lo, hi);
      for (int x = lo[0]; x < hi[0]; ++x)
        for (int y = lo[1]; y < hi[1]; ++y)
          for (int z = lo[2]; z < hi[2]; ++z) cells.insert({x, y, z});
    }
    const GridMesh sheet = random_sheet(dice, 24);
    const oracle::CellSides truth = sides_of_cells(sheet.exact({}), cells, -6, 10);
    const Pose pose = whole_pose(dice);
    const Part a = sheet.part("a", pose), b = solid.part("b", pose, true);
    const Found found = check(a, b), turned = check({"z", "z", a.shape, a.pose, ""}, b);
    const std::string want = !truth.meets                    ? "none"
                             : truth.inside && truth.outside ? "overlapping"
                             : truth.inside                  ? "enclosed"
                                                             : "touching";
    const auto text = [](const Found& f) { return f.any ? std::string(name(f.value)) : "none"; };
    ++count[want];
    ASSERT_EQ(text(found), want) << "seed " << seed << ", case " << i;
    ASSERT_EQ(text(turned), want) << "seed " << seed << ", case " << i;
    if (want == "enclosed") {
      ASSERT_TRUE(found.a_is_inside && !turned.a_is_inside) << "seed " << seed << ", case " << i;
    }
    // As classify() has it, which knows sets: no surface has common interior with anything.
    const PairClass set = classify({a.shape, a.pose}, {b.shape, b.pose}).answer;
    const PairClass as_set = want == "none"  ? PairClass::clear
                             : truth.outside ? PairClass::touching
                                             : PairClass::enclosed;
    ASSERT_EQ(set, as_set) << "seed " << seed << ", case " << i;
  }
  std::printf("seed %llu:", static_cast<unsigned long long>(seed));
  for (const auto& [name, n] : count) std::printf(" %s %d", name.c_str(), n);
  std::printf("\n");
  EXPECT_GE(count["overlapping"], static_cast<int>(cases / 5));
  EXPECT_GE(count["enclosed"], static_cast<int>(cases / 200));
  EXPECT_GE(count["touching"], static_cast<int>(cases / 20));
  EXPECT_GE(count["none"], static_cast<int>(cases / 50));
}

TEST(Surfaces, WithEachOther) {
  const std::uint64_t seed = oracle::run_seed() + 1;
  Dice dice(seed);
  std::map<std::string, int> count;
  const std::uint64_t cases = oracle::scaled(1600, 500);
  for (std::uint64_t i = 0; i < cases; ++i) {
    GridMesh one, other;
    if (dice.chance(3)) {
      make_flush_strips(dice, one, other);
    } else {
      one = random_sheet(dice, 8);
      other = dice.chance(25) ? one : random_sheet(dice, 8);
    }
    if (dice.chance(2)) std::swap(one, other);
    const Pose pose = whole_pose(dice);
    const oracle::Surface exact_one = one.exact(pose), exact_other = other.exact(pose);
    const oracle::CrossAnswer truth = cross_by_definition(exact_one, exact_other);
    if (!truth.known) {
      ++count["skipped"];
      continue;
    }
    const Part a = one.part("a", pose), b = other.part("b", pose);
    const bool same = is_part(exact_one, exact_other) && is_part(exact_other, exact_one);
    const bool meet = collide({a.shape, a.pose}, {b.shape, b.pose}).yes();
    const std::string want = !meet ? "none" : same ? "duplicate" : truth.crosses ? "overlapping" : "touching";
    ++count[want];
    count["flush"] += truth.flush && !same ? 1 : 0;
    count["through"] += truth.through && !same ? 1 : 0;
    const Found found = check(a, b), turned = check({"z", "z", a.shape, a.pose, ""}, b);
    const auto text = [](const Found& f) { return f.any ? std::string(name(f.value)) : "none"; };
    ASSERT_EQ(text(found), want) << "seed " << seed << ", case " << i;
    ASSERT_EQ(text(turned), want) << "seed " << seed << ", case " << i;
    const PairClass set = classify({a.shape, a.pose}, {b.shape, b.pose}).answer;
    ASSERT_EQ(set == PairClass::equal, same) << "seed " << seed << ", case " << i;
    ASSERT_EQ(set == PairClass::clear, want == "none") << "seed " << seed << ", case " << i;
  }
  std::printf("seed %llu:", static_cast<unsigned long long>(seed));
  for (const auto& [name, n] : count) std::printf(" %s %d", name.c_str(), n);
  std::printf("\n");
  EXPECT_GE(count["overlapping"], static_cast<int>(cases / 10));
  EXPECT_GE(count["touching"], static_cast<int>(cases / 10));
  EXPECT_GE(count["flush"], static_cast<int>(cases / 10));
  EXPECT_GE(count["through"], static_cast<int>(cases / 1000) + 1);
  EXPECT_GE(count["duplicate"], static_cast<int>(cases / 200));
  EXPECT_GE(count["none"], static_cast<int>(cases / 50));
  EXPECT_LE(count["skipped"], static_cast<int>(cases / 5));
}

// Flush but for a hair: touching with a contact that covers it, in any pose; and what is deeper than that is not.
TEST(Surfaces, WithinTheContact) {
  const std::uint64_t seed = oracle::run_seed() + 2;
  Dice dice(seed);
  const std::uint64_t cases = oracle::scaled(300, 100);
  for (std::uint64_t i = 0; i < cases; ++i) {
    GridMesh solid, sheet;
    add_grid_box(solid, dice, {0, 0, 0}, {4, 4, 2});
    const double depth = std::ldexp(1.0, -dice.integer(20, 40)), z = 2 - depth;
    const bool stands = dice.chance(2);
    if (stands)
      sheet.quad({1, 1, z}, {3, 2, z}, {3, 2, 5}, {1, 1, 5}, dice.chance(2));
    else
      sheet.quad({1, 1, z}, {3, 1, z}, {3, 3, z}, {1, 3, z}, dice.chance(2));
    const Pose pose = make_pose({dice.uniform(-5, 5), dice.uniform(-5, 5), 0});
    const std::vector<Part> parts{sheet.part("a", pose), solid.part("b", pose, true)};
    const auto value = [&](double contact) {
      const ClashResult result = find_clashes(parts, {.contact = contact, .threads = 1});
      return result.clashes.size() == 1 ? result.clashes[0].value : ClashClass::clearance;
    };
    ASSERT_EQ(value(4 * depth), ClashClass::touching) << "seed " << seed << ", case " << i;
    const ClashClass deep = stands ? ClashClass::overlapping : ClashClass::enclosed;
    ASSERT_EQ(value(depth / 4), deep) << "seed " << seed << ", case " << i;
    ASSERT_EQ(value(0), deep) << "seed " << seed << ", case " << i;
  }
}

}  // namespace
}  // namespace graze
