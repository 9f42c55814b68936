// Pairs of blocks of sixteen boxes. Which boxes overlap is chance, so nothing branches on it: flat passes over a group
// of pairs write what is left for the next pass.
//
// 1. Of each pair of blocks, the lanes of one that meet the box of the other, of the block where these are fewer.
// 2. Each of these lanes against the other block: a mask.
// 3. Masks that are not empty, as pairs.
#pragma once

#include "broad/isa/overlap.inl"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

inline Boxes16 load(const BoxBlock& block) {
  Boxes16 boxes;
  for (int axis = 0; axis < 3; ++axis) {
    boxes.lo[axis] = Float16::load(block.lo[axis]);
    boxes.hi[axis] = Float16::load(block.hi[axis]);
  }
  return boxes;
}

// Box number 16 * block + lane.
inline OneBox one_box(const BoxBlock* blocks, std::uint32_t number) {
  const BoxBlock& block = blocks[number / 16];
  const std::size_t lane = number % 16;
  OneBox box;
  for (int axis = 0; axis < 3; ++axis) {
    box.lo[axis] = block.lo[axis][lane];
    box.hi[axis] = block.hi[axis][lane];
  }
  return box;
}

struct Items {
  static constexpr std::size_t most = BroadKernels::group * 16;
  std::uint32_t single[most + 16];  // the number of a box
  std::uint32_t block[most + 16];   // the block that it is tested against
  std::uint16_t mask[most + 16];
  std::uint32_t met[most + 16];  // items with a mask
  std::size_t count, met_count;
};

inline void pass_1(const BoxBlock* blocks, const BoxBlock* parents, const std::uint64_t* pairs, std::size_t count,
                   Items& items) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = std::uint32_t(pairs[i] >> 32), b = std::uint32_t(pairs[i]);
    unsigned lanes_a = overlapping(one_box(parents, b), load(blocks[a]));
    const unsigned lanes_b = overlapping(one_box(parents, a), load(blocks[b]));
    // A block against itself: every lane against those after it.
    lanes_a = a == b ? 0x7fffu : lanes_a;
    const bool fewer_b = __builtin_popcount(lanes_b) < __builtin_popcount(lanes_a) && a != b;
    const std::uint32_t single = fewer_b ? b : a, block = fewer_b ? a : b;
    const unsigned added = append_lanes(fewer_b ? lanes_b : lanes_a, single * 16, items.single + n);
    for (std::size_t k = 0; k < 16; ++k) items.block[n + k] = block;
    n += added;
  }
  items.count = n;
}

inline void pass_2(const BoxBlock* blocks, Items& items) {
  for (std::size_t i = 0; i < items.count; ++i) {
    const std::uint32_t single = items.single[i], block = items.block[i];
    const unsigned bits = overlapping(one_box(blocks, single), load(blocks[block]));
    const unsigned first = single / 16 == block ? single % 16 + 1 : 0;
    items.mask[i] = std::uint16_t(bits >> first << first);
  }
  for (std::size_t i = items.count; i < items.count + 16; ++i) items.mask[i] = 0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < items.count; i += 16)
    n += append_lanes(nonzero(items.mask + i), std::uint32_t(i), items.met + n);
  items.met_count = n;
}

template <class Emit>
inline std::size_t in_groups(const BoxBlock* blocks, const BoxBlock* parents, const std::uint64_t* pairs,
                             std::size_t count, PairSink& sink, std::uint64_t& tests, Emit emit) {
  Items items;
  for (std::size_t done = 0; done < count;) {
    const std::size_t some = count - done < BroadKernels::group ? count - done : BroadKernels::group;
    pass_1(blocks, parents, pairs + done, some, items);
    if (items.count * 16 + 16 > sink.capacity - sink.count) return done;
    pass_2(blocks, items);
    tests += (2 * some + items.count) * 16;
    for (std::size_t i = 0; i < items.met_count; ++i) {
      const std::uint32_t item = items.met[i];
      emit(items.single[item], items.block[item], unsigned(items.mask[item]));
    }
    done += some;
  }
  return count;
}

std::size_t lanes(const BoxBlock* blocks, const BoxBlock* parents, const std::uint64_t* pairs, std::size_t count,
                  PairSink& sink, std::uint64_t& tests) {
  const auto emit = [&](std::uint32_t single, std::uint32_t block, unsigned mask) {
    for (; mask != 0; mask &= mask - 1)
      sink.pairs[sink.count++] = std::uint64_t{single} << 32 | (block * 16 + unsigned(__builtin_ctz(mask)));
  };
  return in_groups(blocks, parents, pairs, count, sink, tests, emit);
}

std::size_t leaves(const BoxBlock* blocks, const BoxBlock* parents, const std::uint64_t* pairs, std::size_t count,
                   const std::uint32_t* ids, const Exact& exact, PairSink& sink, std::uint64_t& tests) {
  const auto emit = [&](std::uint32_t single, std::uint32_t block, unsigned mask) {
    const std::uint32_t* const others = ids + std::size_t{block} * 16;
    mask = decide(mask, one_box(blocks, single), ids[single], load(blocks[block]), others, exact, sink);
    append_pairs(mask, ids[single], others, sink);
  };
  return in_groups(blocks, parents, pairs, count, sink, tests, emit);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
