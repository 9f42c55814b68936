// Groups of clashes against what they promise, at random.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "parts.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

struct Case {
  std::vector<Part> parts;
  std::vector<Clash> clashes;
};

Case random_case(oracle::Dice& dice) {
  Case c;
  const int parts = dice.integer(2, 12);
  for (int i = 0; i < parts; ++i) c.parts.push_back({"p" + std::to_string(i), "p" + std::to_string(i), {}, {}, ""});
  for (int i = 0; i < parts; ++i) {
    for (int j = i + 1; j < parts; ++j) {
      if (!dice.chance(3)) continue;
      Clash clash;
      clash.a = static_cast<std::uint32_t>(i);
      clash.b = static_cast<std::uint32_t>(j);
      const std::vector<PartKey> keys = part_keys(c.parts);
      clash.id = clash_id(keys[clash.a], keys[clash.b]);
      clash.value = dice.pick({ClashClass::overlapping, ClashClass::touching, ClashClass::clearance});
      clash.distance = dice.integer(-3, 3);
      clash.point = dice.chance(8) ? dice.in_cube(1e300) : dice.in_cube(4);
      c.clashes.push_back(clash);
    }
  }
  return c;
}

void expect_partition(const Case& c, const std::vector<ClashGroup>& groups) {
  std::set<std::size_t> seen;
  std::size_t count = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    ASSERT_FALSE(groups[i].clashes.empty());
    if (i > 0) {
      EXPECT_LE(groups[i].clashes.size(), groups[i - 1].clashes.size());
    }
    seen.insert(groups[i].clashes.begin(), groups[i].clashes.end());
    count += groups[i].clashes.size();
  }
  EXPECT_EQ(count, c.clashes.size());
  EXPECT_EQ(seen.size(), c.clashes.size());
}

TEST(ClashGroups, EachClashIsInOneGroupThatItFits) {
  const std::uint64_t seed = oracle::run_seed();
  SCOPED_TRACE("seed " + std::to_string(seed));
  oracle::Dice dice(seed);
  int shared = 0;
  for (int round = 0; round < 300; ++round) {
    const Case c = random_case(dice);
    const std::vector<std::size_t> order = worst_first(c.clashes);
    std::vector<std::size_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;

    const std::vector<ClashGroup> by_part = group_clashes(c.clashes, c.parts, GroupBy::part, 0);
    expect_partition(c, by_part);
    std::vector<std::size_t> of_part(c.parts.size());
    for (const Clash& clash : c.clashes) ++of_part[clash.a], ++of_part[clash.b];
    if (!by_part.empty()) {
      EXPECT_EQ(by_part[0].clashes.size(), *std::max_element(of_part.begin(), of_part.end()));
    }
    for (const ClashGroup& group : by_part) {
      for (const std::size_t i : group.clashes) {
        EXPECT_TRUE(c.parts[c.clashes[i].a].path == group.name || c.parts[c.clashes[i].b].path == group.name);
      }
    }

    const std::vector<ClashGroup> by_place = group_clashes(c.clashes, c.parts, GroupBy::place, 2);
    expect_partition(c, by_place);
    for (const ClashGroup& group : by_place) {
      shared += group.clashes.size() > 1;
      EXPECT_EQ(group.name, c.clashes[group.clashes[0]].id);
      for (const std::size_t i : group.clashes) {
        EXPECT_TRUE(i == group.clashes[0] || length(c.clashes[i].point - group.point) <= 2);
        EXPECT_GE(place[i], place[group.clashes[0]]);
      }
      // No worse leader was near enough to take this one.
      for (const ClashGroup& other : by_place) {
        if (place[other.clashes[0]] >= place[group.clashes[0]]) continue;
        EXPECT_GT(length(other.point - group.point), 2);
      }
    }
  }
  EXPECT_GT(shared, 100);
}

TEST(ClashGroups, TheWorstComesFirst) {
  const ClashReport report = test::one_of_each();
  std::vector<ClashClass> classes;
  for (const std::size_t i : worst_first(report.result.clashes)) classes.push_back(report.result.clashes[i].value);
  EXPECT_EQ(classes, (std::vector{ClashClass::overlapping, ClashClass::enclosed, ClashClass::duplicate,
                                  ClashClass::clearance, ClashClass::touching}));
  EXPECT_TRUE(group_clashes(report.result.clashes, report.assembly.parts, GroupBy::none, 1).empty());
}

}  // namespace
}  // namespace graze
