// Sorting in runs gives what sorting in memory gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "store/path_order.h"
#include "store/sorter.h"
#include "tests/store/stores.h"

namespace graze {
namespace {

struct Item {
  std::uint64_t key;
  std::uint64_t serial;
};

TEST(Sorter, RunsAreMergedInOrderAndEqualOnesStayInOrder) {
  const TestFolder folder("sorter");
  scenes::Random random(11);
  for (const std::uint64_t memory : {std::uint64_t{1}, std::uint64_t{1} << 30}) {
    Sorter<Item> sorter(folder / "", memory);
    std::vector<Item> expected;
    for (std::uint64_t i = 0; i < 10000; ++i) {
      expected.push_back({random.next() % 500, i});
      sorter.add(expected.back());
    }
    std::stable_sort(expected.begin(), expected.end(), [](const Item& x, const Item& y) { return x.key < y.key; });
    Item item;
    for (const Item& wanted : expected) {
      ASSERT_TRUE(sorter.next(item));
      ASSERT_EQ(item.key, wanted.key);
      ASSERT_EQ(item.serial, wanted.serial);
    }
    EXPECT_FALSE(sorter.next(item));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder / "")) << "scratch files are left";
}

TEST(Sorter, PathsHaveTheirPlacesInTheOrderOfBytes) {
  const TestFolder folder("paths");
  scenes::Random random(12);
  std::vector<std::string> paths;
  for (int i = 0; i < 3000; ++i) {
    std::string path = "hall/";
    for (std::uint64_t k = random.next() % 40; k > 0; --k) path += static_cast<char>(random.next() % 7 + 250);
    paths.push_back(path);
  }
  paths.push_back("");
  std::vector<std::uint32_t> expected(paths.size()), order(paths.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) { return paths[x] < paths[y]; });
  for (std::uint32_t i = 0; i < order.size(); ++i) expected[order[i]] = i;
  for (const std::uint64_t memory : {std::uint64_t{4000}, std::uint64_t{1} << 30}) {
    std::size_t at = 0;
    const auto ranks = text_ranks(
        [&](std::string& text) {
          if (at == paths.size()) return false;
          text = paths[at++];
          return true;
        },
        folder / "", memory);
    EXPECT_EQ(ranks, expected);
  }
}

}  // namespace
}  // namespace graze
