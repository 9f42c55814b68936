// The structure of the trees: what is known by hand, and what must not happen.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "scenes/scenes.h"
#include "study/bsp/animated_bsp.h"
#include "study/bsp/axial_bsp.h"
#include "study/bsp/bsp_cells.h"
#include "study/bsp/bsp_collide.h"
#include "study/bsp/solid_bsp.h"
#include "tests/oracle/dice.h"
#include "tests/property/bsp_pairs.h"

namespace graze {
using namespace study;
namespace {

using property::make_tree;
using property::mesh_of;
using property::tree_kinds;

std::vector<std::uint32_t> found_in(const CandidatePolygons& tree, const Box& box) {
  std::vector<std::uint32_t> found;
  BspCounters counters;
  tree.candidates(box_probe(box, tree.frame()), found, counters);
  return found;
}

TEST(SolidBsp, KeepsCoplanarPolygonsTogether) {
  const SolidBsp tree(mesh_of(scenes::cube(3)), paper_tree);
  const BspStatistics statistics = tree.statistics();
  EXPECT_EQ(statistics.polygons_before, 108u);
  EXPECT_EQ(statistics.polygons_after, 108u);  // no face is in the way of another
  EXPECT_EQ(statistics.nodes, 6u);
  EXPECT_EQ(statistics.depth, 6u);
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(tree.node(i).count, 18u);
  EXPECT_EQ(tree.validate(), "");
}

TEST(SolidBsp, CutsWhatLiesAcross) {
  // Two squares that cross in the middle, of two triangles each: the first plane cuts both triangles of the other.
  const SolidBsp tree(make_mesh({{-1, -1, 0},
                                 {1, -1, 0},
                                 {1, 1, 0},
                                 {-1, 1, 0},  //
                                 {-1, 0, -1},
                                 {1, 0, -1},
                                 {1, 0, 1},
                                 {-1, 0, 1}},
                                {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}}),
                      paper_tree);
  EXPECT_EQ(tree.statistics().polygons_after, 6u);
  EXPECT_EQ(tree.validate(), "");
}

TEST(SolidBsp, OfAConvexShapeIsAListUnlessCoordinatePlanesHelp) {
  const Shape ball = mesh_of(scenes::sphere(1000));
  const SolidBsp list(ball, paper_tree), blocks(ball);
  EXPECT_EQ(list.statistics().polygons_after, list.statistics().polygons_before);
  EXPECT_GT(list.statistics().depth, ball.triangle_count() / 4);
  EXPECT_LT(blocks.statistics().depth, 100u);
  EXPECT_EQ(list.validate(), "");
  EXPECT_EQ(blocks.validate(), "");
}

TEST(SolidBsp, BoundsThePiecesOfASoup) {
  oracle::Dice dice(oracle::fixed_seed);
  std::vector<Vec3> vertices;
  for (int i = 0; i < 600; ++i) vertices.push_back(dice.in_cube(1));
  const SolidBsp tree(make_soup(vertices), {.most_pieces = 5});
  EXPECT_LE(tree.statistics().polygons_after, 1000u);
  EXPECT_GT(tree.statistics().polygons_after, 600u);
  EXPECT_EQ(tree.validate(), "");
}

TEST(AxialBsp, DividesBetweenPolygonsAndNamesThoseAcross) {
  // Four separate triangles need no second reference; with one that spans them all there are some.
  std::vector<Vec3> vertices;
  for (int i = 0; i < 32; ++i) {
    const double x = i * 10;
    vertices.insert(vertices.end(), {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}});
  }
  const AxialBsp apart(make_soup(vertices));
  EXPECT_EQ(apart.statistics().polygons_after, 32u);
  EXPECT_GT(apart.statistics().nodes, 6u);
  EXPECT_EQ(apart.validate(), "");
  vertices.insert(vertices.end(), {{0, 0, 5}, {311, 0, 5}, {0, 1, 5}});
  const AxialBsp across(make_soup(vertices));
  EXPECT_EQ(across.validate(), "");
  for (int i = 0; i < 32; ++i) {
    const double x = i * 10;
    EXPECT_EQ(found_in(across, {{x, 0, -1}, {x + 1, 1, 9}}), (std::vector<std::uint32_t>{std::uint32_t(i), 32}));
  }
}

