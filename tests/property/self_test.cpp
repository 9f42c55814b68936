#include "tests/property/self.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace graze::property {
namespace {

void expect_balanced(const Tally& tally) {
  tally.print("self-collision");
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 200) return;
  EXPECT_GT(tally.total().rate(), 0.3);
  EXPECT_LT(tally.total().rate(), 0.7);
}

TEST(SelfCollide, EqualsTheOracleOverAllTrianglePairs) {
  expect_balanced(check_self(oracle::fixed_seed, oracle::scaled(1500), 30, true));
  expect_balanced(check_self(oracle::run_seed(), oracle::scaled(500), 30, true));
}

TEST(SelfCollide, EqualsTheKernelOverAllTrianglePairsOfLargerMeshes) {
  expect_balanced(check_self(oracle::fixed_seed, oracle::scaled(150), 600, false));
  expect_balanced(check_self(oracle::run_seed(), oracle::scaled(60), 600, false));
}

Body pleats(double depth) {
  const scenes::MeshData cloth = scenes::cloth(3000);
  return {make_mesh(scenes::pleated(cloth, depth), cloth.triangles), {}};
}

TEST(SelfCollide, ClothMeetsItselfWhereItsScenesSay) {
  EXPECT_TRUE(self_collide(pleats(0.03)).no());
  EXPECT_TRUE(self_collide(pleats(0.05)).yes());
  const scenes::MeshData cloth = scenes::cloth(3000);
  for (const double time : {0.0, 0.3, 0.7})
    EXPECT_TRUE(self_collide({make_mesh(scenes::waving(cloth, time), cloth.triangles), {}}).no());
}

TEST(SelfCollide, NeighboursAreNoPairHoweverTheyAreGiven) {
  const scenes::MeshData cube = scenes::cube(3);
  EXPECT_TRUE(self_collide({mesh_of(cube), {}}, {.all = true}).pairs.empty());
  std::vector<Vec3> soup;
  for (const Index3& t : cube.triangles)
    for (const std::uint32_t vertex : t) soup.push_back(cube.vertices[vertex]);
  for (std::size_t i = 0; i < soup.size(); i += 2)
    for (int k = 0; k < 3; ++k)
      if (soup[i][k] == 0) soup[i][k] = -0.0;
  EXPECT_TRUE(self_collide({make_soup(soup), {}}, {.all = true}).pairs.empty());
  // Crossing each other beside the corner that they share.
  const Shape crossing = make_soup({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 0, 0}, {2, 1, -1}, {2, 1, 1}});
  EXPECT_TRUE(self_collide({crossing, {}}).no());
  // An ulp apart they share nothing, and touch.
  const double off = std::nextafter(1.0, 2.0);
  const Shape apart = make_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, -1, 0}, {off, 0, 0}});
  EXPECT_TRUE(self_collide({apart, {}}).no());
  const Shape touching = make_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 0, 0}, {1, -1, 0}, {off, -1, 0}});
  EXPECT_EQ(self_collide({touching, {}}, {.all = true}).pairs, (std::vector<TrianglePair>{{0, 1}}));
}

TEST(SelfCollide, CutListsAreSubsetsTheSameForAnyThreads) {
  const Body body = pleats(0.06);
  const CollideResult whole = self_collide(body, {.all = true});
  ASSERT_GT(whole.pairs.size(), 100u);
  EXPECT_TRUE(whole.complete);
  for (const std::size_t limit : {std::size_t{0}, std::size_t{1}, std::size_t{57}, whole.pairs.size() - 1}) {
    const CollideResult cut = self_collide(body, {.all = true, .max_results = limit});
    EXPECT_TRUE(cut.yes());
    EXPECT_FALSE(cut.complete);
    ASSERT_EQ(cut.pairs.size(), limit);
    EXPECT_TRUE(std::includes(whole.pairs.begin(), whole.pairs.end(), cut.pairs.begin(), cut.pairs.end()));
    for (const int threads : {2, 3})
      EXPECT_EQ(self_collide(body, {.all = true, .max_results = limit, .threads = threads}).pairs, cut.pairs);
  }
  const CollideResult exactly = self_collide(body, {.all = true, .max_results = whole.pairs.size()});
  EXPECT_TRUE(exactly.complete);
  EXPECT_EQ(exactly.pairs, whole.pairs);
}

TEST(SelfCollide, CountersDoNotDependOnThreads) {
  const Body body = pleats(0.06);
  const Counters one = self_collide(body, {.all = true}).counters;
  const Counters two = self_collide(body, {.all = true, .threads = 2}).counters;
  EXPECT_EQ(one.box_tests, two.box_tests);
  EXPECT_EQ(one.triangle_tests, two.triangle_tests);
  EXPECT_EQ(one.double_tests, two.double_tests);
  EXPECT_EQ(one.exact_tests, two.exact_tests);
  EXPECT_GT(one.box_tests, 0u);
  EXPECT_GT(one.triangle_tests, one.double_tests);
}

TEST(SelfCollide, BadInputIsAStatus) {
  EXPECT_EQ(self_collide({}).status, Status::invalid);
  const Body flat{pleats(0).shape, {{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}, {}}};
  EXPECT_EQ(self_collide(flat).status, Status::invalid);
  const double huge = std::numeric_limits<double>::max();
  const Body far{pleats(0).shape, {{{huge, 0, 0}, {0, huge, 0}, {0, 0, huge}}, {huge, 0, 0}}};
  EXPECT_EQ(self_collide(far).status, Status::out_of_range);
}

// Too extreme for float boxes, every pair is tried.
TEST(SelfCollide, UnderExtremePoses) {
  oracle::Dice dice(oracle::fixed_seed);
  std::vector<Vec3> soup;
  for (int i = 0; i < 180; ++i) soup.push_back(dice.in_cube(1));
  for (const double size : {1e-300, 1e-12, 1e12, 1e300}) {
    const Body body{make_soup(soup), {{{size, 0, 0}, {0, 1 / size, 0}, {0, 0, 1}}, {0.5, 0, 0}}};
    const std::vector<TrianglePair> expected = self_brute_force(body, oracle::meet);
    EXPECT_FALSE(expected.empty()) << size;
    EXPECT_EQ(self_collide(body, {.all = true}).pairs, expected) << size;
  }
}

}  // namespace
}  // namespace graze::property
