#include "tests/property/penetrations.h"

#include <gtest/gtest.h>

#include <limits>

namespace graze::property {
namespace {

TEST(Penetration, PartsSolidsUnderAnyPose) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_penetrations(seed, oracle::scaled(120));
    tally.print("penetrations");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.3);
  }
}

// Case 30: convex solids with corners in the midst of faces, which rounding moves out of the hull of the others.
TEST(Penetration, PartsConvexSolidsWhoseFacesAreNotFlat) {
  const Tally tally = check_penetrations(15178701906031587627u, 31);
  EXPECT_FALSE(tally.failed()) << tally.failure;
}

TEST(Penetration, HoldsTheExactDepthOfUnionsOfPieces) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    Depths depths;
    const Tally tally = check_exact_depths(seed, oracle::scaled(150), depths);
    tally.print("exact depths");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    depths.print();
    if (tally.total().cases < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.4);
    EXPECT_LT(depths.at(depths.ratios, 0.5), 1.05);
    EXPECT_LT(depths.at(depths.ratios, 0.9), 1.5);
    EXPECT_GT(depths.at(depths.lower_ratios, 0.5), 0.4);
  }
}

PenetrationResult checked(const Body& a, const Body& b) {
  const PenetrationResult result = find_penetration(a, b);
  EXPECT_EQ(fault_of(a, b, result), "");
  return result;
}

Shape box_solid(Vec3 lo, Vec3 hi) { return solid_of({box_piece(lo, hi)}); }

TEST(Penetration, OfTwoBoxesIsTheLeastOverlap) {
  const Shape mesh = box_solid({-1, -1, -1}, {1, 1, 1}), box = make_box({1, 1, 1});
  for (const Shape& shape : {mesh, box}) {
    const PenetrationResult result = checked({shape, {}}, {shape, make_pose({1.5, 0.25, -0.125})});
    EXPECT_EQ(result.vector, (Vec3{-0.5, 0, 0}));
    EXPECT_EQ(result.depth, 0.5);
    EXPECT_NEAR(result.lower, 0.5, 1e-9);
  }
}

TEST(Penetration, LeavesTheWallOfACavityInwards) {
  scenes::MeshData room;
  add_shell(room, scenes::cube(1), 10, {}, false);
  add_shell(room, scenes::cube(1), 4, {}, true);
  const Body walls{mesh_of(room, {.solid = true}), {}};
  const Body guest{box_solid({-1, -1, -1}, {1, 1, 1}), make_pose({3.25, 1, 0.5})};
  const PenetrationResult result = checked(guest, walls);
  EXPECT_EQ(result.vector, (Vec3{-0.25, 0, 0}));
  EXPECT_EQ(result.depth, 0.25);
  EXPECT_NEAR(result.lower, 0.25, 1e-9);
}

// Three sides of a frame, open at +y.
Pieces c_shape() {
  return {box_piece({-2, -2, -0.5}, {-1, 2, 0.5}), box_piece({1, -2, -0.5}, {2, 2, 0.5}),
          box_piece({-1, -2, -0.5}, {1, -1, 0.5})};
}

void expect_near_exact(const Pieces& pieces_a, const Pose& pose_a, const Pieces& pieces_b, const Pose& pose_b) {
  const PenetrationResult result = checked({solid_of(pieces_a), pose_a}, {solid_of(pieces_b), pose_b});
  const double exact = oracle::DepthOracle(posed_pieces(pieces_a, pose_a), posed_pieces(pieces_b, pose_b)).depth();
  EXPECT_GT(exact, 0);
  EXPECT_LE(result.lower, exact + 1e-12);
  EXPECT_GE(result.depth, exact - 1e-12);
  EXPECT_LE(result.depth, 1.05 * exact);
  EXPECT_GT(result.lower, 0);
}

TEST(Penetration, OfInterlockedHooks) {
  const double half = 0.7071067811865476;
  // Turned about x by 90 degrees and about z by 180: opening against opening, in planes across each other.
  expect_near_exact(c_shape(), {}, c_shape(), make_pose({0, 0.75, 0.125}, {half, 0, 0, half}));
  expect_near_exact(c_shape(), {}, c_shape(), make_pose({0.25, 1.5, 0}, {0, 0, 1, 0}));
  expect_near_exact(c_shape(), {}, c_shape(), make_pose({0.5, 0.25, 0.125}, {0.5, 0.5, 0.5, 0.5}));
}

TEST(Penetration, OfABarThroughARing) {
  Pieces ring = c_shape();
  ring.push_back(box_piece({-1, 1, -0.5}, {1, 2, 0.5}));
  const Pieces bar{box_piece({-0.25, -0.25, -5}, {0.25, 0.25, 5})};
  const PenetrationResult result = checked({solid_of(bar), make_pose({0.875, 0.25, 0})}, {solid_of(ring), {}});
  EXPECT_EQ(result.vector, (Vec3{-0.125, 0, 0}));
  EXPECT_NEAR(result.lower, 0.125, 1e-9);
  expect_near_exact(bar, make_pose({0.75, 0.5, 0}, {0.28, 0, 0, 0.96}), ring, {});
}

TEST(Penetration, OfASmallBoxDeepInALargeOne) {
  const Body large{box_solid({-4, -4, -4}, {4, 4, 4}), {}},
      small{box_solid({-1, -1, -1}, {1, 1, 1}), make_pose({1, 0.5, 2})};
  const PenetrationResult result = checked(small, large);
  EXPECT_EQ(result.vector, (Vec3{0, 0, 3}));
  EXPECT_EQ(result.depth, 3);
  EXPECT_NEAR(result.lower, 3, 1e-9);
}

