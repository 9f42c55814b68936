// The calls on memory of the host, with a device or without: the answers of the core.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "graze/gpu.h"
#include "tests/property/ccd.h"

namespace graze {
namespace {

std::vector<Box> some_boxes(oracle::Dice& dice, std::size_t count) {
  std::vector<Box> boxes(count);
  for (Box& box : boxes) {
    const Vec3 at = dice.chance(3) ? dice.grid(-3, 3) : dice.in_cube(3);  // on the grid they touch
    const Vec3 half = dice.chance(3) ? Vec3{0.5, 0.5, 0.5} : abs(dice.in_cube(0.6));
    box = {at - half, at + half};
  }
  return boxes;
}

TEST(GpuPairs, AreThoseOfEveryBoxWithEveryOther) {
  oracle::Dice dice(oracle::run_seed());
  std::size_t found = 0;
  for (const std::size_t count : {0u, 1u, 2u, 31u, 32u, 33u, 500u}) {
    const std::vector<Box> boxes = some_boxes(dice, count);
    std::vector<gpu::IndexPair> expected;
    for (std::uint32_t a = 0; a < count; ++a)
      for (std::uint32_t b = a + 1; b < count; ++b)
        if (overlap(boxes[a], boxes[b])) expected.push_back({a, b});
    const gpu::PairsResult result = gpu::pairs(boxes);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.pairs, expected);
    EXPECT_EQ(result.worker, gpu::devices().empty() ? gpu::Worker::processor : gpu::Worker::device);
    found += expected.size();
  }
  EXPECT_GT(found, 100u);
}

TEST(GpuPairs, NameTheFirstBoxThatIsNone) {
  oracle::Dice dice(oracle::fixed_seed);
  std::vector<Box> boxes = some_boxes(dice, 100);
  boxes[70] = Box{};
  boxes[41].hi.y = std::numeric_limits<double>::quiet_NaN();
  const gpu::PairsResult result = gpu::pairs(boxes);
  EXPECT_EQ(result.status, Status::invalid);
  EXPECT_EQ(result.unusable, 41u);
  EXPECT_TRUE(result.pairs.empty());
}

bool same(const CcdResult& a, const CcdResult& b) {
  return a.status == b.status && a.answer == b.answer && std::memcmp(&a.lower, &b.lower, sizeof a.lower) == 0 &&
         std::memcmp(&a.upper, &b.upper, sizeof a.upper) == 0 &&
         std::memcmp(&a.tolerance, &b.tolerance, sizeof a.tolerance) == 0;
}

TEST(GpuCcd, EqualsTheCallForOne) {
  oracle::Dice dice(oracle::run_seed());
  for (const CcdKind kind : {CcdKind::vertex_face, CcdKind::edge_edge}) {
    std::vector<FourPoints> at_0, at_1;
    while (at_0.size() < 3000) {
      const property::CcdCase c = property::ccd_case(dice);
      at_0.push_back(c.at_0);
      at_1.push_back(c.at_1);
    }
    at_0[11][3].z = std::numeric_limits<double>::quiet_NaN();
    at_1[2000][0].x = std::numeric_limits<double>::infinity();
    std::vector<CcdResult> results(at_0.size());
    const gpu::BatchReport report = gpu::ccd(kind, at_0, at_1, results);
    ASSERT_TRUE(report.ok());
    EXPECT_TRUE(report.failure.empty()) << report.failure;
    std::size_t hits = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const CcdResult one = ccd(kind, at_0[i], at_1[i]);
      EXPECT_TRUE(same(results[i], one)) << i;
      hits += one.yes();
    }
    EXPECT_EQ(results[11].status, Status::invalid);
    EXPECT_EQ(results[2000].status, Status::invalid);
    EXPECT_GT(hits, results.size() / 5);
  }
}

TEST(GpuCcd, RefusesListsOfDifferentLengths) {
  std::vector<FourPoints> at_0(3), at_1(2);
  std::vector<CcdResult> results(3);
  EXPECT_EQ(gpu::ccd(CcdKind::edge_edge, at_0, at_1, results).status, Status::invalid);
  EXPECT_EQ(results[0].answer, Answer::unknown);
}

TEST(GpuCcd, OnDeviceMemoryNeedsADevice) {
  if (!gpu::devices().empty()) return;
  EXPECT_EQ(gpu::ccd(CcdKind::edge_edge, gpu::CcdOnDevice{}, nullptr), Status::unsupported);
  EXPECT_EQ(gpu::pairs(gpu::PairsOnDevice{}, nullptr), Status::unsupported);
}

}  // namespace
}  // namespace graze
