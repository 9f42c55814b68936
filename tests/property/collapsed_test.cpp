#include "tests/property/collapsed.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

void expect_right_collapsed(const Tally& tally, const char* title, double least, double most) {
  tally.print(title);
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 300) return;
  EXPECT_GT(tally.total().rate(), least);
  EXPECT_LT(tally.total().rate(), most);
  for (const char* kind : {"both flat, touching", "both flat, enclosed", "both flat, encloses", "both flat, equal",
                           "one flat, touching", "one flat, enclosed", "one flat, encloses", "solids, overlapping"})
    EXPECT_TRUE(tally.kinds.contains(kind)) << kind;
}

TEST(Collapsed, EveryVerbAgreesWithTheHullsOfThePosedPoints) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()})
    expect_right_collapsed(check_collapsed(seed, oracle::scaled(400)), "collapsed bodies", 0.3, 0.8);
}

TEST(Collapsed, HalfSpacesBallsAndCurvedBodiesAgree) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_collapsed_partners(seed, oracle::scaled(300));
    tally.print("collapsed bodies and partners");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 200) continue;
    EXPECT_GT(tally.total().rate(), 0.3);
    EXPECT_LT(tally.total().rate(), 0.9);
  }
}

TEST(Collapsed, PointsAndRaysAgree) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_collapsed_points(seed, oracle::scaled(1000));
    tally.print("points and rays of collapsed bodies");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 300) continue;
    EXPECT_GT(tally.total().rate(), 0.2);
    EXPECT_LT(tally.total().rate(), 0.8);
  }
}

// A crate that was scaled away, a dot and a needle beside a triangle: nothing but themselves.
TEST(Collapsed, BoxesThinnerThanALastPlaceMeetNothingBesideThem) {
  const Body triangle{make_mesh({{0, 0, 0}, {2, 0, 0.3}, {0.2, 2, 1.1}}, {{0, 1, 2}}),
                      make_pose({}, {0.1, 0.2, 0.3, 0.9273618495495703})};
  const Vec3 at{1.533327688297554, 0.7465570812625719, 0.47289493917466885};
  const Vec3 beside{0.9175322873813996, 1.394658814120283, 0.7304695900536569};
  const auto gap = [&](const Body& body) {
    EXPECT_TRUE(collide(body, triangle).no());
    EXPECT_TRUE(within(body, triangle, 0).no());
    EXPECT_EQ(classify(body, triangle).answer, PairClass::clear);
    return find_distance(body, triangle).distance;
  };
  const double from_point = find_distance({make_point(), make_pose(at)}, triangle).distance;
  EXPECT_NEAR(from_point, 0.7424825491826523, 1e-12);
  EXPECT_NEAR(gap({make_box({1e-17, 1e-17, 1e-17}), make_pose(at)}), from_point, 1e-12);
  EXPECT_NEAR(gap({make_box({1, 1, 1}), make_pose(at, {}, {1e-17, 1e-17, 1e-17})}), from_point, 1e-12);
  EXPECT_NEAR(gap({make_box({1, 1, 1}), make_pose(at, {}, {1e-7, 1e-7, 1e-7})}), from_point, 1e-6);
  EXPECT_NEAR(gap({make_box({0.01, 4e-17, 4e-17}), make_pose(beside)}), 0.3107895845775279, 1e-12);
  EXPECT_NEAR(gap({make_box({0.01, 4e-6, 4e-6}), make_pose(beside)}), 0.31078658811535154, 1e-12);
}

TEST(Collapsed, ANeedleFarFromTheOriginMeetsNothingBesideIt) {
  const Body needle{make_box({0.001, 1e-11, 1e-11}),
                    make_pose({-999912.1814424467, 300234.9214300118, -1000161.1650987947})};
  const Body triangle{make_mesh({{524.3248378299443, 314.35044825803504, -890.5276043070855},
                                 {42.705391674982216, -630.4400558981356, 745.2553631754424},
                                 {-972.2469753408143, 910.2987148683219, -699.6944718158912}},
                                {{0, 1, 2}}),
                      make_pose({-999680.3656146221, 300855.046689287, -1000586.5947782889})};
  EXPECT_TRUE(collide(needle, triangle).no());
  EXPECT_TRUE(collide(needle, triangle, {.all = true}).pairs.empty());
  EXPECT_TRUE(within(needle, triangle, 0).no());
  EXPECT_NEAR(find_distance(needle, triangle).distance, 271.1238499131394, 1e-9);
  EXPECT_EQ(classify(needle, triangle).answer, PairClass::clear);
}

TEST(Collapsed, VerbsAgreeOnBoxesAt1e17AndOnPlates) {
  const Body box{make_box({1, 1, 1}), make_pose({1e17, 0, 0})};
  const Body mesh{tetrahedron_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, true), make_pose({1e17, 0, 0})};
  EXPECT_TRUE(collide(box, box).yes());
  EXPECT_TRUE(self_collide(box, {.all = true}).pairs.empty());
  EXPECT_EQ(classify(box, box).answer, PairClass::equal);
  EXPECT_TRUE(collide(mesh, box).yes());
  EXPECT_EQ(classify(mesh, box).answer, PairClass::enclosed);
  EXPECT_EQ(classify(box, mesh).answer, PairClass::encloses);
  EXPECT_EQ(find_penetration(mesh, box).depth, 0);  // both are flat
  const Shape plate = make_box({1.5, 2.12, 1e-20});
  const Body lying{plate, make_pose({0.756, 0.778, -0.887})};
  const Body standing{plate, make_pose({0, 0.1, 0}, {0.7071067811865476, 0, 0, 0.7071067811865476})};
  EXPECT_TRUE(collide(lying, standing).yes());
  EXPECT_EQ(classify(lying, standing).answer, PairClass::touching);
  const PenetrationResult crossing = find_penetration(lying, standing);
  EXPECT_EQ(crossing.depth, 0);
  EXPECT_EQ(crossing.lower, 0);
  EXPECT_EQ(crossing.vector, Vec3{});
  // In a box it is as deep as its nearest face, on a face of it not at all, and half in it touches.
  const Body crate{make_box({3, 3, 3}), {}};
  EXPECT_EQ(classify(lying, crate).answer, PairClass::enclosed);
  EXPECT_NEAR(find_penetration(lying, crate).depth, 3 - 0.887, 1e-9);
  EXPECT_EQ(classify({plate, make_pose({0, 0, 3})}, crate).answer, PairClass::enclosed);
  EXPECT_EQ(find_penetration({plate, make_pose({0, 0, 3})}, crate).depth, 0);
  EXPECT_EQ(classify({plate, make_pose({2, 0, 1})}, crate).answer, PairClass::touching);
  EXPECT_EQ(find_penetration({plate, make_pose({2, 0, 1})}, crate).depth, 0);
}

}  // namespace
}  // namespace graze::property
