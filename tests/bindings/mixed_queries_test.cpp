// The hash of mixed queries, asked from C++: bind/python asks the same, and so does whoever else answers for graze.
#include "tests/bindings/mixed_queries.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "tests/oracle/dice.h"

namespace graze {
namespace {

std::string text_of(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

// Lines of the file are "COUNT HASH"; the last one is of all 100,000.
TEST(MixedQueries, HaveTheHashThatAllLanguagesHave) {
  std::ifstream file(GRAZE_MIXED_HASHES);
  ASSERT_TRUE(file) << GRAZE_MIXED_HASHES;
  const std::vector<Shape> shapes = mixed::shapes();
  mixed::Hash hash;
  mixed::Tally tally;
  std::uint32_t asked = 0, count = 0;
  std::string expected;
  const std::uint64_t most = oracle::scaled(100000);
  while (file >> count >> expected && count <= most) {
    for (; asked < count; ++asked) mixed::ask(shapes, asked, 22, hash, tally);
    EXPECT_EQ(text_of(hash.value()), expected)
        << "of the first " << count << " queries. Where answers are meant to change, write the new hash into "
        << "tests/bindings/mixed_hash.txt, for all languages at once.";
  }
  if (most < 100000) return;
  EXPECT_EQ(asked, 100000u);
  EXPECT_GT(tally.ok, 90000);
  EXPECT_GT(tally.yes, 2000);
  EXPECT_GT(tally.no, 2000);
  EXPECT_GT(tally.apart, 2000);
  EXPECT_GT(tally.hits, 2000);
  EXPECT_GT(tally.stopped, 2000);
  for (int i = 0; i < 5; ++i) EXPECT_GT(tally.classes[i], 0) << name(static_cast<PairClass>(i));
}

}  // namespace
}  // namespace graze
