// Each form's triangles against an expansion written the long way.
#include <gtest/gtest.h>

#include <random>

#include "models.h"
#include "shape/data.h"

namespace graze {
namespace {

using test::Mesh;

std::vector<Vec3> random_points(std::mt19937& random, std::size_t count) {
  std::uniform_real_distribution<double> coordinate(-10, 10);
  std::vector<Vec3> points(count);
  for (Vec3& p : points) p = {coordinate(random), coordinate(random), coordinate(random)};
  return points;
}

void expect_triangles(const Shape& shape, const std::vector<Triangle>& expected) {
  ASSERT_EQ(shape.triangle_count(), expected.size());
  Box bounds;
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    const Triangle& t = expected[i];
    EXPECT_EQ(shape.triangle(i), t) << i;
    for (const Vec3 p : {t.a, t.b, t.c}) bounds = merge(bounds, p);
  }
  EXPECT_EQ(shape.bounds(), bounds);
  if (shape.form() == ShapeForm::terrain) return;
  for (std::uint32_t i = 0; i < expected.size(); ++i) {
    const auto corner = data_of(shape).corners(i);
    EXPECT_EQ(data_of(shape).vertices[corner[0]], expected[i].a);
    EXPECT_EQ(data_of(shape).vertices[corner[1]], expected[i].b);
    EXPECT_EQ(data_of(shape).vertices[corner[2]], expected[i].c);
  }
}

TEST(Forms, MeshAndSoup) {
  std::mt19937 random(1);
  Mesh mesh;
  mesh.vertices = random_points(random, 50);
  std::vector<Triangle> expected;
  for (int i = 0; i < 80; ++i) {
    const auto vertex = [&] { return static_cast<std::uint32_t>(random() % 50); };
    const Index3 t{vertex(), vertex(), vertex()};
    mesh.triangles.push_back(t);
    expected.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  }
  expect_triangles(mesh.shape(), expected);
  const Shape soup = make_soup(test::unshared(mesh));
  expect_triangles(soup, expected);
  EXPECT_EQ(mesh.shape().form(), ShapeForm::mesh);
  EXPECT_EQ(soup.form(), ShapeForm::soup);
  EXPECT_STREQ(name(soup.form()), "soup");
}

TEST(Forms, StripsAndFansWithAnyNumberOfRuns) {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    const std::vector<Vec3> points = random_points(random, 30);
    std::vector<std::int32_t> indices;
    std::vector<Triangle> strip, fan;
    const unsigned runs = 1 + random() % 6;
    for (unsigned run = 0; run < runs; ++run) {
      if (run > 0) indices.push_back(-1);
      std::vector<std::int32_t> own(3 + random() % 6);
      for (std::int32_t& i : own) i = static_cast<std::int32_t>(random() % 30);
      const auto at = [&](std::size_t k) { return points[static_cast<std::size_t>(own[k])]; };
      for (std::size_t k = 0; k + 2 < own.size(); ++k) {
        strip.push_back(k % 2 == 0 ? Triangle{at(k), at(k + 1), at(k + 2)} : Triangle{at(k + 1), at(k), at(k + 2)});
        fan.push_back({at(0), at(k + 1), at(k + 2)});
      }
      indices.insert(indices.end(), own.begin(), own.end());
    }
    expect_triangles(make_strip(points, indices), strip);
    expect_triangles(make_fan(points, indices), fan);
  }
}

