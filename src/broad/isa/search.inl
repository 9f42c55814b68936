// One ray, or one box that looks for what is near, against sixteen boxes.
#pragma once

#include "broad/isa/blocks.inl"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

unsigned ray(const FloatRay& ray, float limit, const BoxBlock& block, float* entries) {
  Float16 in = Float16::all(0), out = Float16::all(limit);
  for (int axis = 0; axis < 3; ++axis) {
    const Float16 inverse = Float16::all(ray.inverse[axis]);
    const Float16 low = (Float16::load(block.lo[axis]) - Float16::all(ray.up[axis])) * inverse;
    const Float16 high = (Float16::load(block.hi[axis]) - Float16::all(ray.down[axis])) * inverse;
    // The second is kept where the first is NaN.
    in = max(ray.negative[axis] ? high : low, in);
    out = min(ray.negative[axis] ? low : high, out);
  }
  in.store(entries);
  return (in <= out * Float16::all(1 + 0x1p-20f) + Float16::all(0x1p-120f)).bits();
}

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
