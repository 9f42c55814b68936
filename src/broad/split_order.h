// An order of boxes for a tree that is asked more often than it is sorted: halved along the widest axis again and
// again, at places where blocks of all levels begin. Blocks are less long than along a curve, and meet fewer queries.
#pragma once

#include <cstdint>
#include <vector>

#include "broad/box_set.h"

namespace graze {

class SplitOrder {
 public:
  // The ids at places `begin` to `end` of the order, anew. Sixteen places are a block, sixteen blocks one of the level
  // above, from the first place of the order on.
  void sort(const BoxSet& set, std::uint32_t* order, std::size_t begin, std::size_t end);
  std::size_t memory() const noexcept { return items_.capacity() * sizeof(Item); }

 private:
  struct Item {
    float middle[3];
    std::uint32_t id;
  };
  void split(std::size_t begin, std::size_t end);

  std::vector<Item> items_;
  std::size_t first_ = 0;  // the place of items_[0]
};

}  // namespace graze
