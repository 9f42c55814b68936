// A tree without pointers: boxes in an order along a curve, sixteen to a block, sixteen blocks to a block of the level
// above. The order is kept while boxes move; new ones are put at its end, and sort() makes it anew.
//
// It holds the ids of a BoxSet and reads their boxes from it; the caller tells what changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "broad/box_block.h"
#include "broad/box_set.h"
#include "broad/buffer.h"
#include "broad/curve_order.h"
#include "broad/split_order.h"

namespace graze {

class BlockTree {
 public:
  static constexpr std::size_t width = BoxBlock::width;
  static constexpr std::size_t blocks_for(std::size_t count) { return (count + width - 1) / width; }

  // --- the order ---

  // Every id of the set, anew; refit() must follow. Splitting takes longer than the curve, and queries less (see
  // broad/split_order.h).
  enum class Order { curve, splits };
  void sort(const BoxSet& set, Order order = Order::curve);
  bool holds(std::uint32_t id) const noexcept { return id < places_.size() && places_[id] != BoxSet::none; }
  std::size_t place(std::uint32_t id) const noexcept { return places_[id]; }  // of one that it holds
  // At the end; put() or refit() must follow.
  void append(std::uint32_t id);
  // Leaves an unused lane; refit() must follow.
  void drop(std::uint32_t id) noexcept;
  std::size_t places_in_use() const noexcept { return places_in_use_; }  // those without an id included
  // Are the places without an id so many that one more is worth a sort?
  bool wasteful(std::size_t ids) const noexcept { return places_in_use_ >= ids + ids / 4 + width; }

  // --- the boxes ---

  void refit(const BoxSet& set, int threads = 1);
  // One that was appended, moved, or removed from the set, into its lane and all levels above.
  void put(const BoxSet& set, std::uint32_t id);
  // As put() of one that was removed, of one that is there still.
  void take_out(std::uint32_t id);

  std::size_t levels() const noexcept { return counts_.size(); }  // the last has one block, or none
  std::size_t count(std::size_t level) const noexcept { return counts_[level]; }
  bool empty() const noexcept { return places_in_use_ == 0; }
  // Lane i of block b of level k is block 16 b + i of level k - 1, or place 16 b + i of the order. There is one level
  // more, with the box of everything.
  const BoxBlock* blocks(std::size_t level) const noexcept { return levels_[level].data(); }
  const std::uint32_t* order() const noexcept { return order_.data(); }  // ids, or none
  const FloatBox* rows() const noexcept { return rows_.data(); }         // the boxes in that order

  std::size_t memory() const noexcept;
  std::string validate(const BoxSet& set) const;

 private:
  void add_block();
  void write(std::size_t place, const FloatBox& box);

  CurveOrder curve_;
  SplitOrder splits_;
  Buffer<std::uint32_t> order_;
  std::vector<std::uint32_t> places_;  // by id: where in the order, or none
  std::size_t places_in_use_ = 0;
  Buffer<FloatBox> rows_;
  std::vector<Buffer<BoxBlock>> levels_;
  std::vector<std::size_t> counts_;
};

}  // namespace graze
