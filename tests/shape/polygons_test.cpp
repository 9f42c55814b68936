// Polygons of a surface: what is merged, which edges and vertices are shared, dangling and internal.
#include "shape/polygons.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "graze/query.h"
#include "scenes/scenes.h"
#include "shape/data.h"
#include "tests/oracle/dice.h"
#include "tests/shape/models.h"

namespace graze {
namespace {

using Bend = PolygonSurface::Bend;
using Inner = PolygonSurface::Inner;

const PolygonSurface& checked(const Shape& shape) {
  const PolygonSurface& surface = polygon_surface(data_of(shape));
  EXPECT_EQ(validate(surface, data_of(shape)), "");
  return surface;
}

void expect_facts(const Shape& shape, PolygonFacts expected) {
  checked(shape);
  const PolygonFacts facts = polygon_facts(shape);
  EXPECT_EQ(facts.faces, expected.faces);
  EXPECT_EQ(facts.vertices, expected.vertices);
  EXPECT_EQ(facts.internal_vertices, expected.internal_vertices);
  EXPECT_EQ(facts.edges, expected.edges);
  EXPECT_EQ(facts.internal_edges, expected.internal_edges);
  EXPECT_EQ(facts.dangling_edges, expected.dangling_edges);
}

Shape from(const scenes::MeshData& mesh, bool solid = true) {
  return make_mesh(mesh.vertices, mesh.triangles, {.solid = solid});
}

// An L of three unit cubes, 2 x 2 x 1: as triangles, its reflex edge along z at (1, 1).
test::Mesh angle() {
  test::Mesh mesh;
  const double at[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  for (const double z : {0.0, 1.0})
    for (const auto& p : at) mesh.vertices.push_back({p[0], p[1], z});
  const Index3 top[4] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  for (const Index3& t : top) {
    mesh.triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
    mesh.triangles.push_back({t[0], t[2], t[1]});
  }
  for (std::uint32_t k = 0; k < 6; ++k) {
    const std::uint32_t n = (k + 1) % 6;
    mesh.triangles.push_back({k, n, n + 6});
    mesh.triangles.push_back({k, n + 6, k + 6});
  }
  return mesh;
}

TEST(Polygons, CubeOfTrianglesHasSixFaces) {
  expect_facts(test::cube().shape({.solid = true}), {.faces = 6, .vertices = 8, .edges = 12});
  expect_facts(make_soup(test::unshared(test::cube())), {.faces = 6, .vertices = 8, .edges = 12});
  expect_facts(make_box({1, 2, 3}), {.faces = 6, .vertices = 8, .edges = 12});
}

TEST(Polygons, GridsMergeAcrossRunsOfEdges) {
  // Corners along the cube's edges stay: other faces have them.
  expect_facts(from(scenes::cube(5)), {.faces = 6, .vertices = 8 + 12 * 4, .edges = 12 * 5});
  expect_facts(make_terrain(4, 6, 1, 1, std::vector<double>(24, 2.5)),
               {.faces = 1, .vertices = 16, .edges = 16, .dangling_edges = 16});
}

TEST(Polygons, ConcaveAndFlatEdgesAreInternalInSolids) {
  const Shape solid = angle().shape({.solid = true});
  // Top and bottom are cut into two each, however that is done: one flat edge each, and the reflex one.
  expect_facts(solid, {.faces = 10, .vertices = 12, .edges = 20, .internal_edges = 3});
  const PolygonSurface& surface = checked(solid);
  const auto is = [&](Bend bend) { return [bend](const PolygonSurface::Edge& e) { return e.bend == bend; }; };
  EXPECT_EQ(std::count_if(surface.edges.begin(), surface.edges.end(), is(Bend::flat)), 2);
  EXPECT_EQ(std::count_if(surface.edges.begin(), surface.edges.end(), is(Bend::concave)), 1);
  // A surface has two sides: from the other one the reflex edge stands out.
  EXPECT_EQ(polygon_facts(angle().shape()).internal_edges, 2u);
}

TEST(Polygons, RoomCornerIsAnInternalVertex) {
  // A cube of cubes without the one at the far corner: the notch's deepest corner has three concave edges.
  test::Mesh mesh = test::cube({0, 0, 0}, 2);
  std::vector<Vec3> v = mesh.vertices;
  const std::vector<Vec3> notch{{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {2, 2, 1}, {2, 1, 2}, {1, 2, 2}};
  v.insert(v.end(), notch.begin(), notch.end());  // 8 ... 14
  const std::vector<std::vector<std::uint32_t>> faces{
      {0, 2, 3, 1},   {0, 1, 5, 4},   {0, 4, 6, 2},                   // around the origin
      {4, 5, 13, 11}, {4, 11, 14, 6}, {1, 3, 12, 9},  {1, 9, 13, 5},  // what is left of the others, in two pieces each
      {2, 6, 14, 10}, {2, 10, 12, 3}, {8, 9, 12, 10}, {8, 11, 13, 9}, {8, 10, 14, 11}};
  const Shape solid = make_polyhedron(v, faces);
  ASSERT_TRUE(solid.solid());
  expect_facts(solid, {.faces = 12, .vertices = 14, .internal_vertices = 1, .edges = 24, .internal_edges = 6});
  const PolygonSurface& surface = checked(solid);
  for (std::size_t i = 0; i < surface.vertices.size(); ++i)
    EXPECT_EQ(surface.vertex_inner[i] == Inner::solid, surface.vertices[i] == (Vec3{1, 1, 1}));
}

TEST(Polygons, FaceCoversWhatStandsOnIt) {
  // A small cube on the top of a slab: its lower four edges and corners lie in the slab's top.
  const test::Mesh slab = test::cube({-4, -4, -8}, 8);
  const Shape both = test::joined(slab, test::cube({-1, -1, 0}, 2)).shape({.solid = true});
  expect_facts(both, {.faces = 12, .vertices = 16, .internal_vertices = 4, .edges = 24, .internal_edges = 4});
  // Along the border of the top a face covers only what is inside it.
  const Shape beside = test::joined(slab, test::cube({2, -1, 0}, 2)).shape({.solid = true});
  expect_facts(beside, {.faces = 12, .vertices = 16, .internal_vertices = 2, .edges = 24, .internal_edges = 3});
  EXPECT_EQ(polygon_facts(test::joined(slab, test::cube({-1, -1, 0}, 2)).shape()).internal_edges, 0u);
}

TEST(Polygons, TagsAndUnevenFacesAreNotMerged) {
  test::Mesh mesh = test::cube();
  std::vector<std::uint32_t> tags(12, 7);
  tags[1] = 8;
  const Shape tagged = mesh.shape({.solid = true, .tags = tags});
  expect_facts(tagged, {.faces = 7, .vertices = 8, .edges = 13, .internal_edges = 1});
  // Turned, the four corners of a face are in one plane no more; a polyhedron keeps its faces all the same.
  const std::vector<std::vector<std::uint32_t>> faces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                                      {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  const Pose pose = make_pose({0.1, 0.2, 0.3}, {0.5, 0.1, 0.7, 0.5});
  for (Vec3& v : mesh.vertices) v = pose * v;
  const Shape turned = make_polyhedron(mesh.vertices, faces);
  expect_facts(turned, {.faces = 6, .vertices = 8, .edges = 12});
  const PolygonSurface& surface = checked(turned);
  EXPECT_TRUE(std::any_of(surface.faces.begin(), surface.faces.end(), [](const auto& f) { return !f.planar; }));
  // A twisted face is its two triangles.
  expect_facts(make_polyhedron({{0, 0, 0}, {1, 0, 0}, {1, 1, 0.01}, {0, 1, 0}}, {{0, 1, 2, 3}}),
               {.faces = 2, .vertices = 4, .edges = 5, .dangling_edges = 4});
}

TEST(Polygons, DegenerateBodies) {
  expect_facts(make_point(), {.vertices = 1});
  expect_facts(make_segment({0, 0, 0}, {1, 2, 3}), {.vertices = 2, .edges = 1});
  expect_facts(make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}),
               {.faces = 1, .vertices = 3, .edges = 3, .dangling_edges = 3});
  // A zero-area triangle beside a face: its long edge is the face's, its middle vertex hangs on it.
  expect_facts(make_mesh({{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 0, 0}}, {{0, 1, 2}, {0, 3, 1}}),
               {.faces = 1, .vertices = 4, .edges = 3, .dangling_edges = 3});
  // Three faces at one edge: a dangling one for each.
  expect_facts(make_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, -1}}, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}),
               {.faces = 3, .vertices = 5, .edges = 9, .dangling_edges = 9});
  expect_facts(make_compound({{make_box({1, 1, 1}), {}}}), {});
  EXPECT_EQ(polygon_facts({}).faces, 0u);
}

