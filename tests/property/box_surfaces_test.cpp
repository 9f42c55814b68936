#include "tests/property/box_surfaces.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Contacts, OfABoxAreOnTheHullOfItsPosedCorners) {
  for (const auto& [seed, count] : {std::pair{oracle::fixed_seed, 1500}, {oracle::run_seed(), 500}}) {
    const Tally tally = check_box_surfaces(seed, oracle::scaled(std::uint64_t(count)));
    tally.print("surfaces of boxes");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 200) continue;
    // A corner on the face, or beyond it by the last place, is met; one before it is not.
    EXPECT_GT(tally.kinds.at("from inside").rate(), 0.2);
    EXPECT_LT(tally.kinds.at("from inside").rate(), 0.9);
    EXPECT_GT(tally.kinds.at("from outside").rate(), 0.2);
    EXPECT_LT(tally.kinds.at("from outside").rate(), 0.9);
  }
}

}  // namespace
}  // namespace graze::property