TEST(Penetration, OfABodyInItself) {
  const Body body{solid_of(c_shape()), make_pose({1, 2, 3})};
  const PenetrationResult result = find_penetration(body, body);
  EXPECT_EQ(result.depth, 1);  // across the sides
  EXPECT_TRUE(parted(body, body, result.vector));
  EXPECT_TRUE(parted(body, body, Vec3{} - result.vector));
  EXPECT_LE(result.lower, 1);
  EXPECT_GT(result.lower, 0.4);
}

TEST(Penetration, OfFlushBodiesIsNothingAndOfOneLastPlaceIsThat) {
  const Shape cube = box_solid({0, 0, 0}, {1, 1, 1});
  const PenetrationResult flush = checked({cube, {}}, {cube, make_pose({1, 0.25, 0.5})});
  EXPECT_EQ(flush.status, Status::ok);
  EXPECT_EQ(flush.depth, 0);
  EXPECT_EQ(flush.lower, 0);
  EXPECT_EQ(flush.vector, Vec3{});
  const double less = std::nextafter(1.0, 0.0);
  const PenetrationResult deep = checked({cube, {}}, {cube, make_pose({less, 0.25, 0.5})});
  EXPECT_GT(deep.depth, 0);
  EXPECT_LE(deep.depth, 2 * (1 - less));
  EXPECT_LE(deep.lower, 1 - less);
}

TEST(Penetration, OfTurnedFlushBodiesIsOfLastPlaces) {
  const Shape cube = box_solid({0, 0, 0}, {1, 1, 1});
  const Pose turn =
      make_pose({5, 6, 7}, {0.18257418583505536, 0.3651483716701107, 0.5477225575051661, 0.7302967433402214});
  const PenetrationResult result = checked({cube, turn}, {cube, turn * make_pose({1, 0, 0})});
  EXPECT_LE(result.depth, 1e-13);
}

TEST(Penetration, GrowsNoLargerWithEffort) {
  oracle::Dice dice(oracle::fixed_seed);
  int met = 0;
  for (int i = 0; i < 12; ++i) {
    const Body a{solid_of(random_pieces(dice, false)), {}};
    const Body b{solid_of(random_pieces(dice, false)), make_pose(dice.in_cube(0.5), dice.rotation())};
    const PenetrationResult little = find_penetration(a, b), much = find_penetration(a, b, {.effort = 4});
    EXPECT_LE(much.depth, little.depth);
    EXPECT_GE(much.lower, little.lower);
    EXPECT_EQ(find_penetration(a, b, {.effort = 3}).depth, find_penetration(a, b, {.effort = 2}).depth);
    met += little.depth > 0;
  }
  EXPECT_GT(met, 4);
}

TEST(Penetration, RefusesWhatHasNoInside) {
  const Body cube{box_solid({0, 0, 0}, {1, 1, 1}), {}}, surface{mesh_of(scenes::cube(1)), {}};
  EXPECT_EQ(find_penetration(cube, surface).status, Status::unsupported);
  EXPECT_EQ(find_penetration({make_sphere(1), {}}, surface).status, Status::unsupported);
  const Body space{make_halfspace({0, 0, 1}, 0), {}};
  EXPECT_EQ(find_penetration(space, space).status, Status::unsupported);
  EXPECT_EQ(find_penetration(cube, {}).status, Status::invalid);
  EXPECT_EQ(find_penetration(cube, cube, {.effort = 0}).status, Status::invalid);
  EXPECT_EQ(find_penetration(cube, {cube.shape, {{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {}}}).status, Status::invalid);
}

TEST(SignedDistance, HasTheSignOfHowTheyLie) {
  const Shape cube = box_solid({-1, -1, -1}, {1, 1, 1});
  const auto at = [&](double x) { return find_signed_distance({cube, {}}, {cube, make_pose({x, 0.25, 0.125})}); };
  EXPECT_NEAR(at(3).distance, 1, 1e-12);
  EXPECT_EQ(at(2).distance, 0);
  EXPECT_FALSE(std::signbit(at(2).distance));
  EXPECT_EQ(at(2).bound, 0);
  const SignedDistanceResult deep = at(1.75);
  EXPECT_EQ(deep.distance, -0.25);
  EXPECT_EQ(deep.lower, -0.25);
  EXPECT_LE(deep.bound, 1e-9);
  EXPECT_LE(std::fabs(deep.upper - deep.distance), deep.bound);
  EXPECT_EQ(find_signed_distance({cube, {}}, {}).status, Status::invalid);
}

TEST(Penetration, UpToALimitOrWithABudgetIsTheSameOrABound) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_limited_depths(seed, oracle::scaled(60));
    tally.print("depths with limits");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 50) continue;
    EXPECT_GT(tally.total().rate(), 0.5);
  }
}

TEST(Penetration, RefusesALimitThatIsNoLength) {
  const Body box{make_box({1, 1, 1}), {}};
  EXPECT_EQ(find_penetration(box, box, {.max = -1}).status, Status::invalid);
  EXPECT_EQ(find_penetration(box, box, {.max = std::numeric_limits<double>::quiet_NaN()}).status, Status::invalid);
}

}  // namespace
}  // namespace graze::property
