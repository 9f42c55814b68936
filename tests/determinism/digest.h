// The same bits on every instruction set: a test program runs one of its own tests again, once for each.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "math/isa.h"

namespace graze::property {

// What the test prints as "digest " and 16 digits under that instruction set; a short word where it does not.
inline std::string digest_with(const char* isa, const std::string& test) {
  const std::string command =
      "GRAZE_ISA=" + std::string(isa) + " '" + ::testing::internal::GetArgvs()[0] + "' --gtest_filter=" + test;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "no process";
  std::string output;
  char buffer[512];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) output += buffer;
  EXPECT_EQ(pclose(pipe), 0) << output;
  const std::size_t at = output.find("digest ");
  return at == std::string::npos ? "no digest" : output.substr(at, 23);
}

inline void expect_one_digest(const std::string& test) {
  const std::string scalar = digest_with("scalar", test);
  ASSERT_EQ(scalar.size(), 23u) << scalar;
  for (const Isa isa : instruction_sets().subspan(1)) EXPECT_EQ(digest_with(name(isa), test), scalar) << name(isa);
}

}  // namespace graze::property
