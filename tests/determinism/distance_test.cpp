// Distances have the same bits on every instruction set: this program runs itself once for each.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "math/isa.h"
#include "tests/property/distances.h"

namespace graze::property {
namespace {

TEST(DistanceBits, PrintADigest) {
  oracle::Dice dice(oracle::fixed_seed);
  std::uint64_t digest = 0xcbf29ce484222325u, apart = 0;
  const auto add = [&](std::uint64_t value) { digest = (digest ^ value) * 0x100000001b3u + (digest >> 29); };
  const auto add_number = [&](double value) { add(std::bit_cast<std::uint64_t>(value)); };
  for (std::size_t i = 0; i < 300; ++i) {
    auto [a, b] = random_bodies(dice, pose_kinds[i % pose_kinds.size()], 300);
    b.pose.translation = b.pose.translation + (b.pose.translation - a.pose.translation) * dice.uniform(0, 2);
    const DistanceResult r = distance(a, b);
    apart += r.distance > 0;
    for (const double value : {r.distance, r.bound, r.lower, r.upper, r.point_bound}) add_number(value);
    for (const Vec3 v : {r.point_a, r.point_b, r.normal})
      for (int k = 0; k < 3; ++k) add_number(v[k]);
    for (const Feature& f : {r.feature_a, r.feature_b}) add(std::uint64_t{f.triangle} << 16 | f.index);
    const WithinResult w = within(a, b, r.distance * 1.1);
    add(std::uint64_t{w.witness.a} << 32 | w.witness.b);
    for (const Counters& c : {r.counters, w.counters}) {
      add(c.box_tests);
      add(c.triangle_tests);
      add(c.exact_tests);
    }
  }
  EXPECT_GT(apart, 100u);
  EXPECT_LT(apart, 295u);
  std::printf("digest %016llx\n", static_cast<unsigned long long>(digest));
}

std::string digest_with(const char* isa) {
  const std::string command = "GRAZE_ISA=" + std::string(isa) + " '" + ::testing::internal::GetArgvs()[0] +
                              "' --gtest_filter=DistanceBits.PrintADigest";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "no process";
  std::string output;
  char buffer[512];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) output += buffer;
  EXPECT_EQ(pclose(pipe), 0) << output;
  const std::size_t at = output.find("digest ");
  return at == std::string::npos ? "no digest" : output.substr(at, 23);
}

TEST(DistanceBits, AreTheSameOnEveryInstructionSet) {
  const std::string scalar = digest_with("scalar");
  ASSERT_EQ(scalar.size(), 23u) << scalar;
  if (best_instruction_set() >= Isa::avx2) {
    EXPECT_EQ(digest_with("avx2"), scalar);
  }
  if (best_instruction_set() >= Isa::avx512) {
    EXPECT_EQ(digest_with("avx512"), scalar);
  }
}

}  // namespace
}  // namespace graze::property
