// One box against sixteen: which overlap, which of those float has not decided, and writing their pairs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "broad/kernels.h"
#include "math/wide16.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

struct Boxes16 {
  Float16 lo[3], hi[3];
};

struct OneBox {
  float lo[3], hi[3];
};

inline unsigned overlapping(const OneBox& a, const Boxes16& b) {
  const Mask16 x = (b.lo[0] <= Float16::all(a.hi[0])) & (Float16::all(a.lo[0]) <= b.hi[0]);
  const Mask16 y = (b.lo[1] <= Float16::all(a.hi[1])) & (Float16::all(a.lo[1]) <= b.hi[1]);
  const Mask16 z = (b.lo[2] <= Float16::all(a.hi[2])) & (Float16::all(a.lo[2]) <= b.hi[2]);
  return (x & y & z).bits();
}

// Of those that overlap in float: which may not in double.
inline unsigned undecided(const OneBox& a, const Boxes16& b, float slack) {
  unsigned bits = 0;
  for (int axis = 0; axis < 3; ++axis) {
    bits |= (Float16::all(a.hi[axis] - slack) <= b.lo[axis]).bits();
    bits |= (b.hi[axis] - Float16::all(slack) <= Float16::all(a.lo[axis])).bits();
  }
  return bits;
}

inline bool overlap_exactly(const Box& a, const Box& b) {
  return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y && a.lo.z <= b.hi.z &&
         b.lo.z <= a.hi.z;
}

// Takes away what overlaps in float alone.
inline unsigned decide(unsigned overlapping, const OneBox& a, std::uint32_t id, const Boxes16& b,
                       const std::uint32_t* ids, const Exact& exact, PairSink& sink) {
  for (unsigned open = overlapping & undecided(a, b, exact.slack); open != 0; open &= open - 1) {
    const unsigned lane = unsigned(__builtin_ctz(open));
    ++sink.doubts;
    if (!overlap_exactly(exact.boxes[id], exact.boxes[ids[lane]])) overlapping &= ~(1u << lane);
  }
  return overlapping;
}

inline void append_pairs(unsigned bits, std::uint32_t id, const std::uint32_t* ids, PairSink& sink) {
  for (; bits != 0; bits &= bits - 1) {
    const std::uint32_t other = ids[__builtin_ctz(bits)];
    sink.pairs[sink.count++] = id < other ? std::uint64_t{id} << 32 | other : std::uint64_t{other} << 32 | id;
  }
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
