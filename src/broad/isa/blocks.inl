// Pairs of blocks of sixteen boxes. Which boxes overlap is chance, so nothing branches on it: flat passes over a group
// of pairs write what is left for the next pass.
//
// 1. Of each pair of blocks, the lanes of one that meet the box of the other, of the block where these are fewer.
// 2. Each of these lanes against the other block: a mask.
// 3. Masks that are not empty, as two lists of boxes, and what is to be done with each pair of them.
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

inline OneBox one_box(const FloatBox* rows, std::uint32_t number) {
  const FloatBox& box = rows[number];
  return {{box.lo[0], box.lo[1], box.lo[2]}, {box.hi[0], box.hi[1], box.hi[2]}};
}

unsigned one(const FloatBox& box, const BoxBlock& block) { return overlapping(one_box(&box, 0), load(block)); }

struct Items {
  static constexpr std::size_t most = BroadKernels::group * 16;
  std::uint32_t single[most + 16];  // the number of a box
  std::uint32_t block[most + 16];   // the block that it is tested against
  std::uint16_t mask[most + 16];
  std::uint32_t met[most + 16];  // items with a mask
  std::size_t count, met_count;
};

// Of a part of the items that have a mask: pairs of boxes.
struct Met {
  static constexpr std::size_t items = 64;
  std::uint32_t single[items * 16 + 16], other[items * 16 + 16];
  std::size_t count;
};

struct Boxes8 {
  Float8 lo[3], hi[3];
};

inline Boxes8 load_half(const BoxBlock& block, std::size_t first) {
  Boxes8 boxes;
  for (int axis = 0; axis < 3; ++axis) {
    boxes.lo[axis] = Float8::load(block.lo[axis] + first);
    boxes.hi[axis] = Float8::load(block.hi[axis] + first);
  }
  return boxes;
}

inline unsigned overlapping(const OneBox& a, const Boxes8& b) {
  const Mask8 x = (b.lo[0] <= Float8::all(a.hi[0])) & (Float8::all(a.lo[0]) <= b.hi[0]);
  const Mask8 y = (b.lo[1] <= Float8::all(a.hi[1])) & (Float8::all(a.lo[1]) <= b.hi[1]);
  const Mask8 z = (b.lo[2] <= Float8::all(a.hi[2])) & (Float8::all(a.lo[2]) <= b.hi[2]);
  return (x & y & z).bits();
}

// Every lane of a block against those after it: passes 1 and 2 in one.
inline void within(const BoxBlock* blocks, std::uint32_t block, Items& items) {
  append_lanes(0x7fffu, block * 16, items.single + items.count);
  fill_lanes(block, 15, items.block + items.count);
  const Boxes8 low = load_half(blocks[block], 0), high = load_half(blocks[block], 8);
  std::uint16_t* const masks = items.mask + items.count;
  for (std::uint32_t lane = 0; lane < 8; ++lane) {
    const OneBox one = one_box(blocks, block * 16 + lane);
    masks[lane] = std::uint16_t((overlapping(one, low) & (0xfeu << lane)) | overlapping(one, high) << 8);
  }
  for (std::uint32_t lane = 8; lane < 15; ++lane)
    masks[lane] =
        std::uint16_t((overlapping(one_box(blocks, block * 16 + lane), high) & (0xfeu << (lane - 8)) & 0xffu) << 8);
  items.count += 15;
}

inline void pass_1_across(const BoxBlock* blocks, const BoxBlock* parents, std::uint32_t a, std::uint32_t b,
                          Items& items) {
  const unsigned lanes_a = overlapping(one_box(parents, b), load(blocks[a]));
  const unsigned lanes_b = overlapping(one_box(parents, a), load(blocks[b]));
  const std::uint32_t fewer_b = -std::uint32_t(__builtin_popcount(lanes_b) < __builtin_popcount(lanes_a));
  const std::uint32_t change = (a ^ b) & fewer_b;
  const unsigned added =
      append_lanes(lanes_a ^ ((lanes_a ^ lanes_b) & fewer_b), (a ^ change) * 16, items.single + items.count);
  fill_lanes(b ^ change, added, items.block + items.count);
  items.count += added;
}

