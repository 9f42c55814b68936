// Every message of construction, word for word.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "models.h"
#include "shape/complete.h"
#include "tests/oracle/limits.h"

namespace graze {
namespace {

using oracle::infinity;
using oracle::nan;
constexpr double huge = std::numeric_limits<double>::max();

std::vector<Vec3> points(std::size_t count) {
  std::vector<Vec3> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = {double(i), double(i * i), 1};
  return result;
}
std::vector<Vec3> points_with(std::size_t count, std::size_t at, Vec3 p) {
  std::vector<Vec3> result = points(count);
  result[at] = p;
  return result;
}

struct Case {
  const char* message;
  std::function<void()> run;
};

TEST(Errors, EachNamesItsElement) {
  const Case cases[] = {
      {"mesh: no vertices given",
       [] {
         make_mesh({}, {{0, 1, 2}});
       }},
      {"mesh: no triangles given", [] { make_mesh(points(3), {}); }},
      {"mesh: vertex 5 has a non-finite coordinate (nan, 0, 0)",
       [] {
         make_mesh(points_with(8, 5, {nan, 0, 0}), {{0, 1, 2}});
       }},
      {"mesh: vertex 0 has a non-finite coordinate (nan, 0.1, 2)",
       [] {
         make_mesh(points_with(8, 0, {-nan, 0.1, 2}), {{0, 1, 2}});
       }},
      {"mesh: vertex 7 has a non-finite coordinate (1, -inf, 1e+300)",
       [] {
         make_mesh(points_with(8, 7, {1, -infinity, 1e300}), {{0, 1, 2}});
       }},
      {"mesh: triangle 3 uses vertex 12, but there are 8 vertices",
       [] {
         make_mesh(points(8), {{0, 1, 2}, {0, 1, 2}, {0, 1, 7}, {1, 12, 2}});
       }},
      {"mesh: triangle 0 uses vertex 4294967295, but there are 3 vertices",
       [] {
         make_mesh(points(3), {{0, 1, 0xffffffffu}});
       }},
      {"mesh: triangle 0 uses vertex 1, but there is 1 vertex",
       [] {
         make_mesh(points(1), {{0, 0, 1}});
       }},
      {"mesh: 2 tags given for 1 triangle",
       [] {
         make_mesh(points(3), {{0, 1, 2}}, {false, {1, 2}});
       }},
      {"mesh: 1 tag given for 2 triangles",
       [] {
         make_mesh(points(3), {{0, 1, 2}, {0, 1, 2}}, {false, {1}});
       }},
      {"soup: no vertices given", [] { make_soup({}); }},
      {"soup: 7 vertices given, not three per triangle", [] { make_soup(points(7)); }},
      {"soup: 1 vertex given, not three per triangle", [] { make_soup(points(1)); }},
      {"soup: vertex 2 has a non-finite coordinate (0, 0, inf)",
       [] {
         make_soup(points_with(3, 2, {0, 0, infinity}));
       }},
      {"strip: no vertices given",
       [] {
         make_strip({}, {0, 1, 2});
       }},
      {"strip: no indices given", [] { make_strip(points(3), {}); }},
      {"strip: run 2 (starting at index 8) has 2 indices, at least 3 are needed",
       [] {
         make_strip(points(4), {0, 1, 2, -1, 1, 2, 3, -1, 0, 1});
       }},
      {"strip: run 0 (starting at index 0) has 1 index, at least 3 are needed",
       [] {
         make_strip(points(4), {0, -1, 1, 2, 3});
       }},
      {"strip: run 1 (starting at index 6) has 1 index, at least 3 are needed",
       [] {
         make_strip(points(4), {-1, 0, 1, 2, -1, -1, 3});
       }},
      {"strip: no indices given",
       [] {
         make_strip(points(4), {-1, -1});
       }},
      {"strip: index 2 is vertex 4, but there are 4 vertices",
       [] {
         make_strip(points(4), {0, 1, 4});
       }},
      {"strip: index 1 is -2; the only negative index is -1, which restarts",
       [] {
         make_strip(points(4), {0, -2, 2});
       }},
      {"fan: run 0 (starting at index 0) has 2 indices, at least 3 are needed",
       [] {
         make_fan(points(4), {0, 1});
       }},
      {"fan: index 3 is vertex 9, but there are 4 vertices",
       [] {
         make_fan(points(4), {0, 1, 2, 9});
       }},
      {"fan: 1 tag given for 2 triangles",
       [] {
         make_fan(points(4), {0, 1, 2, 3}, {false, {7}});
       }},
      {"terrain: 5 heights given, 2 rows x 3 columns need 6",
       [] {
         make_terrain(2, 3, 1, 1, {0, 0, 0, 0, 0});
       }},
      {"terrain: 1 rows x 3 columns given, at least 2 x 2 are needed",
       [] {
         make_terrain(1, 3, 1, 1, {0, 0, 0});
       }},
      {"terrain: 0 rows x 0 columns given, at least 2 x 2 are needed", [] { make_terrain(0, 0, 1, 1, {}); }},
      {"terrain: height 4 (row 1, column 1) is nan",
       [] {
         make_terrain(2, 3, 1, 1, {0, 0, 0, 0, nan, 0});
       }},
      {"terrain: spacing dx is 0, but must be finite and above 0",
       [] {
         make_terrain(2, 2, 0, 1, {0, 0, 0, 0});
       }},
      {"terrain: spacing dy is -1, but must be finite and above 0",
       [] {
         make_terrain(2, 2, 1, -1, {0, 0, 0, 0});
       }},
      {"terrain: spacing dx is inf, but must be finite and above 0",
       [] {
         make_terrain(2, 2, infinity, 1, {0, 0, 0, 0});
       }},
      {"terrain: spacing dy is nan, but must be finite and above 0",
       [] {
         make_terrain(2, 2, 1, nan, {0, 0, 0, 0});
       }},
      {"terrain: spacing dx is 1.7976931348623157e+308: the last of 3 points has no finite coordinate",
       [] {
         make_terrain(2, 3, huge, 1, {0, 0, 0, 0, 0, 0});
       }},
      {"terrain: 8589672450 triangles given, at most 2147483647 are possible",
       [] { make_terrain(65536, 65536, 1, 1, {}); }},
      {"mesh: 2147483648 triangles given, at most 2147483647 are possible",
       [] { check_triangle_count(ShapeForm::mesh, 2147483648u); }},
  };
  for (const Case& c : cases) EXPECT_EQ(test::error_of(c.run), c.message);
}

TEST(Errors, LimitsAreAllowed) {
  check_triangle_count(ShapeForm::mesh, 1);
  check_triangle_count(ShapeForm::mesh, 2147483647);
  EXPECT_EQ(make_mesh({{huge, huge, huge}, {-huge, -huge, -huge}, {huge, 0, 0}}, {{0, 1, 2}}).triangle_count(), 1u);
  EXPECT_EQ(make_terrain(2, 2, huge, 5e-324, {0, 0, 0, huge}).triangle(0).b, (Vec3{huge, 0, 0}));
}

TEST(Errors, StatusNames) {
  EXPECT_STREQ(name(Status::ok), "ok");
  EXPECT_STREQ(name(Status::invalid), "invalid");
  EXPECT_STREQ(name(Status::out_of_range), "out_of_range");
  EXPECT_STREQ(name(Status::unsupported), "unsupported");
  EXPECT_STREQ(name(Status::out_of_memory), "out_of_memory");
}

}  // namespace
}  // namespace graze
