// All axes in the lanes of one register; the last lane holds whatever comes next in memory.
#include "math/posed_box.h"

namespace graze {

extern const PosedBox posed_box_avx2;

namespace {

using Four = double __attribute__((vector_size(32)));
using Bits = long long __attribute__((vector_size(32)));

static_assert(sizeof(Vec3) == 24 && sizeof(Pose) == 96 && sizeof(Box) == 48, "numbers are read four at a time");

// The numbers of a pose or box from the `first` on.
Four load(const void* numbers, int first) {
  Four lanes;
  __builtin_memcpy(&lanes, static_cast<const char*>(numbers) + 8 * first, sizeof lanes);
  return lanes;
}

// The same for the last vector, after which there is nothing to be read.
Four load_last(const void* numbers, int first) {
  const Four lanes = load(numbers, first - 1);
  return __builtin_shufflevector(lanes, lanes, 1, 2, 3, 3);
}

template <int axis>
Four splat(Four v) {
  return __builtin_shufflevector(v, v, axis, axis, axis, axis);
}

Four magnitude(Four v) {
  constexpr long long all_but_sign = 0x7fffffffffffffff;
  return Four(Bits(v) & Bits{all_but_sign, all_but_sign, all_but_sign, all_but_sign});
}

Box posed(const Pose& pose, const Box& local) noexcept {
  using namespace box_bound;
  const Four low = load(&local, 0), high = load_last(&local, 3), sum = low + high, width = high - low;
  const Four middle = sum * 0.5, grown = width * (0.5 + share) + (magnitude(sum) * share + least);
  const Four c0 = load(&pose, 0), c1 = load(&pose, 3), c2 = load(&pose, 6), t = load_last(&pose, 9);
  const Four at = ((c0 * splat<0>(middle) + c1 * splat<1>(middle)) + c2 * splat<2>(middle)) + t;
  const Four reach =
      ((magnitude(c0) * splat<0>(grown) + magnitude(c1) * splat<1>(grown)) + magnitude(c2) * splat<2>(grown)) +
      (magnitude(t) * share + least);
  if (!((reach[0] + reach[1]) + reach[2] < ordinary)) [[unlikely]]
    return posed_box_at_extremes(pose, local);
  const Four lo = at - reach, hi = at + reach;
  return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}

}  // namespace

const PosedBox posed_box_avx2 = posed;

}  // namespace graze
