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

unsigned one(const FloatBox& box, const BoxBlock& block) {
  return overlapping({{box.lo[0], box.lo[1], box.lo[2]}, {box.hi[0], box.hi[1], box.hi[2]}}, load(block));
}

struct Items {
  static constexpr std::size_t most = BroadKernels::group * 16;
  std::uint32_t single[most + 16];  // the number of a box
  std::uint32_t block[most + 16];   // the block that it is tested against
  std::uint16_t mask[most + 16];
  std::uint32_t met[most + 16];  // items with a mask
  std::size_t count, met_count;
};

// Every lane of a block against those after it.
inline void pass_1_within(std::uint32_t block, Items& items) {
  append_lanes(0x7fffu, block * 16, items.single + items.count);
  fill_lanes(block, items.block + items.count);
  items.count += 15;
}

inline void pass_1_across(const BoxBlock* blocks, const BoxBlock* parents, std::uint32_t a, std::uint32_t b,
                          Items& items) {
  const unsigned lanes_a = overlapping(one_box(parents, b), load(blocks[a]));
  const unsigned lanes_b = overlapping(one_box(parents, a), load(blocks[b]));
  const std::uint32_t fewer_b = -std::uint32_t(__builtin_popcount(lanes_b) < __builtin_popcount(lanes_a));
  const std::uint32_t change = (a ^ b) & fewer_b;
  fill_lanes(b ^ change, items.block + items.count);
  items.count += append_lanes(lanes_a ^ ((lanes_a ^ lanes_b) & fewer_b), (a ^ change) * 16, items.single + items.count);
}

inline void pass_2(const BoxBlock* blocks, Items& items) {
  for (std::size_t i = 0; i < items.count; ++i) {
    const std::uint32_t single = items.single[i], block = items.block[i];
    const unsigned bits = overlapping(one_box(blocks, single), load(blocks[block]));
    const unsigned first = (single % 16 + 1) & -unsigned(single / 16 == block);
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
    items.count = 0;
    for (std::size_t i = done; i < done + some; ++i) {
      const auto a = std::uint32_t(pairs[i] >> 32), b = std::uint32_t(pairs[i]);
      // Pairs of one block come together, so this is foreseen.
      if (a == b)
        pass_1_within(a, items);
      else
        pass_1_across(blocks, parents, a, b, items);
    }
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
    const OneBox one = one_box(blocks, single);
    for (; mask != 0; mask &= mask - 1) {
      const std::uint32_t other = block * 16 + unsigned(__builtin_ctz(mask));
      append_pair(one, ids[single], one_box(blocks, other), ids[other], exact, sink);
    }
  };
  return in_groups(blocks, parents, pairs, count, sink, tests, emit);
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
