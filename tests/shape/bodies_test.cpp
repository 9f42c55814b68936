// Curved shapes, hulls, polyhedra, compounds and margins: what they are, refuse, save and write.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <limits>
#include <string>

#include "graze/graze.h"
#include "graze/record.h"
#include "models.h"
#include "tests/oracle/limits.h"

namespace graze {
namespace {

using test::error_of;

const std::vector<std::vector<std::uint32_t>> cube_faces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
using oracle::infinity;
using oracle::nan;

Shape cube_polyhedron(ShapeOptions options = {}) { return make_polyhedron(test::cube().vertices, cube_faces, options); }

Shape nested_compound() {
  const Shape pin = with_margin(make_cylinder(0.5, 2), 0.25);
  const Shape inner = make_compound({{pin, make_pose({1, 0, 0})}, {test::cube().shape(), make_pose({0, 5, 0})}});
  return make_compound({{cube_polyhedron(), {}},
                        {inner, make_pose({0, 0, 7}, {}, {2, 2, 2})},
                        {make_halfspace({0, 0, 1}, -9), {}},
                        {inner, make_pose({0, 0, 70})}});
}

TEST(Bodies, NameTheFieldAtFault) {
  EXPECT_EQ(error_of([] { make_cylinder(0, 1); }), "cylinder: radius is 0, but must be finite and above 0");
  EXPECT_EQ(error_of([] { make_cylinder(1, nan); }), "cylinder: half is nan, but must be finite and above 0");
  EXPECT_EQ(error_of([] { make_cone(-1, 1); }), "cone: radius is -1, but must be finite and above 0");
  EXPECT_EQ(error_of([] {
              make_ellipsoid({1, 2, infinity});
            }),
            "ellipsoid: radii z is inf, but must be finite and above 0");
  EXPECT_EQ(error_of([] { make_convex({}); }), "convex: no vertices given");
  EXPECT_EQ(error_of([] {
              make_convex({{0, 0, 0}, {0, nan, 0}});
            }),
            "convex: vertex 1 has a non-finite coordinate (0, nan, 0)");
  EXPECT_EQ(error_of([] { make_polyhedron({{0, 0, 0}}, {}); }), "polyhedron: no triangles given");
  EXPECT_EQ(error_of([] {
              make_polyhedron({{0, 0, 0}}, {{0, 1}});
            }),
            "polyhedron: face 0 has 2 vertices, at least 3 are needed");
  EXPECT_EQ(error_of([] {
              make_polyhedron({{0, 0, 0}}, {{0, 0, 1}});
            }),
            "polyhedron: face 0 uses vertex 1, but there are 1");
  EXPECT_EQ(error_of([] {
              make_polyhedron({{0, 0, 0}, {1, 0, 0}, {0.2, 0.2, 0}, {0, 1, 0}}, {{0, 1, 2, 3}});
            }),
            "polyhedron: face 0 is not convex at vertex 2; cut it into convex faces");
  EXPECT_EQ(error_of([] { cube_polyhedron({.tags = {1}}); }), "polyhedron: 1 tags given for 6 faces");
  EXPECT_EQ(error_of([] { make_compound({}); }), "compound: no parts given");
  EXPECT_EQ(error_of([] {
              make_compound({{make_point(), {}}, {Shape(), {}}});
            }),
            "compound: part 1 has an empty handle for a shape");
  EXPECT_EQ(error_of([] {
              make_compound({{make_point(), {{{0, 0, 0}, {}, {}}, {}}}});
            }),
            "compound: part 0 has a singular pose");
  EXPECT_EQ(error_of([] {
              make_compound({{make_point(), {{}, {nan, 0, 0}}}});
            }),
            "compound: part 0 has a pose that is not finite");
  EXPECT_EQ(error_of([] { with_margin(make_point(), -1); }),
            "point: margin is -1, but must be finite and not negative");
  EXPECT_EQ(error_of([] { make_soup(test::unshared(test::cube()), {.margin = nan}); }),
            "soup: margin is nan, but must be finite and not negative");
  EXPECT_EQ(error_of([] { DeformableMesh mesh{nested_compound()}; }),
            "deformable: a compound has no vertices to move; give a mesh");
}

TEST(Bodies, SayWhatTheyAre) {
  EXPECT_EQ(make_cylinder(1, 2).bounds(), (Box{{-1, -1, -2}, {1, 1, 2}}));
  EXPECT_EQ(make_ellipsoid({1, 2, 3}).bounds(), (Box{{-1, -2, -3}, {1, 2, 3}}));
  for (const Shape& shape : {make_cylinder(1, 2), make_cone(1, 2), make_ellipsoid({1, 2, 3})}) {
    EXPECT_TRUE(shape.solid());
    EXPECT_EQ(shape.triangle_count(), 0u);
    EXPECT_EQ(as_solid(shape).form(), shape.form());
  }
  std::vector<Vec3> points = test::cube().vertices;
  points.push_back({0.5, 0.5, 0.5});
  points.push_back({0.5, 0, 0});
  const Shape hull = make_convex(points);
  EXPECT_TRUE(hull.solid());
  EXPECT_EQ(hull.triangle_count(), 12u);
  EXPECT_EQ(hull.topology().signed_volume, 1);
  EXPECT_GT(hull.memory(), make_box({1, 1, 1}).memory());
  EXPECT_FALSE(make_convex({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}).solid());
  EXPECT_EQ(make_convex({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}).triangle_count(), 2u);
  EXPECT_EQ(make_convex({{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}).triangle_count(), 1u);
  EXPECT_EQ(make_convex({{2, 0, 0}}).bounds(), (Box{{2, 0, 0}, {2, 0, 0}}));

  EXPECT_TRUE(cube_polyhedron().solid());
  EXPECT_EQ(cube_polyhedron().triangle_count(), 12u);
  EXPECT_EQ(cube_polyhedron({.tags = {5, 6, 7, 8, 9, 10}}).tag(11), 10u);
  std::vector<std::vector<std::uint32_t>> open = cube_faces;
  open.pop_back();
  EXPECT_FALSE(make_polyhedron(test::cube().vertices, open).solid());
  EXPECT_NE(error_of([&] { make_polyhedron(test::cube().vertices, open, {.solid = true}); }), "");
}

TEST(Bodies, MarginsAdd) {
  const Shape shape = with_margin(with_margin(make_box({1, 1, 1}), 0.5), 0.25);
  EXPECT_EQ(shape.margin(), 0.75);
  EXPECT_EQ(shape.bounds(), make_box({1, 1, 1}).bounds());
  EXPECT_EQ(cube_polyhedron({.margin = 2}).margin(), 2);
  // A pose scales the shape and not the margin.
  const Body box{shape, make_pose({}, {}, {2, 1, 1})};
  EXPECT_EQ(find_distance(box, {make_point(), {{}, {10, 0, 0}}}).distance, 7.25);
  EXPECT_TRUE(within(box, {make_point(), {{}, {3, 0, 0}}}, 0.25).yes());
  EXPECT_TRUE(within(box, {make_point(), {{}, {3.5, 0, 0}}}, 0.25).no());
}

TEST(Bodies, CompoundsHaveAPathToEachPart) {
  const Shape all = nested_compound();
  EXPECT_FALSE(all.solid());  // one part is a surface
  EXPECT_TRUE(as_solid(all).solid());
  const auto path = [&](std::uint32_t number) { return find_part(all, number); };
  EXPECT_EQ(path(0).path, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(path(5).triangle, 5u);
  EXPECT_EQ(path(6).path, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(path(6).shape.form(), ShapeForm::cylinder);
  EXPECT_EQ(path(18).path, (std::vector<std::uint32_t>{1, 1}));
  EXPECT_EQ(path(18).triangle, 11u);
  EXPECT_EQ(path(19).shape.form(), ShapeForm::halfspace);
  EXPECT_EQ(path(20).path, (std::vector<std::uint32_t>{3, 0}));
  EXPECT_EQ(error_of([&] { path(33); }), "find_part: there is no triangle 33: the compound has 33");
  EXPECT_EQ(find_part(with_margin(all, 1), 6).shape.margin(), 1.25);
  EXPECT_TRUE(find_part(make_point(), 0).path.empty());
}

TEST(Bodies, AreSavedAndLoaded) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("graze-bodies-" + std::to_string(::getpid()) + ".graze")).string();
  for (const Shape& shape :
       {make_cylinder(1, 2), make_cone(1, 2), make_ellipsoid({1, 2, 3}), make_convex(test::torus(9, 9).vertices),
        make_convex({{1, 2, 3}, {4, 5, 6}}), cube_polyhedron({.tags = {5, 6, 7, 8, 9, 10}}), nested_compound(),
        with_margin(nested_compound(), 0.5), make_halfspace({0, 1, 2}, 3), with_margin(make_sphere(1), 0.125)}) {
    save(shape, path);
    const Shape back = load(path);
    EXPECT_EQ(back.form(), shape.form());
    EXPECT_EQ(back.solid(), shape.solid());
    EXPECT_EQ(back.margin(), shape.margin());
    EXPECT_EQ(back.bounds(), shape.bounds());
    EXPECT_EQ(define_line("x", back), define_line("x", shape));
  }
  std::filesystem::remove(path);
}

TEST(Bodies, AreLinesOfTheProtocol) {
  EXPECT_EQ(define_line("x", make_cylinder(2, 3)), R"({"op":"define","shape":"x","cylinder":{"radius":2,"half":3}})");
  EXPECT_EQ(define_line("x", with_margin(make_cone(2, 3), 0.5)),
            R"({"op":"define","shape":"x","cone":{"radius":2,"half":3},"margin":0.5})");
  EXPECT_EQ(define_line("x", make_ellipsoid({1, 2, 3})),
            R"({"op":"define","shape":"x","ellipsoid":{"radii":[1,2,3]}})");
  EXPECT_EQ(define_line("x", make_convex({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}})),
            R"({"op":"define","shape":"x","convex":{"vertices":[[0,0,0],[2,0,0]]}})");
  EXPECT_EQ(define_line("x", make_polyhedron({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2, 3}, {0, 3, 2}})),
            R"({"op":"define","shape":"x","polyhedron":{"vertices":[[0,0,0],[1,0,0],[1,1,0],[0,1,0]],)"
            R"("faces":[[0,1,2,3],[0,3,2]]}})");
  const Shape ball = make_sphere(1);
  EXPECT_EQ(define_line("x", make_compound({{ball, {}}, {ball, make_pose({1, 0, 0})}, {make_point(), {}}})),
            R"({"op":"define","shape":"x/0","sphere":{"radius":1}})"
            "\n"
            R"({"op":"define","shape":"x/1","point":{}})"
            "\n"
            R"({"op":"define","shape":"x","compound":[{"shape":"x/0"},)"
            R"({"shape":"x/0","pose":{"matrix":[[1,0,0,1],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}},{"shape":"x/1"}]})");
}

}  // namespace
}  // namespace graze