TEST(BspTrees, OfOddShapesAreValid) {
  oracle::Dice dice(oracle::fixed_seed);
  std::vector<std::pair<const char*, Shape>> shapes;
  const auto add = [&](const char* title, auto&& point) {
    std::vector<Vec3> vertices;
    for (int i = 0; i < 3 * 120; ++i) vertices.push_back(point(i));
    shapes.emplace_back(title, make_soup(std::move(vertices)));
  };
  const double most = std::numeric_limits<double>::max();
  add("one point", [](int) { return Vec3{1, 2, 3}; });
  add("points", [&, at = Vec3{}](int i) mutable { return i % 3 == 0 ? at = dice.in_cube(1) : at; });
  add("on a line", [&](int) { return Vec3{dice.uniform(-1, 1), 0, 0}; });
  add("in a plane", [&](int) { return Vec3{dice.uniform(-1, 1), dice.uniform(-1, 1), 7}; });
  add("in a tilted plane", [&](int) {
    const double x = dice.uniform(-1, 1), y = dice.uniform(-1, 1);
    return Vec3{x, y, 0.3 * x - 0.7 * y};
  });
  add("on a grid", [&](int) { return dice.grid(-2, 2); });
  add("one triangle", [](int i) { return Vec3{double(i % 3), double(i % 3 == 1), 0.5}; });
  add("far away", [&](int) { return Vec3{1e9, -1e9, 1e9} + dice.in_cube(1e-3); });
  add("decades", [&](int) {
    const double x = dice.magnitude(-30, 30), y = dice.magnitude(-30, 30);
    return Vec3{x, y, dice.magnitude(-30, 30)};
  });
  add("tiny", [&](int) { return dice.in_cube(1e-300); });
  add("denormal", [&](int) { return dice.grid(-9, 9) * 5e-324; });
  add("huge", [&](int) { return dice.in_cube(1e300); });
  add("whole range", [&](int) {
    const double x = dice.uniform(-1, 1) * most, y = dice.uniform(-1, 1) * most;
    return Vec3{x, y, dice.chance(2) ? most : -most};
  });
  add("slivers", [&, at = Vec3{}](int i) mutable {
    if (i % 3 == 0) at = dice.in_cube(1);
    return i % 3 == 2 ? at + dice.in_cube(1e-12) : dice.nudge(at + Vec3{i % 3 * 0.5, 0, 0}, 2);
  });
  for (const auto& [title, shape] : shapes)
    for (const auto kind : tree_kinds) {
      const auto tree = make_tree(kind, shape);
      EXPECT_EQ(tree->validate(), "") << title << ", " << name(kind);
      EXPECT_EQ(found_in(*tree, shape.bounds()).size(), shape.triangle_count()) << title << ", " << name(kind);
    }
}

TEST(BspTrees, TakeAnyBox) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Shape shape = mesh_of(scenes::torus(200));
  for (const auto kind : tree_kinds) {
    const auto tree = make_tree(kind, shape);
    const std::size_t all = shape.triangle_count();
    EXPECT_EQ(found_in(*tree, {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}}).size(), all);
    EXPECT_EQ(found_in(*tree, {{-1e300, -9, -9}, {1e300, 9, 9}}).size(), all);
    EXPECT_EQ(found_in(*tree, {{7, 7, 7}, {1e300, infinity, 9}}).size(), 0u);
    const BspBody body{tree.get(), make_pose({5, 0, 0})};
    std::vector<std::uint32_t> found;
    Counters counters;
    EXPECT_EQ(candidates_in(body, {{-infinity, -1, -1}, {infinity, 2, 2}}, found, counters), Status::ok);
    EXPECT_GT(found.size(), all / 2);
    EXPECT_EQ(candidates_in(body, {}, found, counters), Status::ok);
    EXPECT_TRUE(found.empty());
    EXPECT_EQ(candidates_in({tree.get(), {{}, {infinity, 0, 0}}}, {{0, 0, 0}, {1, 1, 1}}, found, counters),
              Status::invalid);
    EXPECT_EQ(candidates_in({nullptr, {}}, {{0, 0, 0}, {1, 1, 1}}, found, counters), Status::invalid);
  }
  EXPECT_THROW(SolidBsp(Shape{}), Error);
  EXPECT_THROW(AxialBsp(Shape{}), Error);
}

