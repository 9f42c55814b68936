#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "models.h"
#include "shape/topology.h"

namespace graze {
namespace {

using test::Mesh;

TEST(Topology, Cube) {
  const Topology t = test::cube().shape().topology();
  EXPECT_EQ(t.vertices, 8u);
  EXPECT_EQ(t.edges, 18u);
  EXPECT_EQ(t.degenerate_triangles, 0u);
  EXPECT_EQ(t.open_edges, 0u);
  EXPECT_EQ(t.non_manifold_edges, 0u);
  EXPECT_EQ(t.components, 1u);
  EXPECT_TRUE(t.closed);
  EXPECT_TRUE(t.oriented);
  EXPECT_EQ(t.signed_volume, 1);
  EXPECT_EQ(t.volume_sign, 1);
}

TEST(Topology, CubeInsideOut) {
  const Topology t = test::reversed(test::cube()).shape().topology();
  EXPECT_TRUE(t.closed);
  EXPECT_TRUE(t.oriented);
  EXPECT_EQ(t.signed_volume, -1);
  EXPECT_EQ(t.volume_sign, -1);
}

TEST(Topology, SoupIsWelded) {
  const Topology t = make_soup(test::unshared(test::cube())).topology();
  EXPECT_EQ(t.vertices, 8u);
  EXPECT_EQ(t.edges, 18u);
  EXPECT_TRUE(t.closed);
  EXPECT_EQ(t.signed_volume, 1);
}

TEST(Topology, MinusZeroIsZero) {
  std::vector<Vec3> soup = test::unshared(test::cube());
  for (std::size_t i = 0; i < soup.size(); i += 2) {
    for (int axis = 0; axis < 3; ++axis) {
      if (soup[i][axis] == 0) soup[i][axis] = -0.0;
    }
  }
  const Topology t = make_soup(soup).topology();
  EXPECT_EQ(t.vertices, 8u);
  EXPECT_TRUE(t.closed);
}

TEST(Topology, OneUlpApartIsNotWelded) {
  std::vector<Vec3> soup = test::unshared(test::cube());
  const auto corner = std::find(soup.begin(), soup.end(), Vec3{1, 1, 1});
  corner->x = std::nextafter(1.0, 2.0);
  const Topology t = make_soup(soup).topology();
  EXPECT_EQ(t.vertices, 9u);
  EXPECT_EQ(t.open_edges, 4u);
  EXPECT_FALSE(t.closed);
}

TEST(Topology, Torus) {
  for (const auto& [n, m] : {std::pair{3u, 3u}, {5u, 4u}, {40u, 31u}}) {
    const Topology t = test::torus(n, m).shape().topology();
    EXPECT_EQ(t.vertices, n * m);
    EXPECT_EQ(t.edges, 3u * n * m);  // Euler characteristic 0
    EXPECT_TRUE(t.closed && t.oriented);
    EXPECT_EQ(t.components, 1u);
    EXPECT_EQ(t.volume_sign, 1);
    if (n == 40) {
      EXPECT_NEAR(t.signed_volume, 2 * 9.8696 * 3, 1);
    }
  }
}

TEST(Topology, UnusedVerticesDoNotCount) {
  Mesh mesh = test::cube();
  mesh.vertices.push_back({5, 5, 5});
  EXPECT_EQ(mesh.shape().topology().vertices, 8u);
}

TEST(Topology, OpenMesh) {
  Mesh mesh = test::cube();
  mesh.triangles.pop_back();
  const Topology t = mesh.shape().topology();
  EXPECT_EQ(t.edges, 18u);
  EXPECT_EQ(t.open_edges, 3u);
  EXPECT_FALSE(t.closed);
  EXPECT_TRUE(t.oriented);
  EXPECT_EQ(t.signed_volume, 0);
  EXPECT_EQ(t.volume_sign, 0);
}

TEST(Topology, FlippedTriangleIsNotOriented) {
  Mesh mesh = test::cube();
  std::swap(mesh.triangles[4][0], mesh.triangles[4][1]);
  const Topology t = mesh.shape().topology();
  EXPECT_EQ(t.open_edges, 3u);
  EXPECT_FALSE(t.closed);
  EXPECT_FALSE(t.oriented);
}

// A band with a half twist: whichever way its triangles run, two neighbours disagree.
TEST(Topology, MoebiusBandIsNotOriented) {
  const std::uint32_t n = 9;
  Mesh mesh;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double u = 6.283185307179586 * i / n;
    for (const double side : {-0.3, 0.3}) {
      const double r = 1 + side * std::cos(u / 2);
      mesh.vertices.push_back({r * std::cos(u), r * std::sin(u), side * std::sin(u / 2)});
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t a = 2 * i, b = a + 1;
    const std::uint32_t c = i + 1 < n ? a + 2 : 1, d = i + 1 < n ? a + 3 : 0;
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({b, d, c});
  }
  const Topology t = mesh.shape().topology();
  EXPECT_EQ(t.vertices, 2 * n);
  EXPECT_EQ(t.edges, 4u * n);
  EXPECT_EQ(t.open_edges, 2u * n + 1);  // the rim, and the seam
  EXPECT_FALSE(t.oriented);
  EXPECT_EQ(t.components, 1u);
}

TEST(Topology, Components) {
  const Mesh apart = test::joined(test::cube(), test::cube({5, 0, 0}));
  EXPECT_EQ(apart.shape().topology().components, 2u);
  EXPECT_EQ(apart.shape().topology().signed_volume, 2);
  const Mesh at_a_corner = test::joined(test::cube(), test::cube({1, 1, 1}));
  EXPECT_EQ(at_a_corner.shape().topology().components, 1u);
  EXPECT_EQ(at_a_corner.shape().topology().vertices, 15u);
  // Cubes along an edge: four triangles meet there, and it is closed all the same.
  const Topology along_an_edge = test::joined(test::cube(), test::cube({1, 1, 0})).shape().topology();
  EXPECT_EQ(along_an_edge.non_manifold_edges, 1u);
  EXPECT_TRUE(along_an_edge.closed);
  EXPECT_TRUE(along_an_edge.oriented);
}

TEST(Topology, CavityCountsNegative) {
  const Mesh shell = test::joined(test::cube({0, 0, 0}, 4), test::reversed(test::cube({1, 1, 1}, 2)));
  EXPECT_EQ(shell.shape().topology().signed_volume, 64 - 8);
  EXPECT_EQ(shell.shape().topology().components, 2u);
}

TEST(Topology, DegenerateIsExact) {
  const auto degenerate = [](Vec3 a, Vec3 b, Vec3 c) { return is_degenerate({a, b, c}); };
  EXPECT_TRUE(degenerate({1, 2, 3}, {1, 2, 3}, {1, 2, 3}));
  EXPECT_TRUE(degenerate({1, 2, 3}, {4, 5, 6}, {1, 2, 3}));
  EXPECT_TRUE(degenerate({0, 0, 0}, {1, 2, 3}, {-2, -4, -6}));
  EXPECT_TRUE(degenerate({0.1, 0.1, 0.1}, {0.2, 0.2, 0.2}, {0.7, 0.7, 0.7}));
  EXPECT_FALSE(degenerate({0.1, 0.1, 0.1}, {0.2, 0.2, 0.2}, {0.7, 0.7, std::nextafter(0.7, 1.0)}));
  EXPECT_FALSE(degenerate({0, 0, 0}, {5e-324, 0, 0}, {0, 5e-324, 0}));
  for (int axis = 0; axis < 3; ++axis) {  // seen in one projection only
    Vec3 b, c;
    b[(axis + 1) % 3] = 1;
    c[(axis + 2) % 3] = 1;
    EXPECT_FALSE(degenerate({}, b, c)) << axis;
  }
}

TEST(Topology, DegenerateTrianglesDoNotOpenASurface) {
  Mesh mesh = test::cube();
  mesh.vertices.push_back({0.5, 0.5, 0.5});
  mesh.vertices.push_back({0.25, 0, 0});
  mesh.triangles.push_back({0, 0, 1});
  mesh.triangles.push_back({8, 8, 8});
  mesh.triangles.push_back({0, 1, 9});  // a needle along an edge
  const Topology t = mesh.shape().topology();
  EXPECT_EQ(t.degenerate_triangles, 3u);
  EXPECT_EQ(t.vertices, 10u);
  EXPECT_EQ(t.edges, 18u);
  EXPECT_EQ(t.components, 1u);
  EXPECT_TRUE(t.closed);
  EXPECT_EQ(t.non_manifold_edges, 0u);
  EXPECT_EQ(t.signed_volume, 1);
}

// The edge 0-1 has a point in the middle on one side only; a degenerate triangle fills the seam.
TEST(Topology, DegenerateTriangleStitches) {
  Mesh mesh = test::cube();
  mesh.vertices.push_back({0.5, 0, 0});
  const auto side = std::find(mesh.triangles.begin(), mesh.triangles.end(), Index3{0, 1, 5});
  *side = {0, 8, 5};
  mesh.triangles.push_back({8, 1, 5});
  EXPECT_FALSE(mesh.shape().topology().closed);
  EXPECT_EQ(mesh.shape().topology().open_edges, 3u);
  mesh.triangles.push_back({0, 1, 8});
  const Topology t = mesh.shape().topology();
  EXPECT_TRUE(t.closed);
  EXPECT_TRUE(t.oriented);
  EXPECT_EQ(t.degenerate_triangles, 1u);
  EXPECT_EQ(t.signed_volume, 1);
  mesh.triangles.push_back({0, 0, 1});
  EXPECT_TRUE(mesh.shape().topology().closed);
  EXPECT_EQ(mesh.shape().topology().non_manifold_edges, 0u);
}

TEST(Topology, OnlyDegenerateTriangles) {
  const Topology t = make_soup({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}).topology();
  EXPECT_EQ(t.vertices, 3u);
  EXPECT_EQ(t.edges, 0u);
  EXPECT_EQ(t.components, 0u);
  EXPECT_EQ(t.volume_sign, 0);
}

TEST(Topology, Terrain) {
  const Topology t = make_terrain(3, 4, 1, 1, std::vector<double>(12, 0.0)).topology();
  EXPECT_EQ(t.vertices, 12u);
  EXPECT_EQ(t.edges, 12u + 12 - 1);  // Euler characteristic 1
  EXPECT_EQ(t.open_edges, 10u);
  EXPECT_TRUE(t.oriented);
  EXPECT_EQ(t.components, 1u);
}

// --- the sign of the volume ---

Mesh tetrahedron(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  return {{a, b, c, d}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
}

TEST(Volume, SignIsThatOfTheTetrahedron) {
  std::mt19937 random(5);
  int zeros = 0, exact_only = 0;
  for (int round = 0; round < 3000; ++round) {
    // Nearly flat: d is on the plane of a, b, c and is moved by a few ulps.
    const double far = round % 2 == 0 ? 0 : 1e6;
    const auto whole = [&] { return double(int(random() % 9)) - 4 + far; };
    const Vec3 a{whole(), whole(), whole()}, b{whole(), whole(), whole()}, c{whole(), whole(), whole()};
    Vec3 d = b + (c - a);
    for (int axis = 0; axis < 3; ++axis) {
      for (unsigned steps = random() % 3; steps > 0; --steps)
        d[axis] = std::nextafter(d[axis], random() % 2 ? 1e9 : -1e9);
    }
    if (is_degenerate({a, b, c})) continue;
    const Topology t = tetrahedron(a, b, c, d).shape().topology();
    ASSERT_TRUE(t.closed);
    const int expected = orient3d(a, b, c, d);
    ASSERT_EQ(t.volume_sign, expected) << round;
    if (expected == 0) {
      ++zeros;
      EXPECT_EQ(t.signed_volume, 0);
    } else {
      EXPECT_GE(t.signed_volume * expected, 0);  // near the origin one ulp is the smallest double, a sixth of it is 0
      if (far > 0) {
        EXPECT_NE(t.signed_volume, 0);
      }
      if (std::abs(t.signed_volume) < 1e-12) ++exact_only;
    }
  }
  EXPECT_GT(zeros, 20);
  EXPECT_GT(exact_only, 500);
}

TEST(Volume, AnyMagnitude) {
  const double huge = std::numeric_limits<double>::max();
  for (const double size : {5e-324, 1e-310, 1e-200, 1e-100, 1.0, 1e100, 1e200, 8e307}) {
    const Topology t = test::cube({0, 0, 0}, size).shape().topology();
    EXPECT_EQ(t.volume_sign, 1) << size;
    EXPECT_EQ(test::reversed(test::cube({0, 0, 0}, size)).shape().topology().volume_sign, -1) << size;
    if (size >= 1e-100 && size <= 1e100) {
      EXPECT_NEAR(t.signed_volume / (size * size * size), 1, 1e-12);
    }
  }
  const Mesh widest =
      tetrahedron({-huge, -huge, -huge}, {huge, -huge, -huge}, {-huge, huge, -huge}, {-huge, -huge, huge});
  EXPECT_EQ(widest.shape().topology().volume_sign, 1);
  EXPECT_EQ(widest.shape().topology().signed_volume, std::numeric_limits<double>::infinity());
  // Long in one direction and thin in the others, far from the origin.
  const Mesh needle = tetrahedron({1e300, 0, 0}, {2e300, 0, 0}, {1e300, 1e-300, 0}, {1e300, 0, 5e-324});
  EXPECT_EQ(needle.shape().topology().volume_sign, 1);
}

// Two copies of one surface, one turned around, cancel exactly; one ulp more on one corner decides.
TEST(Volume, CancellingComponents) {
  const Mesh torus = test::torus(23, 17);
  EXPECT_EQ(test::joined(torus, test::reversed(torus)).shape().topology().volume_sign, 0);
  EXPECT_EQ(test::joined(torus, test::reversed(torus)).shape().topology().signed_volume, 0);
  Mesh larger = test::cube(), smaller = test::reversed(test::cube());
  larger.vertices[7].x = std::nextafter(1.0, 2.0);
  EXPECT_EQ(test::joined(larger, smaller).shape().topology().volume_sign, 1);
  EXPECT_EQ(test::joined(test::reversed(larger), test::cube()).shape().topology().volume_sign, -1);
}

TEST(Volume, DoesNotDependOnTheOrderOfTriangles) {
  Mesh mesh = test::torus(31, 19);
  const double volume = mesh.shape().topology().signed_volume;
  std::mt19937 random(6);
  for (int round = 0; round < 5; ++round) {
    std::shuffle(mesh.triangles.begin(), mesh.triangles.end(), random);
    EXPECT_EQ(mesh.shape().topology().signed_volume, volume);
  }
}

}  // namespace
}  // namespace graze
