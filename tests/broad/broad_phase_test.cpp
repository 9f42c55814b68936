// The parts of the broad phase: float boxes, the curve, sorting, the choice of `automatic`, and every instruction set.
#include "broad/broad_phase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "broad/curve.h"
#include "broad/kernels.h"
#include "broad/sort_pairs.h"
#include "math/posed_box.h"
#include "tests/property/broad.h"

namespace graze {
namespace {

TEST(BroadKernels, MoveAlikeAndRoundOutward) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  std::size_t clamped = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<Box> boxes;
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 0; i < 50; ++i) {
      const auto layout =
          property::box_layouts[std::size_t(dice.integer(0, int(std::size(property::box_layouts)) - 1))];
      boxes.push_back(property::random_box(dice, layout, 3));
      ids.push_back(49 - i);
    }
    if (dice.chance(2)) boxes[std::size_t(dice.integer(0, 49))].hi.y = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::uint8_t> present(50, BoxTables::present);
    if (dice.chance(4)) present[std::size_t(dice.integer(0, 49))] = 0;
    struct Moved {
      std::vector<FloatBox> floats = std::vector<FloatBox>(50);
      std::vector<Box> boxes = std::vector<Box>(50);
      std::vector<std::uint8_t> flags;
      std::vector<std::uint32_t> changes = std::vector<std::uint32_t>(51);
      std::size_t change_count = 0, done = 0;
      float largest = 0;
    };
    const auto moved = [&](Isa isa) {
      Moved to;
      to.flags = present;
      BoxTables tables{to.boxes.data(), to.floats.data(), to.flags.data(), 50, to.changes.data(), 0, 0};
      to.done = broad_kernels(isa).move(ids.data(), boxes.data(), 50, tables);
      to.change_count = tables.change_count;
      to.largest = tables.largest;
      return to;
    };
    const Moved expected = moved(Isa::scalar);
    for (std::size_t i = 0; i < expected.done; ++i)
      for (int axis = 0; axis < 3; ++axis) {
        const FloatBox& box = expected.floats[ids[i]];
        clamped += box.lo[axis] == -float_max;
        EXPECT_TRUE(double(box.lo[axis]) <= boxes[i].lo[axis] || box.lo[axis] == -float_max);
        EXPECT_TRUE(double(box.hi[axis]) >= boxes[i].hi[axis] || box.hi[axis] == float_max);
      }
    for (const Isa isa : instruction_sets()) {
      const Moved got = moved(isa);
      EXPECT_EQ(got.done, expected.done) << seed;
      EXPECT_EQ(got.change_count, got.done) << seed;
      EXPECT_EQ(got.changes, expected.changes) << seed;
      EXPECT_EQ(got.flags, expected.flags) << seed;
      EXPECT_EQ(got.boxes, expected.boxes) << seed;
      EXPECT_EQ(got.largest, expected.largest) << seed;
      EXPECT_EQ(std::memcmp(got.floats.data(), expected.floats.data(), 50 * sizeof(FloatBox)), 0) << seed;
    }
  }
  EXPECT_GT(clamped, 0u);
}