// On a simple shell the paper's rule holds: in front of the last plane is outside, in its back is inside.
TEST(SolidCells, AreInTheBackOfPolygonsInside) {
  std::size_t known = 0, unknown = 0;
  for (const auto& mesh : {scenes::cube(2), scenes::sphere(200), scenes::torus(300), scenes::knot(900)})
    for (const auto& settings : {paper_tree, SolidBspSettings{}}) {
      const SolidBsp tree(mesh_of(mesh, {.solid = true}), settings);
      const SolidCells cells(tree);
      for (std::uint32_t i = 0; 2 * i < tree.cell_count(); ++i)
        for (const auto side : {SolidBsp::front, SolidBsp::back}) {
          const SolidBsp::Node& node = tree.node(i);
          if (node.child[side] != SolidBsp::none || node.count == 0) continue;
          const CellSide cell = cells.side(2 * i + side);
          ++(cell == CellSide::unknown ? unknown : known);
          if (cell == CellSide::unknown) continue;
          EXPECT_EQ(cell, side == SolidBsp::front ? CellSide::outside : CellSide::inside);
        }
    }
  std::printf("%zu cells known, %zu not\n", known, unknown);
  EXPECT_GT(known, 20 * unknown);
}

TEST(SolidCells, LeavePointsNearTheSurfaceToTheExactTest) {
  const SolidBsp tree(mesh_of(scenes::cube(1), {.solid = true}));
  const SolidCells cells(tree);
  const auto at = [&](double x) { return inside(cells, {}, {x, 0.25, 0.125}); };
  EXPECT_TRUE(at(0.5).inside);
  EXPECT_FALSE(at(0.5).exact);
  EXPECT_FALSE(at(1.5).inside);
  EXPECT_TRUE(at(std::nextafter(1.0, 0.0)).inside);
  EXPECT_TRUE(at(std::nextafter(1.0, 0.0)).exact);
  EXPECT_FALSE(at(std::nextafter(1.0, 2.0)).inside);
  EXPECT_EQ(inside(cells, {{}, {0, NAN, 0}}, {}).status, Status::invalid);
  EXPECT_EQ(inside(cells, {}, {0, NAN, 0}).status, Status::invalid);
  const SolidBsp surface(mesh_of(scenes::cube(1)));
  EXPECT_THROW(SolidCells{surface}, Error);
}

TEST(AnimatedBsp, HasATreeForEachFrame) {
  std::vector<Shape> frames;
  for (int i = 0; i < 8; ++i) {
    scenes::MeshData mesh = scenes::torus(200);
    for (Vec3& v : mesh.vertices) v.z += 0.2 * std::sin(3 * v.x + i);
    frames.push_back(mesh_of(mesh));
  }
  const Shape probe = mesh_of(scenes::cube(1));
  for (const BspKind kind : {BspKind::solid, BspKind::axial}) {
    const AnimatedBsp animation(frames, kind), alone(frames, kind, 1);
    ASSERT_EQ(animation.frame_count(), 8u);
    const SolidBsp box(probe);
    int colliding = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
      EXPECT_EQ(animation.frame(i).validate(), "");
      for (int k = 0; k < 12; ++k) {
        const Pose pose = make_pose({1.2, 0.1 * k - 0.6, 0.3}, {}, {0.1, 0.1, 0.1});
        const CollideResult expected = collide({frames[i], {}}, {probe, pose}, {.all = true});
        for (const AnimatedBsp* trees : {&animation, &alone})
          EXPECT_EQ(collide({&trees->frame(i), {}}, {&box, pose}, {.all = true}).pairs, expected.pairs);
        colliding += expected.yes();
      }
    }
    EXPECT_GT(colliding, 20);
    EXPECT_LT(colliding, 80);
    EXPECT_EQ(&animation.at(0, 25), &animation.frame(0));
    EXPECT_EQ(&animation.at(0.35, 10), &animation.frame(3));
    EXPECT_EQ(&animation.at(0.85, 10), &animation.frame(0));
    EXPECT_EQ(&animation.at(-0.05, 10), &animation.frame(7));
    EXPECT_GT(animation.memory(), 8 * sizeof(PolygonSphere) * frames[0].triangle_count());
  }
  frames[3] = probe;
  EXPECT_THROW(AnimatedBsp{frames}, Error);
  EXPECT_THROW(AnimatedBsp(std::span<const Shape>{}), Error);
}

}  // namespace
}  // namespace graze
