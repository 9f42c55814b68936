// A large part is searched in pieces.
#include "tests/store/giant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace graze {
namespace {

TEST(Giant, IsACandidateOnlyWhereItsPiecesAre) {
  const TestFolder folder("giant");
  std::vector<Part> parts;
  make_giant(80000, 1500, 3, [&](Part part) { parts.push_back(std::move(part)); });
  write_store(folder / "s", parts);
  StoreCheckSettings settings;
  settings.parts_a_tile = 60;
  std::map<std::uint64_t, double> seconds;
  std::mutex mutex;
  settings.timed = [&](std::uint64_t unit, double taken, std::uint64_t) {
    const std::lock_guard lock(mutex);
    seconds[unit] = taken;
  };
  const Found found = check(folder / "s", settings);
  const ClashResult expected = find_clashes(parts, settings.clash);
  // Blocks deep in the ball are near none of its triangles, and must be found all the same.
  ASSERT_EQ(found.clashes.size(), expected.clashes.size());
  for (std::size_t i = 0; i < found.clashes.size(); ++i) {
    EXPECT_EQ(found.clashes[i].a, expected.clashes[i].a);
    EXPECT_EQ(found.clashes[i].b, expected.clashes[i].b);
    EXPECT_EQ(found.clashes[i].value, expected.clashes[i].value);
  }
  EXPECT_LT(found.done.candidates, expected.candidates);
  const auto enclosed = std::count_if(found.clashes.begin(), found.clashes.end(),
                                      [](const Clash& clash) { return clash.value == ClashClass::enclosed; });
  EXPECT_GT(enclosed, 100);
  EXPECT_GT(expected.clashes.size(), 300u);
  EXPECT_GT(seconds.size(), 20u);
}

}  // namespace
}  // namespace graze