TEST(Forms, Terrain) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> height(-1, 1);
  for (const Index3& size : {Index3{2, 2}, {2, 9}, {9, 2}, {5, 7}}) {
    const std::uint32_t rows = size[0], columns = size[1];
    std::vector<double> heights(rows * columns);
    for (double& h : heights) h = height(random);
    const double dx = 0.1, dy = 0.7;
    const auto at = [&](std::uint32_t i, std::uint32_t j) { return Vec3{j * dx, i * dy, heights[i * columns + j]}; };
    std::vector<Triangle> expected;
    for (std::uint32_t i = 0; i + 1 < rows; ++i) {
      for (std::uint32_t j = 0; j + 1 < columns; ++j) {
        expected.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
        expected.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
      }
    }
    const Shape shape = make_terrain(rows, columns, dx, dy, heights);
    expect_triangles(shape, expected);
    for (std::uint32_t i = 0; i < expected.size(); ++i) {
      const auto corner = data_of(shape).corners(i);
      EXPECT_EQ(heights[corner[0]], expected[i].a.z);
      EXPECT_EQ(heights[corner[1]], expected[i].b.z);
      EXPECT_EQ(heights[corner[2]], expected[i].c.z);
    }
  }
}

TEST(Forms, BoundsAreThoseOfTheTriangles) {
  const Shape shape = make_mesh({{-0.0, 0, 0}, {1, -0.0, 0}, {0, 1, -0.0}, {9, 9, 9}}, {{0, 1, 2}});
  EXPECT_EQ(shape.bounds(), (Box{{0, 0, 0}, {1, 1, 0}}));
  EXPECT_FALSE(std::signbit(shape.bounds().lo.x));
  EXPECT_FALSE(std::signbit(shape.bounds().hi.z));
}

TEST(Forms, Tags) {
  EXPECT_EQ(test::cube().shape().tag(3), 0u);
  ShapeOptions options;
  for (std::uint32_t i = 0; i < 12; ++i) options.tags.push_back(100 - i);
  const Shape shape = test::cube().shape(options);
  for (std::uint32_t i = 0; i < 12; ++i) EXPECT_EQ(shape.tag(i), 100 - i);
}

TEST(Forms, NoIndexTableIsMade) {
  const std::uint32_t side = 200;
  const Shape terrain = make_terrain(side, side, 1, 1, std::vector<double>(side * side, 0.0));
  EXPECT_LT(terrain.memory(), side * side * sizeof(double) + 2000);
  std::vector<std::int32_t> indices(30000);
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::int32_t>(i % 7);
  const Shape strip = make_strip(std::vector<Vec3>(7), indices);
  EXPECT_LT(strip.memory(), indices.size() * sizeof(std::int32_t) + 2000);
}

TEST(Forms, MemoryGrowsWithWhatIsBuilt) {
  const Shape shape = test::torus(20, 20).shape();
  const std::size_t geometry = shape.memory();
  EXPECT_GE(geometry, 400 * sizeof(Vec3) + 800 * sizeof(Index3));
  shape.topology();
  const std::size_t with_topology = shape.memory();
  EXPECT_GT(with_topology, geometry);
  const Tree& tree = data_of(shape).tree();
  EXPECT_GE(shape.memory(), with_topology + tree.memory());
}

TEST(Forms, EmptyHandle) {
  const Shape shape;
  EXPECT_FALSE(shape);
  EXPECT_EQ(shape.triangle_count(), 0u);
  EXPECT_EQ(shape.memory(), 0u);
  EXPECT_TRUE(shape.bounds().empty());
  EXPECT_FALSE(shape.solid());
  EXPECT_EQ(test::error_of([&] { shape.topology(); }), "topology: the shape is an empty handle");
  EXPECT_EQ(test::error_of([&] { as_solid(shape); }), "solid: the shape is an empty handle");
}

TEST(Forms, RestartsThatStartNothingAreNothing) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const Shape plain = make_strip(points, {0, 1, 2, 3, -1, 3, 2, 0});
  const Shape restarted = make_strip(points, {-1, 0, 1, 2, 3, -1, -1, -1, 3, 2, 0, -1});
  ASSERT_EQ(restarted.triangle_count(), plain.triangle_count());
  for (std::uint32_t i = 0; i < plain.triangle_count(); ++i) EXPECT_EQ(restarted.triangle(i), plain.triangle(i));
  EXPECT_EQ(make_fan(points, {0, 1, 2, 3, -1}).triangle_count(), 2u);
}

}  // namespace
}  // namespace graze