TEST(Polygons, LevelHasInternalEdgesAndIsCounted) {
  const Shape level = from(scenes::level(3));
  const std::size_t before = level.memory();
  const PolygonSurface& surface = checked(level);
  EXPECT_EQ(level.memory() - before >= surface.memory(), true);
  const PolygonFacts facts = polygon_facts(level);
  EXPECT_LT(facts.faces, level.triangle_count() * 2 / 3);
  EXPECT_GT(facts.internal_edges, 0u);
  EXPECT_GT(facts.internal_vertices, 0u);
}

// Convex bodies have no internal edges; and whatever the pieces are, together they are the surface.
TEST(Polygons, RandomBodies) {
  const std::uint64_t seed = oracle::run_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  oracle::Dice dice(seed);
  std::uint64_t merged = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<Vec3> points;
    for (int k = dice.integer(4, 30); k > 0; --k) points.push_back(dice.grid(-2, 2));
    const Shape hull = make_convex(points);
    const PolygonFacts facts = polygon_facts(hull);
    checked(hull);
    EXPECT_EQ(facts.internal_edges, 0u);
    if (hull.solid()) {
      EXPECT_EQ(facts.faces + facts.vertices, facts.edges + 2);
    }
    if (facts.faces < hull.triangle_count()) ++merged;

    std::vector<Index3> triangles;
    const int count = static_cast<int>(points.size());
    for (int k = dice.integer(1, 20); k > 0; --k)
      triangles.push_back({std::uint32_t(dice.integer(0, count - 1)), std::uint32_t(dice.integer(0, count - 1)),
                           std::uint32_t(dice.integer(0, count - 1))});
    checked(make_mesh(points, triangles));
  }
  EXPECT_GT(merged, 100u);
}