// Boxes: the blocks, or the same boxes as rows, which are nearer together.
template <class Boxes>
inline void pass_2(const BoxBlock* blocks, const Boxes* boxes, std::size_t first, Items& items) {
  for (std::size_t i = first; i < items.count; ++i)
    items.mask[i] = std::uint16_t(overlapping(one_box(boxes, items.single[i]), load(blocks[items.block[i]])));
}

inline void list_met(Items& items) {
  for (std::size_t i = items.count; i < items.count + 16; ++i) items.mask[i] = 0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < items.count; i += 16)
    n += append_lanes(nonzero(items.mask + i), std::uint32_t(i), items.met + n);
  items.met_count = n;
}

inline void pass_3(const Items& items, std::size_t begin, std::size_t end, Met& met) {
  std::size_t n = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t item = items.met[i];
    const unsigned added = append_lanes(items.mask[item], items.block[item] * 16, met.other + n);
    fill_lanes(items.single[item], added, met.single + n);
    n += added;
  }
  met.count = n;
}

// Emit gets the pairs that met, and where to write; it returns the end of what it wrote.
template <class Boxes, class Emit>
inline std::size_t in_groups(const BoxBlock* blocks, const BoxBlock* parents, const Boxes* boxes,
                             const std::uint64_t* pairs, std::size_t count, PairSink& sink, std::uint64_t& tests,
                             Emit emit) {
  Items items;
  Met met;
  for (std::size_t done = 0; done < count;) {
    const std::size_t some = count - done < BroadKernels::group ? count - done : BroadKernels::group;
    const auto upper = [&](std::size_t i) { return std::uint32_t(pairs[i] >> 32); };
    const auto lower = [&](std::size_t i) { return std::uint32_t(pairs[i]); };
    items.count = 0;
    std::size_t i = done;
    for (; i < done + some && upper(i) == lower(i); ++i) within(blocks, upper(i), items);
    const std::size_t first = items.count;
    for (; i < done + some; ++i) pass_1_across(blocks, parents, upper(i), lower(i), items);
    if (items.count * 16 + 16 > sink.capacity - sink.count) return done;
    pass_2(blocks, boxes, first, items);
    list_met(items);
    tests += (2 * some + items.count) * 16;
    std::uint64_t* to = sink.pairs + sink.count;
    for (std::size_t begin = 0; begin < items.met_count; begin += Met::items) {
      const std::size_t end = items.met_count - begin < Met::items ? items.met_count : begin + Met::items;
      pass_3(items, begin, end, met);
      to = emit(met, to);
    }
    sink.count = std::size_t(to - sink.pairs);
    done += some;
  }
  return count;
}

std::size_t lanes(const BoxBlock* blocks, const BoxBlock* parents, const std::uint64_t* pairs, std::size_t count,
                  PairSink& sink, std::uint64_t& tests) {
  const auto emit = [](const Met& met, std::uint64_t* to) {
    for (std::size_t i = 0; i < met.count; ++i) to[i] = std::uint64_t{met.single[i]} << 32 | met.other[i];
    return to + met.count;
  };
  return in_groups(blocks, parents, blocks, pairs, count, sink, tests, emit);
}

std::size_t leaves(const BoxBlock* blocks, const BoxBlock* parents, const std::uint64_t* pairs, std::size_t count,
                   const FloatBox* rows, const Exact& exact, PairSink& sink, std::uint64_t& tests) {
  const Exact how = exact;
  std::uint64_t doubts = 0;
  const auto emit = [&](const Met& met, std::uint64_t* to) {
    for (std::size_t i = 0; i < met.count; ++i)
      to += write_pair(rows[met.single[i]], rows[met.other[i]], how, doubts, to);
    return to;
  };
  const std::size_t done = in_groups(blocks, parents, rows, pairs, count, sink, tests, emit);
  sink.doubts += doubts;
  return done;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
