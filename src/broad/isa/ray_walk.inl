// From one box that a ray may meet to the next, sixteen boxes a step.
#pragma once

#include "broad/isa/blocks.inl"
#include "broad/ray_walk.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

struct WideRay {
  Float16 first_origin[3], last_origin[3], inverse[3];
  const std::uint32_t* first_row;
  const std::uint32_t* last_row;

  explicit WideRay(const RayWalk& walk) : first_row(walk.first_row), last_row(walk.last_row) {
    for (int axis = 0; axis < 3; ++axis) {
      first_origin[axis] = Float16::all(walk.first_origin[axis]);
      last_origin[axis] = Float16::all(walk.last_origin[axis]);
      inverse[axis] = Float16::all(walk.inverse[axis]);
    }
  }
};

// Bit i when the ray may meet lane i at an s of at most `limit`; entries: not before that.
inline unsigned meet(const WideRay& ray, float limit, const BoxBlock& block, Float16& entries) {
  static_assert(offsetof(BoxBlock, hi) == 3 * sizeof block.lo[0] && offsetof(BoxBlock, lo) == 0);
  const auto* const rows = reinterpret_cast<const char*>(&block);
  Float16 in = Float16::all(0), out = Float16::all(limit);
  for (int axis = 0; axis < 3; ++axis) {
    const Float16 first = Float16::load(rows + ray.first_row[axis] * sizeof block.lo[0]);
    const Float16 last = Float16::load(rows + ray.last_row[axis] * sizeof block.lo[0]);
    // The second is kept where the first is NaN.
    in = max((first - ray.first_origin[axis]) * ray.inverse[axis], in);
    out = min((last - ray.last_origin[axis]) * ray.inverse[axis], out);
  }
  entries = in;
  return (in <= out * Float16::all(1 + 0x1p-20f) + Float16::all(0x1p-120f)).bits();
}

inline void fetch(const void* first, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += 64) __builtin_prefetch(static_cast<const char*>(first) + at);
}

// What is below a block of a level, and not looked at next.
inline void fetch_below(const RayWalk& walk, int level, std::uint32_t below) {
  if (level > 0) {
    fetch(&walk.blocks[level - 1][below], sizeof(BoxBlock));
  } else if (walk.ahead.rows != nullptr) {
    fetch(static_cast<const char*>(walk.ahead.rows) + walk.ahead.row * walk.order[below], walk.ahead.row);
  }
}

// Lanes of up to sixteen blocks of a level that a ray may meet.
struct MetLanes {
  std::uint32_t blocks[block_width];
  alignas(64) float entries[block_width * block_width];
  std::uint32_t lanes[block_width * block_width + block_width];  // of all blocks, sixteen to a block
  std::size_t count = 0;

  void add(const WideRay& ray, float limit, const BoxBlock* level, std::uint32_t block, std::uint32_t index) {
    Float16 wide;
    const unsigned bits = meet(ray, limit, level[block], wide);
    wide.store(entries + index * block_width);
    blocks[index] = block;
    count += append_lanes(bits, index * std::uint32_t(block_width), lanes + count);
  }
};

// Blocks are looked into two levels at a time: those of the lower level do not wait for one another, and which of them
// have lanes that are met, which is chance, is not branched on.
bool next_box(RayWalk& walk, float limit, std::uint32_t& place) {
  const WideRay ray(walk);
  MetLanes met;
  while (walk.top > 0) {
    const std::uint64_t word = walk.words[--walk.top];
    int level = walk.levels[walk.top];
    if (entry_of(word) > limit) continue;
    const auto at = std::uint32_t(word);
    if (level < 0) {
      place = at;
      return true;
    }
    met.count = 0;
    if (level % 2 == 0) {
      met.add(ray, limit, walk.blocks[level], at, 0);
    } else {
      Float16 wide;
      std::uint32_t index = 0;
      for (unsigned lanes = meet(ray, limit, walk.blocks[level][at], wide); lanes != 0; lanes &= lanes - 1)
        met.add(ray, limit, walk.blocks[level - 1],
                at * std::uint32_t(block_width) + std::uint32_t(__builtin_ctz(lanes)), index++);
      --level;
    }
    // The nearest on top.
    const std::size_t first = walk.top;
    for (std::size_t i = 0; i < met.count; ++i) {
      const std::uint32_t lane = met.lanes[i];
      const std::uint32_t below = met.blocks[lane / block_width] * std::uint32_t(block_width) + lane % block_width;
      const std::uint64_t entry = waiting(met.entries[lane], below);
      fetch_below(walk, level, below);
      walk.levels[walk.top] = std::int8_t(level - 1);
      std::size_t to = walk.top++;
      for (; to > first && walk.words[to - 1] < entry; --to) walk.words[to] = walk.words[to - 1];
      walk.words[to] = entry;
    }
  }
  return false;
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
