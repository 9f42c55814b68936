#include "graze/box_tree.h"

#include <gtest/gtest.h>

#include <thread>

#include "broad/box_index.h"
#include "broad/exact_box.h"
#include "broad/kernels.h"
#include "tests/property/box_trees.h"

namespace graze {
namespace {

void expect_agreement(const property::Tally& tally) {
  EXPECT_FALSE(tally.failed()) << "seed " << tally.seed << ": " << tally.failure;
  for (const auto& [kind, counts] : tally.kinds) EXPECT_GT(counts.rate(), 0.15) << kind << ", seed " << tally.seed;
}

TEST(BoxTree, AnswersAsLoopsDoForAFixedSeed) {
  expect_agreement(property::check_box_trees(oracle::fixed_seed, oracle::scaled(66), 12, 60));
}

TEST(BoxTree, AnswersAsLoopsDoForAFreshSeed) {
  const property::Tally tally = property::check_box_trees(oracle::run_seed(), oracle::scaled(44), 12, 60);
  tally.print("box trees");
  expect_agreement(tally);
}

TEST(BoxTree, AnswersAsLoopsDoForManyBoxes) {
  const property::Tally tally = property::check_box_trees(oracle::run_seed(), oracle::scaled(11), 12, 700);
  tally.print("box trees, many boxes");
  expect_agreement(tally);
}

TEST(BoxTree, RefusesWhatIsNoBoxOrNoRay) {
  BoxTree tree;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  tree.add(7, {{0, 0, 0}, {1, 1, 1}});
  EXPECT_THROW(tree.add(7, {{0, 0, 0}, {1, 1, 1}}), Error);
  EXPECT_THROW(tree.add(8, {}), Error);
  EXPECT_THROW(tree.move(7, {{0, nan, 0}, {1, 1, 1}}), Error);
  EXPECT_THROW(tree.move(9, {{0, 0, 0}, {1, 1, 1}}), Error);
  EXPECT_THROW(tree.remove(9), Error);
  EXPECT_EQ(tree.box(7), (Box{{0, 0, 0}, {1, 1, 1}}));
  EXPECT_TRUE(tree.box(9).empty());
  EXPECT_EQ(tree.overlap(Box{}).status, Status::invalid);
  EXPECT_EQ(tree.ray({{0, 0, 0}, {0, 0, 0}}).status, Status::invalid);
  EXPECT_EQ(tree.ray({{0, nan, 0}, {1, 0, 0}}).status, Status::invalid);
  EXPECT_EQ(tree.nearest(Vec3{nan, 0, 0}, 1).status, Status::invalid);
  EXPECT_EQ(tree.size(), 1u);
  EXPECT_EQ(tree.validate(), "");
}

TEST(BoxTree, CollectorsStop) {
  BoxTree tree;
  for (std::uint64_t id = 0; id < 100; ++id) tree.add(100 - id, {{double(id), 0, 0}, {double(id) + 1, 1, 1}});
  std::vector<std::uint64_t> seen;
  EXPECT_EQ(tree.overlap({{0, 0, 0}, {50, 1, 1}},
                         [&](std::uint64_t id) {
                           seen.push_back(id);
                           return seen.size() < 3;
                         }),
            Status::ok);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{50, 51, 52}));
  int hits = 0;
  tree.ray({{0.5, 0.5, 0.5}, {1, 0, 0}}, [&](const BoxTreeRay::Hit&) { return ++hits < 5; });
  EXPECT_EQ(hits, 5);
  EXPECT_GT(tree.memory(), 100 * sizeof(Box));
}

// The tree is brought up to date by whichever query comes first.
TEST(BoxTree, QueriesRunSideBySide) {
  BoxTree tree;
  oracle::Dice dice(oracle::run_seed());
  for (std::uint64_t id = 0; id < 2000; ++id) {
    const Vec3 at = dice.in_cube(10);
    tree.add(id, {at, at + Vec3{1, 1, 1}});
  }
  for (int round = 0; round < 20; ++round) {
    for (std::uint64_t id = 0; id < 300; ++id) {
      const Vec3 at = dice.in_cube(10);
      tree.move(id, {at, at + Vec3{1, 1, 1}});
    }
    BoxTreeResult found[4];
    {
      std::vector<std::jthread> threads;
      for (BoxTreeResult& result : found)
        threads.emplace_back([&] { result = tree.overlap({{-2, -2, -2}, {2, 2, 2}}); });
    }
    for (const BoxTreeResult& result : found) EXPECT_EQ(result.ids, found[0].ids);
    EXPECT_GT(found[0].ids.size(), 10u);
  }
}

