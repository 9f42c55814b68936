#include "tests/property/contact_kinds.h"

#include <gtest/gtest.h>

namespace graze::property {
namespace {

TEST(Contacts, OfEveryKindOfBodies) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const Tally tally = check_contact_kinds(seed, oracle::scaled(2));
    tally.print("contacts of kinds");
    ASSERT_FALSE(tally.failed()) << tally.failure;
    if (tally.total().cases < 100) continue;
    EXPECT_GT(tally.total().rate(), 0.2);
  }
}

TEST(Contacts, OfAHalfSpaceAreCornersAndRims) {
  const Body floor{make_halfspace({0, 0, 1}, 0), {}};
  const auto count = [&](const Shape& shape, Vec3 at) {
    return find_contacts(floor, {shape, make_pose(at)}).contacts.size();
  };
  EXPECT_EQ(count(make_box({1, 2, 3}), {0, 0, 3}), 4U);
  EXPECT_EQ(count(make_box({1, 2, 3}), {0, 0, 3.5}), 0U);
  EXPECT_EQ(count(make_sphere(1), {0, 0, 0.75}), 1U);
  EXPECT_EQ(count(make_cylinder(1, 2), {0, 0, 1.75}), 4U);
  const ContactResult result = find_contacts({make_box({1, 2, 3}), make_pose({0, 0, 2.75})}, floor);
  ASSERT_EQ(result.contacts.size(), 4U);
  for (const Contact& contact : result.contacts) {
    EXPECT_EQ(contact.depth, 0.25);
    EXPECT_EQ(contact.normal, (Vec3{0, 0, -1}));
  }
}

}  // namespace
}  // namespace graze::property