TEST(BroadKernels, FindTheSamePairsOnEveryInstructionSet) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  std::uint64_t doubts = 0, pairs = 0;
  for (const property::BoxLayout layout : property::box_layouts) {
    constexpr std::uint32_t blocks = 9, count = blocks * 16;
    std::vector<Box> boxes;
    std::vector<FloatBox> floats;
    std::vector<std::uint32_t> order;
    float largest = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      boxes.push_back(property::random_box(dice, layout, 3));
      floats.push_back(to_float(boxes.back(), i));
      largest = largest_bound(floats.back(), largest);
      order.push_back(dice.chance(10) ? BoxSet::none : i);  // with unused lanes
    }
    const Exact exact{boxes.data(), floats.data(), float_slack(largest)};
    struct Found {
      std::vector<BoxBlock> blocks = std::vector<BoxBlock>(9), parents = std::vector<BoxBlock>(1);
      std::vector<FloatBox> rows = std::vector<FloatBox>(count);
      std::vector<std::uint64_t> leaves, lanes;
      std::vector<unsigned> ones;
      std::uint64_t doubts = 0, tests = 0;
    };
    const auto found = [&](Isa isa) {
      const BroadKernels& kernels = broad_kernels(isa);
      Found result;
      kernels.gather(floats.data(), count, order.data(), blocks, result.rows.data(), result.blocks.data(),
                     result.parents.data());
      std::vector<std::uint64_t> near;
      for (std::uint64_t i = 0; i < blocks; ++i) near.push_back(i << 32 | i);
      for (std::uint64_t i = 0; i < blocks; ++i)
        for (std::uint64_t j = i + 1; j < blocks; ++j) near.push_back(j << 32 | i);
      const auto collect = [&](auto kernel, std::vector<std::uint64_t>& list) {
        list.resize(BroadKernels::most_of_group);
        PairSink sink{list.data(), list.size(), 0, 0};
        EXPECT_EQ(kernel(sink), near.size());
        list.resize(sink.count);
        result.doubts += sink.doubts;
      };
      collect(
          [&](PairSink& sink) {
            return kernels.leaves(result.blocks.data(), result.parents.data(), near.data(), near.size(),
                                  result.rows.data(), exact, sink, result.tests);
          },
          result.leaves);
      collect(
          [&](PairSink& sink) {
            return kernels.lanes(result.blocks.data(), result.parents.data(), near.data(), near.size(), sink,
                                 result.tests);
          },
          result.lanes);
      for (const FloatBox& box : floats) result.ones.push_back(kernels.one(box, result.blocks[0]));
      return result;
    };
    const Found expected = found(Isa::scalar);
    doubts += expected.doubts;
    pairs += expected.leaves.size();
    std::vector<std::uint64_t> plain;
    for (std::uint32_t i = 0; i < count; ++i)
      for (std::uint32_t j = i + 1; j < count; ++j)
        if (order[i] == i && order[j] == j && overlap(boxes[i], boxes[j])) plain.push_back(id_pair(i, j).key);
    std::vector<std::uint64_t> sorted = expected.leaves;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, plain) << name(layout) << ", seed " << seed;
    for (const Isa isa : instruction_sets()) {
      const Found got = found(isa);
      EXPECT_EQ(std::memcmp(got.blocks.data(), expected.blocks.data(), blocks * sizeof(BoxBlock)), 0) << seed;
      EXPECT_EQ(std::memcmp(got.rows.data(), expected.rows.data(), count * sizeof(FloatBox)), 0) << seed;
      for (int axis = 0; axis < 3; ++axis)
        for (std::size_t lane = 0; lane < blocks; ++lane) {
          EXPECT_EQ(got.parents[0].lo[axis][lane], expected.parents[0].lo[axis][lane]) << seed;
          EXPECT_EQ(got.parents[0].hi[axis][lane], expected.parents[0].hi[axis][lane]) << seed;
        }
      EXPECT_EQ(got.leaves, expected.leaves) << seed;
      EXPECT_EQ(got.lanes, expected.lanes) << seed;
      EXPECT_EQ(got.ones, expected.ones) << seed;
      EXPECT_EQ(got.doubts, expected.doubts) << seed;
      EXPECT_EQ(got.tests, expected.tests) << seed;
    }
  }
  EXPECT_GT(doubts, 0u) << seed;
  EXPECT_GT(pairs, 1000u) << seed;
}

TEST(BroadKernels, SortGroupsOnEveryInstructionSet) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint64_t> keys;
    const auto most = static_cast<std::size_t>(dice.integer(1, 12));
    for (int group = 0; group < 20; ++group)
      for (std::size_t i = static_cast<std::size_t>(dice.integer(1, int(most))); i > 0; --i)
        keys.push_back(std::uint64_t(group) * 0x0c00000000000000u + (dice.bits() & 0xffff));
    std::vector<std::uint64_t> expected = keys;
    std::sort(expected.begin(), expected.end());
    for (const Isa isa : instruction_sets()) {
      std::vector<std::uint64_t> got = keys;
      broad_kernels(isa).sort_groups(got.data(), got.size(), most);
      EXPECT_EQ(got, expected) << "seed " << seed;
    }
  }
}

TEST(Curve, VisitsEveryCellOnceAndGoesToANeighbour) {
  for (const unsigned bits : {2u, 4u}) {
    const std::uint32_t side = 1u << bits;
    std::vector<std::array<int, 3>> visited(std::size_t{side} * side * side, {-9, -9, -9});
    for (std::uint32_t x = 0; x < side; ++x)
      for (std::uint32_t y = 0; y < side; ++y)
        for (std::uint32_t z = 0; z < side; ++z) {
          const std::uint64_t at = curve_index(x, y, z, bits);
          ASSERT_LT(at, visited.size());
          EXPECT_EQ(visited[at][0], -9);
          visited[at] = {int(x), int(y), int(z)};
        }
    for (std::size_t i = 1; i < visited.size(); ++i) {
      int steps = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) steps += std::abs(visited[i][axis] - visited[i - 1][axis]);
      EXPECT_EQ(steps, 1) << "from " << i - 1;
    }
  }
}

