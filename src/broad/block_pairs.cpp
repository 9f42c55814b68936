#include "broad/block_pairs.h"

#include <algorithm>
#include <utility>

#include "base/executor.h"
#include "broad/kernels.h"

namespace graze {
namespace {

// Pairs of leaves that are worth a task of their own.
constexpr std::size_t leaf_pairs_a_task = 512;

void test_leaves(const BlockTree& tree, const BoxSet& set, const std::uint64_t* near, std::size_t count,
                 FoundPairs& found, BroadCounters& counters) {
  const Exact exact{set.boxes(), set.floats(), set.slack()};
  PairSink sink;
  sink.count = found.count;
  for (std::size_t done = 0; done < count;) {
    sink.pairs = found.keys.need(sink.count + BroadKernels::most_of_group, sink.count);
    sink.capacity = found.keys.capacity();
    done += broad_kernels().leaves(tree.blocks(0), tree.blocks(1), near + done, count - done, tree.rows(), exact, sink,
                                   counters.box_tests);
  }
  found.count = sink.count;
  counters.doubts += sink.doubts;
}

}  // namespace

std::size_t BlockPairs::list_selves(std::size_t count, FoundPairs& list) {
  std::uint64_t* const keys = list.keys.need(count + 1);
  for (std::size_t i = 0; i < count; ++i) keys[i] = std::uint64_t{i} << 32 | i;
  return list.count = count;
}

// Pairs of blocks of level 0, each block with itself among them.
void BlockPairs::find_leaf_pairs(const BlockTree& tree, BroadCounters& counters) {
  std::size_t level = tree.levels() - 1;
  list_selves(tree.count(level), near_);
  while (level > 0) {
    const std::span<const std::uint64_t> from{near_.keys.data(), near_.count};
    PairSink sink;
    sink.count = list_selves(tree.count(level - 1), next_);
    for (std::size_t done = 0; done < from.size();) {
      sink.pairs = next_.keys.need(sink.count + BroadKernels::most_of_group, sink.count);
      sink.capacity = next_.keys.capacity();
      done += broad_kernels().lanes(tree.blocks(level), tree.blocks(level + 1), from.data() + done, from.size() - done,
                                    sink, counters.box_tests);
    }
    next_.count = sink.count;
    std::swap(near_, next_);
    --level;
  }
}

void BlockPairs::find(const BlockTree& tree, const BoxSet& set, int threads, FoundPairs& found,
                      BroadCounters& counters) {
  found.count = 0;
  if (tree.levels() == 0) return;
  find_leaf_pairs(tree, counters);
  if (threads == 1 || near_.count <= leaf_pairs_a_task) {
    test_leaves(tree, set, near_.keys.data(), near_.count, found, counters);
    return;
  }
  const std::size_t tasks = (near_.count + leaf_pairs_a_task - 1) / leaf_pairs_a_task;
  std::vector<FoundPairs> parts(tasks);
  std::vector<BroadCounters> work(tasks);
  parallel_for(tasks, 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t task = begin; task < end; ++task) {
      const std::size_t first = task * leaf_pairs_a_task;
      test_leaves(tree, set, near_.keys.data() + first, std::min(leaf_pairs_a_task, near_.count - first), parts[task],
                  work[task]);
    }
  });
  for (std::size_t task = 0; task < tasks; ++task) {
    std::uint64_t* const keys = found.keys.need(found.count + parts[task].count, found.count);
    std::copy_n(parts[task].keys.data(), parts[task].count, keys + found.count);
    found.count += parts[task].count;
    counters.box_tests += work[task].box_tests;
    counters.doubts += work[task].doubts;
  }
}

}  // namespace graze
