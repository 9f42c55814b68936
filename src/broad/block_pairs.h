// Every pair of boxes of a BlockTree that overlap: pairs of blocks that meet, level by level.
#pragma once

#include "broad/block_tree.h"
#include "broad/broad_phase.h"
#include "broad/columns.h"

namespace graze {

// Keeps its memory from call to call.
class BlockPairs {
 public:
  // Replaces `found`; in no order. The tree is up to date with the set.
  void find(const BlockTree& tree, const BoxSet& set, int threads, FoundPairs& found, BroadCounters& counters);

 private:
  void find_leaf_pairs(const BlockTree& tree, BroadCounters& counters);
  static std::size_t list_selves(std::size_t count, FoundPairs& list);

  FoundPairs near_, next_;
};

}  // namespace graze
