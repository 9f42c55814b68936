// What is built on first need, by many threads at once.
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>

#include "models.h"
#include "shape/data.h"
#include "shape/once.h"

namespace graze {
namespace {

template <class Run>
void in_threads(int count, Run run) {
  std::atomic<int> waiting{count};
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      run(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Lazy, OneTreeAndOneTopologyForAllThreadsAndCopies) {
  for (int round = 0; round < 20; ++round) {
    const Shape surface = test::torus(40, 40).shape();
    std::vector<const Tree*> trees(8);
    std::vector<const OrientedNode*> oriented(8);
    std::vector<const Topology*> topologies(8);
    std::vector<std::size_t> memory(8);
    in_threads(8, [&](int i) {
      const auto at = static_cast<std::size_t>(i);
      const Shape mine = i % 2 == 0 ? surface : as_solid(surface);
      if (i % 3 == 0) oriented[at] = data_of(mine).oriented().data();  // before the tree, which it needs
      trees[at] = &data_of(mine).tree();
      oriented[at] = data_of(mine).oriented().data();
      memory[at] = mine.memory();
      topologies[at] = &mine.topology();
    });
    for (std::size_t i = 1; i < 8; ++i) {
      EXPECT_EQ(trees[i], trees[0]);
      EXPECT_EQ(oriented[i], oriented[0]);
      EXPECT_EQ(topologies[i], topologies[0]);
      EXPECT_GE(memory[i], trees[0]->memory() + trees[0]->nodes.size() * sizeof(OrientedNode));
    }
    const std::vector<Triangle> triangles = all_triangles(data_of(surface));
    EXPECT_EQ(validate(*trees[0], triangles), "");
    EXPECT_EQ(validate(*trees[0], {oriented[0], trees[0]->nodes.size()}, triangles), "");
  }
}

TEST(Lazy, MakesOnce) {
  Once<int> once;
  std::atomic<int> made{0};
  EXPECT_EQ(once.peek(), nullptr);
  in_threads(8, [&](int) { EXPECT_EQ(once.get([&] { return ++made; }), 1); });
  EXPECT_EQ(made, 1);
  EXPECT_EQ(*once.peek(), 1);
}

TEST(Lazy, AFailedBuildIsTriedAgain) {
  Once<int> once;
  std::atomic<int> calls{0}, failures{0};
  in_threads(8, [&](int) {
    try {
      EXPECT_EQ(once.get([&]() -> int {
        if (++calls <= 3) throw std::bad_alloc();
        return 7;
      }),
                7);
    } catch (const std::bad_alloc&) {
      ++failures;
    }
  });
  EXPECT_EQ(failures, 3);
  EXPECT_EQ(calls, 4);
}

}  // namespace
}  // namespace graze
