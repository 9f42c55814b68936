#include "tests/property/contact_trees.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(ContactTrees, GiveTheSameBits) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_contact_trees(seed, oracle::scaled(400));
    tally.print("contacts of meshes with other trees");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.total().rate(), 0.4);
    EXPECT_LT(tally.total().rate(), 0.99);
  }
}

}  // namespace
}  // namespace graze::property
