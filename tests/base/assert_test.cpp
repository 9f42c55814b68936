#include "base/assert.h"

#include <gtest/gtest.h>

namespace graze {
namespace {

TEST(Assert, SaysWhatDoesNotHoldAndEnds) {
  const int two = 2;
  GRAZE_CHECK_THAT(two == 2);
  EXPECT_DEATH(GRAZE_CHECK_THAT(two == 3), "assert_test.cpp:[0-9]+: does not hold: two == 3");
}

TEST(Assert, IsEvaluatedExactlyWhereItIsOn) {
  int cheap = 0, slow = 0;
  GRAZE_ASSERT(++cheap > 0);
  GRAZE_ASSERT_SLOW(++slow > 0);
#ifdef NDEBUG
  EXPECT_EQ(cheap, 0);
#else
  EXPECT_EQ(cheap, 1);
#endif
#ifdef GRAZE_SLOW_ASSERTS
  EXPECT_EQ(slow, 1);
#else
  EXPECT_EQ(slow, 0);
#endif
}

}  // namespace
}  // namespace graze
