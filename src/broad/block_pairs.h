// Every pair of boxes of a BlockTree that overlap: pairs of blocks that meet, level by level.
#pragma once

#include <span>
#include <vector>

#include "broad/block_tree.h"
#include "broad/broad_phase.h"
#include "broad/columns.h"

namespace graze {

// Keeps its memory from call to call.
class BlockPairs {
 public:
  // In no order, in parts that together hold each pair once; they stay until the next call. The tree is up to date with
  // the set.
  std::span<const FoundPairs> find(const BlockTree& tree, const BoxSet& set, int threads, BroadCounters& counters);

 private:
  // What a thread finds, and where: blocks that meet, and boxes of these.
  struct Task {
    FoundPairs near;
    BroadCounters counters;
  };
  void find_upper_pairs(const BlockTree& tree, BroadCounters& counters);

  FoundPairs near_, next_;  // pairs of blocks of one level
  std::vector<Task> tasks_;
  std::vector<FoundPairs> parts_;
};

}  // namespace graze