// All instruction sets search alike, bit by bit.
TEST(BroadKernels, SearchAlike) {
  oracle::Dice dice(oracle::run_seed());
  int hits = 0;
  for (int round = 0; round < 2000; ++round) {
    const auto layout = property::box_layouts[dice.bits() % std::size(property::box_layouts)];
    BoxBlock block;
    for (std::size_t lane = 0; lane < BoxBlock::width; ++lane) {
      const FloatBox box = to_float(property::random_box(dice, layout, 3), 0);
      const bool unused = dice.chance(8);
      for (int axis = 0; axis < 3; ++axis) {
        block.lo[axis][lane] = unused ? std::numeric_limits<float>::infinity() : box.lo[axis];
        block.hi[axis][lane] = unused ? -std::numeric_limits<float>::infinity() : box.hi[axis];
      }
    }
    Ray ray{dice.in_cube(3), dice.in_cube(1)};
    if (dice.chance(3)) ray.direction[dice.integer(0, 2)] = 0;
    const FloatRay query = to_float(ray);
    const FloatBox box = to_float(property::random_box(dice, layout, 3), 0);
    // The same sixteen below each lane of the block, so that a walk takes one level and, from the top of two, both.
    const std::vector<BoxBlock> below(BoxBlock::width, block);
    const auto places = [&](Isa isa, int levels) {
      RayWalk walk(query);
      walk.blocks[0] = below.data();
      walk.blocks[1] = &block;
      walk.words[0] = waiting(0, 0);
      walk.levels[0] = std::int8_t(levels - 1);
      walk.top = 1;
      std::vector<std::uint32_t> met;
      for (std::uint32_t place; broad_kernels(isa).next_box(walk, query.limit(10), place);) met.push_back(place);
      return met;
    };
    float gaps[2][BoxBlock::width];
    const std::vector<std::uint32_t> one = places(Isa::scalar, 1), two = places(Isa::scalar, 2);
    const unsigned near = broad_kernels(Isa::scalar).near(box, 4, block, gaps[0]);
    hits += !one.empty();
    EXPECT_GE(two.size(), one.size() * one.size());
    for (const Isa isa : instruction_sets().subspan(1)) {
      EXPECT_EQ(places(isa, 1), one);
      EXPECT_EQ(places(isa, 2), two);
      EXPECT_EQ(broad_kernels(isa).near(box, 4, block, gaps[1]), near);
      for (std::size_t lane = 0; lane < BoxBlock::width; ++lane) EXPECT_EQ(gaps[0][lane], gaps[1][lane]);
    }
  }
  EXPECT_GT(hits, 200);
}

// Boxes in eighths and ways in halves, so that double decides: a swept box meets what the ray from its middle meets of
// the others, grown by half of it.
TEST(BoxIndex, SweepsMissNothing) {
  oracle::Dice dice(oracle::fixed_seed);
  const auto eighths = [&](double most) {
    Vec3 v = dice.in_cube(most);
    for (int axis = 0; axis < 3; ++axis) v[axis] = std::round(v[axis] * 8) / 8;
    return v;
  };
  BoxIndex index;
  std::vector<Box> boxes;
  for (std::uint32_t id = 0; id < 500; ++id) {
    const Vec3 at = eighths(10), size = abs(eighths(2));
    boxes.push_back({at, at + size});
    ASSERT_EQ(index.add(id, boxes.back()), Status::ok);
  }
  std::size_t met = 0, visited = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 at = eighths(10), half = abs(eighths(1));
    Vec3 by = dice.chance(4) ? Vec3{0, 0, 4} : eighths(8) * 4;
    if (by == Vec3{}) by = {1, 0, 0};
    const double max = dice.chance(2) ? 1 : 0.5;
    std::vector<bool> seen(boxes.size());
    index.sweep({at - half, at + half}, by, max, [&](std::uint32_t id) {
      EXPECT_FALSE(seen[id]);
      seen[id] = true;
      ++visited;
      return max;
    });
    for (std::size_t id = 0; id < boxes.size(); ++id) {
      const Box grown{boxes[id].lo - half, boxes[id].hi + half};
      if (!meet({at, by, max, {}}, grown).hit) continue;
      ++met;
      EXPECT_TRUE(seen[id]);
    }
  }
  EXPECT_GT(met, 2000u);
  EXPECT_LE(visited, met + met / 100);
}

}  // namespace
}  // namespace graze
