// One box that looks for what is near, against sixteen boxes.
#pragma once

#include "broad/isa/blocks.inl"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

unsigned near(const FloatBox& box, float limit, const BoxBlock& block, float* gaps_sq) {
  const Float16 zero = Float16::all(0), most = Float16::all(gap_most);
  Float16 sum = zero;
  for (int axis = 0; axis < 3; ++axis) {
    const Float16 above = Float16::load(block.lo[axis]) - Float16::all(box.hi[axis]);
    const Float16 below = Float16::all(box.lo[axis]) - Float16::load(block.hi[axis]);
    const Float16 gap = min(max(max(above, below), zero), most);
    sum = sum + gap * gap;
  }
  // Three roundings of 2^-24 per term and two of the sum.
  sum = sum * Float16::all(1 - 0x1p-20f);
  sum.store(gaps_sq);
  return ((sum <= Float16::all(limit)) & (Float16::load(block.lo[0]) <= Float16::load(block.hi[0]))).bits();
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
