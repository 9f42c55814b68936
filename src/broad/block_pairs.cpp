#include "broad/block_pairs.h"

#include <algorithm>
#include <utility>

#include "base/executor.h"
#include "broad/kernels.h"

namespace graze {
namespace {

// Pairs of blocks above the leaves for one task: so few that tasks are of a size, so many that lists are not short.
constexpr std::size_t least_pairs_a_task = 8, most_tasks = 64;

// Each block with itself.
void append_selves(std::size_t first, std::size_t last, FoundPairs& list) {
  std::uint64_t* const keys = list.keys.need(list.count + (last - first) + 1, list.count);
  for (std::size_t i = first; i < last; ++i) keys[list.count++] = std::uint64_t{i} << 32 | i;
}

// The pairs of blocks of the level below, appended.
void append_lower(const BlockTree& tree, std::size_t level, std::span<const std::uint64_t> pairs, FoundPairs& lower,
                  BroadCounters& counters) {
  PairSink sink;
  sink.count = lower.count;
  for (std::size_t done = 0; done < pairs.size();) {
    sink.pairs = lower.keys.need(sink.count + BroadKernels::most_of_group, sink.count);
    sink.capacity = lower.keys.capacity();
    done += broad_kernels().lanes(tree.blocks(level), tree.blocks(level + 1), pairs.data() + done, pairs.size() - done,
                                  sink, counters.box_tests);
  }
  lower.count = sink.count;
}

// The pairs of boxes of blocks of the lowest level.
void test_leaves(const BlockTree& tree, const BoxSet& set, std::span<const std::uint64_t> near, FoundPairs& found,
                 BroadCounters& counters) {
  const Exact exact{set.boxes(), set.floats(), set.slack()};
  PairSink sink;
  for (std::size_t done = 0; done < near.size();) {
    sink.pairs = found.keys.need(sink.count + BroadKernels::most_of_group, sink.count);
    sink.capacity = found.keys.capacity();
    done += broad_kernels().leaves(tree.blocks(0), tree.blocks(1), near.data() + done, near.size() - done, tree.rows(),
                                   exact, sink, counters.box_tests);
  }
  found.count = sink.count;
  counters.doubts += sink.doubts;
}

std::span<const std::uint64_t> listed(const FoundPairs& pairs) { return {pairs.keys.data(), pairs.count}; }

}  // namespace

// Pairs of blocks of level 1, each block with itself first; of level 0 where there is no other.
void BlockPairs::find_upper_pairs(const BlockTree& tree, BroadCounters& counters) {
  std::size_t level = tree.levels() - 1;
  near_.count = 0;
  append_selves(0, tree.count(level), near_);
  for (; level > 1; --level) {
    next_.count = 0;
    append_selves(0, tree.count(level - 1), next_);
    append_lower(tree, level, listed(near_), next_, counters);
    std::swap(near_, next_);
  }
}

std::span<const FoundPairs> BlockPairs::find(const BlockTree& tree, const BoxSet& set, int threads,
                                             BroadCounters& counters) {
  if (tree.levels() == 0) return {};
  find_upper_pairs(tree, counters);
  const bool leaves_only = tree.levels() == 1;
  // Each task has its share of the pairs above, and of the leaves with themselves, which come first in its list.
  const std::size_t share = threads == 1 ? near_.count : std::max(least_pairs_a_task, near_.count / most_tasks + 1);
  const std::size_t tasks = leaves_only ? 1 : (near_.count + share - 1) / share, leaves = tree.count(0);
  if (tasks_.size() < tasks) tasks_.resize(tasks);
  if (parts_.size() < tasks) parts_.resize(tasks);
  parallel_for(tasks, 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Task& task = tasks_[i];
      task.counters = {};
      if (leaves_only) {
        test_leaves(tree, set, listed(near_), parts_[i], task.counters);
        continue;
      }
      task.near.count = 0;
      append_selves(leaves * i / tasks, leaves * (i + 1) / tasks, task.near);
      append_lower(tree, 1, listed(near_).subspan(i * share, std::min(share, near_.count - i * share)), task.near,
                   task.counters);
      test_leaves(tree, set, listed(task.near), parts_[i], task.counters);
    }
  });
  for (std::size_t i = 0; i < tasks; ++i) {
    counters.box_tests += tasks_[i].counters.box_tests;
    counters.doubts += tasks_[i].counters.doubts;
  }
  return {parts_.data(), tasks};
}

}  // namespace graze
