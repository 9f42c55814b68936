#include <gtest/gtest.h>

#include "models.h"
#include "shape/data.h"

namespace graze {
namespace {

using test::error_of;
using test::Mesh;

TEST(Solid, ClosedSurfacesBecomeSolids) {
  const Shape surface = test::cube().shape();
  EXPECT_FALSE(surface.solid());
  const Shape solid = as_solid(surface);
  EXPECT_TRUE(solid.solid());
  EXPECT_FALSE(surface.solid());
  EXPECT_EQ(solid.triangle_count(), 12u);
  EXPECT_EQ(&data_of(as_solid(solid)), &data_of(solid));
  EXPECT_TRUE(test::cube().shape({.solid = true}).solid());
  EXPECT_TRUE(make_soup(test::unshared(test::torus(7, 5)), {.solid = true}).solid());
}

TEST(Solid, SharesGeometryTreeAndTopology) {
  const Shape surface = test::torus(9, 9).shape({.tags = std::vector<std::uint32_t>(162, 5)});
  const Shape solid = as_solid(surface);
  EXPECT_EQ(data_of(surface).vertices.data(), data_of(solid).vertices.data());
  EXPECT_EQ(&data_of(surface).tree(), &data_of(solid).tree());
  EXPECT_EQ(&surface.topology(), &solid.topology());
  EXPECT_EQ(solid.tag(17), 5u);
}

// Two strips around the faces of a cube: all but two faces in one, these in the other, each with a restart.
TEST(Solid, StripWithRestarts) {
  const Mesh cube = test::cube();
  const Shape strip = make_strip(cube.vertices, {0, 4, 2, 6, 3, 7, 1, 5, 0, 4, -1, 0, 2, 1, 3, -1, 4, 5, 6, 7});
  EXPECT_EQ(strip.triangle_count(), 12u);
  EXPECT_EQ(strip.topology().signed_volume, 1);
  EXPECT_TRUE(as_solid(strip).solid());
}

TEST(Solid, FanWithRestarts) {
  const Mesh cube = test::cube();
  const Shape fan = make_fan(cube.vertices, {0, 1, 5, 4, 6, 2, 3, 1, -1, 7, 6, 4, 5, 1, 3, 2, 6});
  EXPECT_EQ(fan.triangle_count(), 12u);
  EXPECT_EQ(fan.topology().signed_volume, 1);
  EXPECT_TRUE(as_solid(fan).solid());
}

TEST(Solid, OpenEdgeIsNamed) {
  Mesh mesh = test::cube();
  mesh.triangles.pop_back();
  EXPECT_EQ(
      error_of([&] { as_solid(mesh.shape()); }),
      "solid: edge (1, 0, 1)-(1, 1, 1) of triangle 2 is open: no other triangle uses it (3 open edges in all); close "
      "the surface, or do not make it a solid");
  EXPECT_EQ(error_of([&] { mesh.shape({.solid = true}); }), error_of([&] { as_solid(mesh.shape()); }));
}

TEST(Solid, DisagreeingNeighboursAreNamed) {
  Mesh mesh = test::cube();
  std::swap(mesh.triangles[11][0], mesh.triangles[11][1]);
  EXPECT_EQ(error_of([&] { as_solid(mesh.shape()); }),
            "solid: edge (1, 0, 1)-(1, 1, 1) of triangle 2 is open: triangles run it 2 times this way and 0 times the "
            "other (3 open edges in all); turn triangles around until neighbours agree");
}

TEST(Solid, ThreeTrianglesOnAnEdgeAreNamed) {
  Mesh mesh = test::cube();
  mesh.vertices.push_back({0.5, -3, 0});
  mesh.triangles.push_back({8, 0, 1});
  const std::string message = error_of([&] { as_solid(mesh.shape()); });
  EXPECT_EQ(
      message,
      "solid: edge (1, 0, 0)-(0, 0, 0) of triangle 1 is open: triangles run it 1 times this way and 2 times the other "
      "(3 open edges in all); close the surface, or do not make it a solid");
}

TEST(Solid, TerrainsAreOpen) {
  EXPECT_EQ(
      error_of([] {
        make_terrain(2, 2, 1, 1, {0, 0, 0, 0.5}, {.solid = true});
      }),
      "solid: edge (0, 0, 0)-(1, 0, 0) of triangle 0 is open: no other triangle uses it (4 open edges in all); close "
      "the surface, or do not make it a solid");
}

TEST(Solid, NegativeAndZeroVolume) {
  EXPECT_EQ(
      error_of([] {
        as_solid(test::reversed(test::cube({0, 0, 0}, 2)).shape());
      }),
      "solid: the volume is negative (-8): the triangles face inward; reverse the order of each triangle's vertices");
  const std::string zero = "solid: the volume is zero: the surface encloses nothing";
  EXPECT_EQ(error_of([] {
              make_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, 1, 0}, {1, 0, 0}}, {.solid = true});
            }),
            zero);
  EXPECT_EQ(error_of([] { make_soup({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}, {.solid = true}); }), zero);
}

}  // namespace
}  // namespace graze
