// The compiler must round a double to float when it is told to, also where it packs conversions into vectors.
#include <gtest/gtest.h>

namespace graze {
namespace {

struct Pair {
  double x, y;
};

[[gnu::noinline]] void split(const Pair& p, float* nearest, Pair& rest) {
  const auto x = float(p.x), y = float(p.y);
  nearest[0] = x;
  nearest[1] = y;
  rest.x = p.x - double(x);
  rest.y = p.y - double(y);
}

TEST(Conversion, ToFloatAndBackRounds) {
  float nearest[2];
  Pair rest;
  split({0.1, 0.3}, nearest, rest);
  EXPECT_EQ(rest.x, 0.1 - double(0.1f));
  EXPECT_EQ(rest.y, 0.3 - double(0.3f));
  EXPECT_NE(rest.x, 0);
}

}  // namespace
}  // namespace graze
