#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <limits>
#include <string>

#include "graze/graze.h"
#include "graze/record.h"
#include "tests/shape/models.h"

namespace graze {
namespace {

using test::error_of;

TEST(PrimitiveShapes, NameTheFieldAtFault) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_of([] { make_box({1, -1, 1}); }), "box: half y is -1, but must be finite and above 0");
  EXPECT_EQ(error_of([&] { make_box({1, 1, nan}); }), "box: half z is nan, but must be finite and above 0");
  EXPECT_EQ(error_of([&] { make_sphere(infinity); }), "sphere: radius is inf, but must be finite and not negative");
  EXPECT_EQ(error_of([] { make_capsule(1, -2); }), "capsule: half is -2, but must be finite and not negative");
  EXPECT_EQ(error_of([] { make_capsule(-1, 2); }), "capsule: radius is -1, but must be finite and not negative");
  EXPECT_EQ(error_of([&] {
              make_segment({}, {0, nan, 0});
            }),
            "segment: point 1 has a non-finite coordinate (0, nan, 0)");
  EXPECT_EQ(error_of([] { make_halfspace({}, 1); }), "halfspace: normal must not be zero");
  EXPECT_EQ(error_of([&] { make_halfspace({0, 0, 1}, nan); }), "halfspace: offset is nan, but must be finite");
}

TEST(PrimitiveShapes, SayWhatTheyAre) {
  EXPECT_TRUE(make_box({1, 2, 3}).solid());
  EXPECT_EQ(make_box({1, 2, 3}).topology().signed_volume, 48);  // though its triangles have each face twice
  EXPECT_TRUE(make_sphere(2).solid());
  EXPECT_EQ(make_sphere(2).radius(), 2);
  EXPECT_EQ(make_sphere(2).bounds(), (Box{{-2, -2, -2}, {2, 2, 2}}));
  EXPECT_EQ(make_sphere(2).margin(), 0);
  EXPECT_EQ(make_box({1, 2, 3}).radius(), 0);
  EXPECT_FALSE(make_point().solid());
  EXPECT_EQ(make_segment({1, 2, 3}, {0, 5, 1}).bounds(), (Box{{0, 2, 1}, {1, 5, 3}}));
  EXPECT_EQ(make_halfspace({0, 0, 1}, 1).bounds().hi.x, std::numeric_limits<double>::infinity());
  EXPECT_EQ(error_of([] {
              DeformableMesh(make_box({1, 1, 1}));
            }),
            "deformable: a box has no vertices to move; give a mesh");
}

TEST(PrimitiveShapes, AreSavedAndLoaded) {
  const std::string path = (std::filesystem::temp_directory_path() / "graze_primitive_test.graze").string();
  const Body point{make_point(), {{}, {0.9, 0.3, 1.2}}};
  for (const Shape& shape :
       {make_box({1, 2, 3}), make_sphere(1.25), make_capsule(0.5, 2), make_segment({1, 2, 3}, {}), make_point()}) {
    save(shape, path);
    const Shape back = load(path);
    EXPECT_EQ(back.form(), shape.form());
    EXPECT_EQ(back.radius(), shape.radius());
    EXPECT_EQ(back.solid(), shape.solid());
    EXPECT_EQ(define_line("x", back), define_line("x", shape));
    EXPECT_EQ(find_distance({back, {}}, point).distance, find_distance({shape, {}}, point).distance);
  }
  std::remove(path.c_str());
}

TEST(PrimitiveShapes, AreLinesOfTheProtocol) {
  EXPECT_EQ(define_line("x", make_box({1, 2, 3})), R"({"op":"define","shape":"x","box":{"half":[1,2,3]}})");
  EXPECT_EQ(define_line("x", make_sphere(2)), R"({"op":"define","shape":"x","sphere":{"radius":2}})");
  EXPECT_EQ(define_line("x", make_capsule(2, 3)), R"({"op":"define","shape":"x","capsule":{"radius":2,"half":3}})");
  EXPECT_EQ(define_line("x", make_segment({1, 2, 3}, {4, 5, 6})),
            R"({"op":"define","shape":"x","segment":{"points":[[1,2,3],[4,5,6]]}})");
  EXPECT_EQ(define_line("x", make_point()), R"({"op":"define","shape":"x","point":{}})");
  EXPECT_EQ(define_line("x", make_halfspace({0, 0, 1}, 5)),
            R"({"op":"define","shape":"x","halfspace":{"normal":[0,0,1],"offset":5}})");
}

}  // namespace
}  // namespace graze
