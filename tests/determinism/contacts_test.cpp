// Contacts have the same bits on every instruction set: this program runs itself once for each.
#include <gtest/gtest.h>

#include <bit>
#include <cstdio>

#include "tests/determinism/digest.h"
#include "tests/property/contacts.h"

namespace graze::property {
namespace {

TEST(ContactBits, PrintADigest) {
  oracle::Dice dice(oracle::fixed_seed);
  std::uint64_t digest = 0xcbf29ce484222325u, touching = 0;
  const auto add = [&](std::uint64_t value) { digest = (digest ^ value) * 0x100000001b3u + (digest >> 29); };
  const auto add_vector = [&](Vec3 v) {
    for (int k = 0; k < 3; ++k) add(std::bit_cast<std::uint64_t>(v[k]));
  };
  for (std::size_t i = 0; i < 150; ++i) {
    const auto [a, b] = random_bodies(dice, pose_kinds[i % pose_kinds.size()], 100);
    const ContactResult r =
        find_contacts(a, b, {.tolerance = dice.chance(2) ? 0 : 1e-3, .reduce = dice.chance(2), .curves = true});
    touching += !r.contacts.empty();
    for (const Contact& c : r.contacts) {
      add_vector(c.point);
      add_vector(c.normal);
      add_vector({c.depth, c.bound, double(c.patch)});
      for (const Feature& f : {c.feature_a, c.feature_b}) add(std::uint64_t{f.triangle} << 16 | f.index);
    }
    for (const ContactCurve& curve : r.curves)
      for (const Vec3& point : curve.points) add_vector(point);
    add_vector({r.point_bound, double(r.counters.box_tests), double(r.counters.exact_tests)});
  }
  EXPECT_GT(touching, 40u);
  EXPECT_LT(touching, 130u);
  std::printf("digest %016llx\n", static_cast<unsigned long long>(digest));
}

TEST(ContactBits, AreTheSameOnEveryInstructionSet) { expect_one_digest("ContactBits.PrintADigest"); }

}  // namespace
}  // namespace graze::property
