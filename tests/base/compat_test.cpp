#include "base/compat.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "tests/oracle/dice.h"

namespace graze {
namespace {

std::string standard(double value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string portable_text(double value) {
  char text[64];
  return {text, portable::write_double(text, text + sizeof text, value)};
}

TEST(Compat, WritesDoublesAsTheStandardLibraryDoes) {
#ifdef _WIN32
  GTEST_SKIP() << "strtod() of the C library, which the portable way asks, is off by a last place here; "
                  "std::to_chars() is what the library uses";
#endif
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    const double power = std::ldexp(1.0, exponent);
    for (const double value : {power, std::nextafter(power, 0.0), std::nextafter(power, 1e308), -power})
      ASSERT_EQ(portable_text(value), standard(value));
  }
  for (int i = -330; i < 310; ++i) {
    const double value = std::strtod(("1e" + std::to_string(i)).c_str(), nullptr);
    ASSERT_EQ(portable_text(value), standard(value));
  }
  int fixed = 0, scientific = 0;
  for (int i = 0; i < 20000; ++i) {
    double value = bit_cast<double>(dice.bits());
    if (i % 4 == 1) value = double(dice.integer(-100000, 100000)) / 64;
    if (i % 4 == 2) value = dice.uniform(-1e6, 1e6);
    if (i % 4 == 3) value = std::floor(dice.uniform(0, 1) * 0x1p70);
    if (std::isnan(value)) continue;
    const std::string text = standard(value);
    ASSERT_EQ(portable_text(value), text);
    ++(text.find('e') == std::string::npos ? fixed : scientific);
  }
  EXPECT_GT(fixed, 5000);
  EXPECT_GT(scientific, 3000);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {infinity, -infinity, 0.0, -0.0}) EXPECT_EQ(portable_text(value), standard(value));
  char narrow[4];
  EXPECT_EQ(portable::write_double(narrow, narrow + 4, 12345.0), nullptr);
  EXPECT_EQ(portable::write_double(narrow, narrow + 4, 1234.0), narrow + 4);
}

TEST(Compat, ReadsDoublesAsTheStandardLibraryDoes) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  SCOPED_TRACE("seed " + std::to_string(seed));
  int good = 0, bad = 0;
  const auto compare = [&](const std::string& text) {
    double expected = 7, found = 7;
    const char* const end = text.data() + text.size();
    const std::from_chars_result a = std::from_chars(text.data(), end, expected);
    const std::from_chars_result b = portable::read_double(text.data(), end, found);
    ASSERT_EQ(a.ec, b.ec) << text;
    ASSERT_EQ(a.ptr - text.data(), b.ptr - text.data()) << text;
    ASSERT_EQ(bit_cast<std::uint64_t>(expected), bit_cast<std::uint64_t>(found)) << text;
    ++(a.ec == std::errc{} ? good : bad);
  };
  for (const char* text : {"",
                           "-",
                           "+1",
                           " 1",
                           ".",
                           ".5",
                           "-.5",
                           "5.",
                           "5.e1",
                           "1e",
                           "1e+",
                           "1e5",
                           "1E-5x",
                           "inf",
                           "-INF",
                           "infinity",
                           "1e400",
                           "-1e400",
                           "1e-400",
                           "0e-999",
                           "4.9e-324",
                           "2.5e-324",
                           "2.4e-324",
                           "1..2",
                           "0x10",
                           "--1",
                           "1e99999999999999999999",
                           "179769313486231580793e289"})
    compare(text);
  constexpr char letters[] = "0123456789.-+e";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    if (dice.chance(2)) {
      text = standard(bit_cast<double>(dice.bits()));
    } else {
      for (int n = dice.integer(0, 12); n > 0; --n) text += letters[dice.integer(0, 13)];
    }
    compare(text);
  }
  EXPECT_GT(good, 8000);
  EXPECT_GT(bad, 500);
}

}  // namespace
}  // namespace graze
