#include "tests/property/ccd.h"

#include <gtest/gtest.h>

#include <limits>

namespace graze::property {
namespace {

void expect_all_kinds(const Tally& tally, double least, double most) {
  ASSERT_FALSE(tally.failed()) << tally.failure;
  if (tally.total().cases < 200) return;
  EXPECT_EQ(tally.kinds.size(), 12u);
  EXPECT_GT(tally.total().rate(), least);
  EXPECT_LT(tally.total().rate(), most);
}

TEST(Ccd, EqualsTheOracle) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_exact_ccd(seed, oracle::scaled(500));
    tally.print("ccd against the oracle");
    expect_all_kinds(tally, 0.3, 0.7);
  }
}

TEST(Ccd, FiltersEqualTheExactAnswer) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_ccd(seed, oracle::scaled(40000));
    tally.print("ccd");
    expect_all_kinds(tally, 0.3, 0.7);
  }
}

TEST(Ccd, KeepsItsToleranceAndSeparation) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_ccd_tolerance(seed, oracle::scaled(4000));
    tally.print("ccd with tolerance");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    // The tolerances of 0 among them, an eighth of those with a separation, cannot be reached.
    EXPECT_LT(tally.kinds.at("tolerance not reached").rate(), 0.1);
  }
}

TEST(Ccd, RefusesWhatIsNoQuery) {
  FourPoints p{};
  p[1] = {1, 0, 0};
  EXPECT_EQ(ccd(CcdKind::vertex_face, p, p).status, Status::ok);
  EXPECT_EQ(ccd(CcdKind::vertex_face, p, p, {.tolerance = -1}).status, Status::invalid);
  EXPECT_EQ(ccd(CcdKind::edge_edge, p, p, {.separation = std::numeric_limits<double>::quiet_NaN()}).status,
            Status::invalid);
  FourPoints q = p;
  q[2].y = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ccd(CcdKind::vertex_face, p, q).status, Status::invalid);
}

// Whole numbers whose contact is known: a vertex falls through a triangle at 1/3.
TEST(Ccd, TellsTheTime) {
  const FourPoints from{{{0, 0, 1}, {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
  const FourPoints to{{{0, 0, -2}, {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
  const CcdResult result = ccd(CcdKind::vertex_face, from, to);
  ASSERT_TRUE(result.yes());
  EXPECT_LE(result.lower, 1.0 / 3);
  EXPECT_GE(result.upper, 1.0 / 3);
  EXPECT_LT(result.upper - result.lower, 1e-9);
  const CcdResult wide = ccd(CcdKind::vertex_face, from, to, {.tolerance = 1e-6, .separation = 0.25});
  ASSERT_TRUE(wide.yes());
  EXPECT_NEAR(wide.upper, 0.25, 1e-6);
}

}  // namespace
}  // namespace graze::property
