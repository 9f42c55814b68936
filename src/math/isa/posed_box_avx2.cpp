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
  const __m256d lo = at - extent, hi = at + extent;
  // Two numbers at once, as who copies a box reads them: of numbers stored one by one that has to wait, too.
  const __m128d lo_xy = _mm256_castpd256_pd128(lo), lo_z = _mm256_extractf128_pd(lo, 1);
  const __m128d hi_xy = _mm256_castpd256_pd128(hi), hi_z = _mm256_extractf128_pd(hi, 1);
  Box result;
  const auto to = reinterpret_cast<double*>(&result);
  _mm_storeu_pd(to, lo_xy);
  _mm_storeu_pd(to + 2, _mm_unpacklo_pd(lo_z, hi_xy));
  _mm_storeu_pd(to + 4, _mm_shuffle_pd(hi_xy, hi_z, 1));
  return result;
}
static_assert(sizeof(Box) == 6 * sizeof(double));

}  // namespace

const PosedBox posed_box_avx2 = posed;

}  // namespace graze