TEST(Shrunk, MovesFacesInward) {
  const Shape box = shrunk(make_box({1, 2, 3}), 0.25);
  EXPECT_EQ(box.bounds().hi, (Vec3{0.75, 1.75, 2.75}));
  const Shape cube = shrunk(test::cube().shape({.solid = true}), 0.125);
  EXPECT_EQ(cube.bounds(), (Box{{0.125, 0.125, 0.125}, {0.875, 0.875, 0.875}}));
  const Shape l = shrunk(angle().shape({.solid = true}), 0.125);
  EXPECT_TRUE(l.solid());
  EXPECT_NEAR(l.topology().signed_volume, (3 - 4 * 2 * 0.125 + 4 * 0.125 * 0.125) * 0.75, 1e-12);
  const Shape hull = shrunk(make_convex({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}), 0.1);
  EXPECT_NEAR(hull.bounds().hi.x, 1 - 0.1 * std::sqrt(3.0), 1e-9);  // four planes at each vertex
}

TEST(Shrunk, RandomHullsAreInsideByTheAmount) {
  const std::uint64_t seed = oracle::run_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  oracle::Dice dice(seed);
  int done = 0;
  for (int i = 0; i < 100; ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 12; ++k) points.push_back(dice.in_cube(1));
    const Shape hull = make_convex(points);
    Shape inner;
    try {
      inner = shrunk(hull, 0.01);
    } catch (const Error&) {
      continue;  // too thin somewhere
    }
    ++done;
    const PolygonSurface& outer = polygon_surface(data_of(hull));
    for (const auto& face : outer.faces) {
      const auto corner = [&](std::uint32_t k) { return outer.vertices[outer.corners[face.first + k].vertex]; };
      const Vec3 area = cross(corner(1) - corner(0), corner(2) - corner(0));
      for (const Vec3 v : data_of(inner).vertices) EXPECT_LE(dot(area, v - corner(0)), (-0.01 + 1e-9) * length(area));
    }
  }
  EXPECT_GT(done, 50);
}

TEST(Shrunk, RefusesWhatItCannotDo) {
  const auto message = [](const Shape& shape, double by) { return test::error_of([&] { (void)shrunk(shape, by); }); };
  EXPECT_EQ(message({}, 0.1), "shrunk: the shape is an empty handle");
  EXPECT_EQ(message(make_box({1, 1, 0.1}), 0.1), "shrunk: the box is too thin");
  EXPECT_EQ(message(make_box({1, 1, 1}), -1), "shrunk: by is -1, but must be finite and not negative");
  EXPECT_EQ(message(test::cube().shape(), 0.1), "shrunk: a mesh that is no solid of faces cannot be shrunk");
  EXPECT_EQ(message(make_sphere(1), 0.1), "shrunk: a sphere that is no solid of faces cannot be shrunk");
  EXPECT_NE(message(test::cube().shape({.solid = true}), 0.6).find("too thin"), std::string::npos);
}

}  // namespace
}  // namespace graze
