#include "tests/property/contact_trees.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(ContactTrees, GiveTheSameBits) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_contact_trees(seed, oracle::scaled(400));
    tally.print("contacts of meshes with other trees");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    EXPECT_GT(tally.kinds.at("trees that differ").rate(), 0.9);
    if (oracle::scaled(400) < 100) continue;
    for (const char* kind : {"sphere", "capsule"}) {
      EXPECT_GT(tally.kinds.at(kind).cases, oracle::scaled(400)) << kind;
      EXPECT_GT(tally.kinds.at(kind).rate(), 0.4) << kind;
      EXPECT_LT(tally.kinds.at(kind).rate(), 0.995) << kind;
    }
    for (const char* kind : {"box", "convex", "cylinder", "mesh"}) EXPECT_GT(tally.kinds.at(kind).rate(), 0.2) << kind;
  }
}

}  // namespace
}  // namespace graze::property
