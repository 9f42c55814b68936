// Lists that threads make and sort: the same as one thread would.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/first_touch.h"
#include "base/parallel_sort.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

TEST(ParallelSort, IsTheSortOfOneThread) {
  const std::uint64_t seed = oracle::run_seed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  oracle::Dice dice(seed);
  std::vector<std::uint64_t> scratch;
  for (const int count : {0, 1, 511, 512, 513, 1024, 1025, 3000, 4096, 5000, 20000, 50001}) {
    std::vector<std::uint64_t> list;
    const std::uint64_t few = dice.pick({std::uint64_t{3}, std::uint64_t{1000}, ~std::uint64_t{0}});
    for (int i = 0; i < count; ++i) list.push_back(dice.bits() % few);
    std::vector<std::uint64_t> expected = list;
    std::sort(expected.begin(), expected.end());
    parallel_sort(list, scratch, 3, std::less<>());
    EXPECT_EQ(list, expected) << count;
  }
}

struct Element {
  std::uint64_t value = 7, other = 9, more[14] = {};
};

TEST(GrowingList, IsMadeBeforeItIsFilled) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{4095}, std::size_t{4097}, std::size_t{300001}})
    for (const std::size_t each : {std::size_t{16}, std::size_t{1000}, std::size_t{5000}}) {
      GrowingList<Element> growing(count, 3);
      Element* const data = growing.data();
      std::vector<std::uint8_t> was_made(count, 0);
      const auto fill = [&](std::size_t first, std::size_t begin, std::size_t end) {
        for (std::size_t i = first + begin * each; i < std::min(count, first + end * each); ++i) {
          was_made[i] += data[i].value == 7 && data[i].other == 9;
          data[i].value = i;
        }
      };
      // In two parts, as rays in rows and the rest of them are.
      const std::size_t units = count / each / 2, left = count - units * each;
      growing.fill(0, each, units, 1, [&](std::size_t begin, std::size_t end) { fill(0, begin, end); });
      growing.fill(units * each, each, (left + each - 1) / each, 4,
                   [&](std::size_t begin, std::size_t end) { fill(units * each, begin, end); });
      const std::vector<Element> list = growing.take();
      ASSERT_EQ(list.size(), count);
      EXPECT_EQ(list.data(), data);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(was_made[i], 1) << i;
        ASSERT_EQ(list[i].value, i);
        ASSERT_EQ(list[i].other, 9u);
      }
    }
}

}  // namespace
}  // namespace graze
