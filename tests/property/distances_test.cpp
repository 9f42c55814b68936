#include "tests/property/distances.h"

#include <gtest/gtest.h>

#include "tests/property/exact_distances.h"

namespace graze::property {
namespace {

void expect_right(const Tally& tally) {
  tally.print("distances");
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 200) return;
  EXPECT_GT(tally.total().rate(), 0.1);
  EXPECT_LT(tally.total().rate(), 0.7);
  for (const auto& [kind, counts] : tally.kinds) EXPECT_LT(counts.hits, counts.cases) << kind;
}

TEST(Distances, EqualBruteForceOverAllTrianglePairs) {
  expect_right(check_distances(oracle::fixed_seed, oracle::scaled(600), 30));
  expect_right(check_distances(oracle::run_seed(), oracle::scaled(300), 30));
}

TEST(Distances, AreWithinTheirBoundOfRationalBruteForce) {
  expect_right(check_exact_distances(oracle::fixed_seed, oracle::scaled(300), 30));
  expect_right(check_exact_distances(oracle::run_seed(), oracle::scaled(150), 30));
}

TEST(Distances, EqualBruteForceOnLargerMeshes) {
  expect_right(check_distances(oracle::fixed_seed, oracle::scaled(60), 300));
  expect_right(check_distances(oracle::run_seed(), oracle::scaled(30), 300));
}

TEST(Distances, OfABodyInsideASolidAreZero) {
  const Shape ball = mesh_of(scenes::sphere(400), {.solid = true}), small = mesh_of(scenes::cube(2));
  const Body outer{ball, {}};
  const Body inner{small, {Mat3{{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}, {0.2, 0.1, 0}}};
  for (const bool swap : {false, true}) {
    const DistanceResult r = swap ? find_distance(inner, outer) : find_distance(outer, inner);
    EXPECT_EQ(r.distance, 0);
    EXPECT_EQ(r.upper, 0);
    EXPECT_EQ(r.normal, Vec3{});
    EXPECT_EQ(r.point_a, r.point_b);
    EXPECT_EQ((swap ? r.feature_b : r.feature_a).kind, Feature::Kind::solid);
    EXPECT_TRUE((swap ? within(inner, outer, 0) : within(outer, inner, 0)).yes());
  }
  // As surfaces they are apart.
  const Body shell{mesh_of(scenes::sphere(400)), {}};
  EXPECT_GT(find_distance(shell, inner).distance, 0.5);
  EXPECT_TRUE(within(shell, inner, 0.1).no());
}

TEST(Distances, OfABodyFromItselfAreZeroAtTheFirstTriangle) {
  const Shape knot = mesh_of(scenes::knot(500));
  const Body a{knot, make_pose({1, 2, 3}, {0, 0, 0.6, 0.8})};
  const Body copy{mesh_of(scenes::knot(500)), a.pose};
  for (const Body& b : {a, copy}) {
    const DistanceResult r = find_distance(a, b);
    EXPECT_EQ(r.distance, 0);
    EXPECT_EQ(r.feature_a.triangle, 0u);
    EXPECT_EQ(r.feature_b.triangle, 0u);
  }
}

TEST(Distances, NameTagsAndMirrorThem) {
  ShapeOptions options;
  options.tags = {7, 9};
  const Shape board = make_mesh({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, {{0, 1, 2}, {0, 2, 3}}, options);
  const Body low{board, {}}, high{board, {{}, {0.5, 0.25, 3}}};
  const DistanceResult r = find_distance(low, high);
  EXPECT_EQ(r.distance, 3);
  EXPECT_EQ(r.normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(r.feature_a.tag, r.feature_a.triangle == 0 ? 7u : 9u);
  EXPECT_TRUE(same_answer(find_distance(high, low), mirrored(r)));
}

TEST(Distances, RefuseWhatIsInvalid) {
  const Body good{mesh_of(scenes::cube(1)), {}};
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(find_distance(Body{}, good).status, Status::invalid);
  EXPECT_EQ(find_distance(good, Body{}).status, Status::invalid);
  Body singular = good;
  singular.pose.linear.c2 = {};
  EXPECT_EQ(find_distance(good, singular).status, Status::invalid);
  EXPECT_EQ(within(singular, good, 1).status, Status::invalid);
  for (const double bad : {-1.0, nan}) {
    EXPECT_EQ(find_distance(good, good, {.max = bad}).status, Status::invalid);
    EXPECT_EQ(within(good, good, bad).status, Status::invalid);
  }
  const Body away{good.shape, {{}, {5, 0, 0}}};
  EXPECT_TRUE(within(good, away, infinity).yes());
  EXPECT_EQ(find_distance(good, away, {.max = infinity}).distance, 3);
  EXPECT_TRUE(find_distance(good, away, {.max = 2}).beyond);
  EXPECT_EQ(find_distance(good, away, {.max = 2}).lower, 2);
}

TEST(Distances, OfManyPosesAreThoseOfOne) {
  oracle::Dice dice(oracle::fixed_seed);
  const Body a{mesh_of(scenes::torus(600)), {}};
  const Shape b = mesh_of(scenes::knot(600));
  std::vector<Pose> poses;
  for (int i = 0; i < 64; ++i)
    poses.push_back({random_linear(dice, pose_kinds[std::size_t(i) % pose_kinds.size()], 1),
                     dice.direction() * dice.uniform(0, 5)});
  poses[7].linear.c0 = {};
  std::size_t apart = 0;
  for (const int threads : {1, 2, 8, 0}) {
    const std::vector<DistanceResult> many = find_distance(a, b, poses, {.threads = threads});
    const std::vector<WithinResult> near = within(a, b, poses, 0.5, {.threads = threads});
    ASSERT_EQ(many.size(), poses.size());
    for (std::size_t i = 0; i < poses.size(); ++i) {
      EXPECT_TRUE(same_answer(many[i], find_distance(a, {b, poses[i]}))) << i;
      const WithinResult one = within(a, {b, poses[i]}, 0.5);
      EXPECT_EQ(near[i].status, one.status);
      EXPECT_EQ(near[i].yes(), one.yes());
      EXPECT_EQ(near[i].witness, one.witness);
      apart += many[i].distance > 0;
    }
  }
  EXPECT_GT(apart, 60u);
  EXPECT_EQ(find_distance(a, b, poses)[7].status, Status::invalid);
}

}  // namespace
}  // namespace graze::property
