// All axes in the lanes of one register; the last lane is that of z once more.
#include <immintrin.h>

#include "math/posed_box.h"

namespace graze {

extern const PosedBox posed_box_avx2;

namespace {

using Four = double __attribute__((vector_size(32)));
using Bits = long long __attribute__((vector_size(32)));

// Number by number: a pose was often stored a moment ago, and a load across two stores has to wait for both to reach
// the cache, and so for all that was begun before them.
Four load(const Vec3& v) {
  const __m256d xy = _mm256_blend_pd(_mm256_broadcast_sd(&v.x), _mm256_broadcast_sd(&v.y), 2);
  return _mm256_blend_pd(xy, _mm256_broadcast_sd(&v.z), 12);
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
  const Four low = load(local.lo), high = load(local.hi), sum = low + high, width = high - low;
  const Four middle = sum * 0.5, grown = width * (0.5 + share) + (magnitude(sum) * share + least);
  const Four c0 = load(pose.linear.c0), c1 = load(pose.linear.c1), c2 = load(pose.linear.c2);
  const Four t = load(pose.translation);
  const Four at = ((c0 * splat<0>(middle) + c1 * splat<1>(middle)) + c2 * splat<2>(middle)) + t;
  const Four extent =
      ((magnitude(c0) * splat<0>(grown) + magnitude(c1) * splat<1>(grown)) + magnitude(c2) * splat<2>(grown)) +
      (magnitude(t) * share + least);
  if (!((extent[0] + extent[1]) + extent[2] < ordinary)) [[unlikely]]
    return posed_box_at_extremes(pose, local);
  const Four lo = at - extent, hi = at + extent;
  return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}

}  // namespace

const PosedBox posed_box_avx2 = posed;

}  // namespace graze