TEST(PairSorter, SortsFewManyAndLopsidedPairs) {
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  PairSorter sorter;
  for (int round = 0; round < 60; ++round) {
    const int ids = dice.pick({5, 100, 5000});
    const int hub = dice.pick({1, 3, 1000000});  // one pair in how many has id 0
    std::vector<std::uint64_t> keys;
    for (int i = dice.integer(0, 6000); i > 0; --i) {
      const auto a = std::uint32_t(dice.chance(hub) ? 0 : dice.integer(0, ids - 1));
      const auto b = std::uint32_t(dice.integer(0, ids - 1));
      if (a != b) keys.push_back(id_pair(a, b).key);
    }
    std::vector<std::uint64_t> expected = keys;
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    keys = expected;
    for (std::size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[dice.bits() % i]);
    std::vector<IdPair> pairs;
    sorter.sort(keys.data(), keys.size(), std::size_t(ids), pairs);
    ASSERT_EQ(pairs.size(), expected.size()) << "seed " << seed;
    for (std::size_t i = 0; i < pairs.size(); ++i) ASSERT_EQ(pairs[i].key, expected[i]) << "seed " << seed;
    // In parts, some of them empty, and in threads.
    std::vector<FoundPairs> parts(std::size_t(dice.integer(1, 9)));
    for (const std::uint64_t key : keys)
      parts[dice.bits() % parts.size() / 2 * 2].append(std::uint32_t(key >> 32), std::uint32_t(key));
    for (const int threads : {1, 3}) {
      pairs.clear();
      sorter.sort(parts, std::size_t(ids), pairs, threads);
      ASSERT_EQ(pairs.size(), expected.size()) << "seed " << seed;
      for (std::size_t i = 0; i < pairs.size(); ++i) ASSERT_EQ(pairs[i].key, expected[i]) << "seed " << seed;
    }
  }
}

TEST(BroadPhase, AutomaticChangesWithTheNumberOfBoxes) {
  BroadPhase phase;
  const Box box{{0, 0, 0}, {1, 1, 1}};
  std::vector<BroadKind> kinds;
  const auto step = [&] {
    EXPECT_EQ(phase.step().pairs.size(), phase.size() * (phase.size() - (phase.size() > 0)) / 2);
    if (kinds.empty() || kinds.back() != phase.kind_in_use()) kinds.push_back(phase.kind_in_use());
  };
  for (std::uint32_t id = 0; id < 40; ++id, step()) phase.add(id, box);
  for (std::uint32_t id = 40; id-- > 0; step()) phase.remove(id);
  EXPECT_EQ(kinds, (std::vector<BroadKind>{BroadKind::brute_force, BroadKind::dynamic_tree, BroadKind::brute_force}));
  EXPECT_EQ(phase.kind(), BroadKind::automatic);
}

TEST(BroadPhase, DoubleDecidesWhatFloatCannot) {
  // Apart by one step of double, by less than a step of float.
  const double edge = 0.1, next = std::nextafter(edge, 1.0);
  for (const BroadKind kind : broad_kinds) {
    BroadPhase phase(kind);
    phase.add(3, {{0, 0, 0}, {edge, 1, 1}});
    phase.add(1, {{next, 0, 0}, {1, 1, 1}});
    phase.add(2, {{edge, 0, 0}, {1, 1, 1}});
    const BroadResult result = phase.step();
    ASSERT_EQ(result.pairs.size(), 2u) << name(kind);
    EXPECT_EQ(result.pairs[0], id_pair(1, 2));
    EXPECT_EQ(result.pairs[1], id_pair(2, 3));
    EXPECT_EQ(result.pairs[1].lesser(), 2u);
    EXPECT_EQ(result.pairs[1].greater(), 3u);
  }
}

TEST(BroadPhase, GrownHoldsTheMargin) {
  const Box box{{0.1, -1e300, -std::numeric_limits<double>::infinity()}, {0.2, 1, 2}};
  const Box larger = grown(box, 0.3);
  EXPECT_LT(larger.lo.x, 0.1 - 0.3);
  EXPECT_GT(larger.hi.x, 0.2 + 0.3);
  EXPECT_LT(larger.lo.y, box.lo.y);
  EXPECT_EQ(larger.lo.z, box.lo.z);
  EXPECT_EQ(grown(box, 0), box);
}

TEST(BroadPhase, CountsTheSameWorkOnEveryStepOfTheSameBoxes) {
  // Nothing moved: the pairs are kept, and no work is done.
  for (const BroadKind kind : broad_kinds) {
    BroadPhase phase(kind);
    for (std::uint32_t id = 0; id < 50; ++id) phase.add(id, {{double(id), 0, 0}, {id + 1.5, 1, 1}});
    EXPECT_EQ(phase.step().pairs.size(), 49u) << name(kind);
    const BroadResult again = phase.step();
    EXPECT_EQ(again.pairs.size(), 49u) << name(kind);
    EXPECT_EQ(again.counters.box_tests, 0u) << name(kind);
  }
}

}  // namespace
}  // namespace graze
