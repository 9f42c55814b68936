// A point that many triangles share: what is around it is told within the usual budget, by planes and edges and not by
// pairs of triangles.
#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "graze/graze.h"

namespace graze {
namespace {

// The six tetrahedra between two opposite corners of the unit cube, one for each order of the axes.
Shape corner_to_corner(int k) {
  static constexpr std::array<std::array<int, 3>, 6> orders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  std::vector<Vec3> corners{{}};
  for (const int axis : orders[static_cast<std::size_t>(k)]) {
    Vec3 next = corners.back();
    next[axis] = 1;
    corners.push_back(next);
  }
  return make_convex(std::move(corners));
}

Shape crowd(const std::vector<int>& kinds) {
  std::vector<CompoundPart> parts;
  for (const int k : kinds) parts.push_back({corner_to_corner(k), {}});
  return make_compound(std::move(parts));
}

TEST(CrowdedPoint, IsInsideWhereTheConesFillAllDirections) {
  std::vector<int> kinds;
  for (int i = 0; i < 24; ++i) kinds.push_back(i % 6);
  const InsideResult found = inside({crowd(kinds), {}}, {0.5, 0.5, 0.5});
  ASSERT_EQ(found.status, Status::ok);
  EXPECT_EQ(found.answer, Where::inside);
}

TEST(CrowdedPoint, IsOnTheBoundaryWhereOneConeIsMissing) {
  for (int missing = 0; missing < 6; ++missing) {
    std::vector<int> kinds;
    for (int i = 0; i < 24; ++i)
      if (i % 6 != missing) kinds.push_back(i % 6);
    const InsideResult found = inside({crowd(kinds), {}}, {0.5, 0.5, 0.5});
    ASSERT_EQ(found.status, Status::ok) << missing;
    EXPECT_EQ(found.answer, Where::on) << missing;
  }
}

}  // namespace
}  // namespace graze
