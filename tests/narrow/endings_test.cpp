// Loops that once could run for ever: each of these must only come back, with an answer.
#include <gtest/gtest.h>

#include <limits>

#include "narrow/depth/way_out.h"
#include "narrow/triangle/exact_distance.h"
#include "study/bsp/bsp_cells.h"
#include "study/bsp/solid_bsp.h"
#include "tests/property/bodies.h"

namespace graze {
using namespace study;
namespace {

TEST(Endings, LengthsRoundUpOverTheWholeRange) {
  constexpr double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(length_up({least, 0, 0}), least);
  EXPECT_EQ(length_up({3 * least, -4 * least, 0}), 5 * least);
  EXPECT_EQ(length_up({least, least, 0}), 2 * least);
  EXPECT_EQ(length_up({0x1p-1030, 0, 0}), 0x1p-1030);
  EXPECT_EQ(length_up({0, most, 0}), most);
  EXPECT_EQ(length_up({most, least, 0}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(length_up({}), 0);
}

// From a corner or an edge every direction of a ray runs into the surface.
TEST(Endings, CornersOfASolidAreLocated) {
  const SolidBsp tree(property::mesh_of(scenes::cube(1), {.solid = true}));
  const SolidCells cells(tree);
  for (const Vec3 point : {Vec3{1, 1, 1}, Vec3{-1, 1, -1}, Vec3{1, 1, 0.25}, Vec3{1, 0.25, 0.25}})
    EXPECT_EQ(inside(cells, {}, point).status, Status::ok);
}

TEST(Endings, TrianglesThatShareACornerAreZeroApart) {
  const Triangle a{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, b{{0, 0, 0}, {-1, 0, 1}, {0, -1, 1}};
  EXPECT_EQ(exact_closest(a, b).distance, 0);
}

}  // namespace
}  // namespace graze
