// Vectors of three numbers in four lanes, for kernels of AVX2 that ask about one pair; the last lane is that of z once
// more. The same bits as Vec3 gives.
#include <immintrin.h>

#include "graze/api.h"
#include "graze/math.h"

namespace graze {
namespace {

using Two = double __attribute__((vector_size(16)));
using Four = double __attribute__((vector_size(32)));
using Bits = long long __attribute__((vector_size(32)));

// Number by number: a pose was often stored a moment ago, and a load across two stores has to wait for both to reach
// the cache, and so for all that was begun before them.
GRAZE_INLINE Four load(const Vec3& v) {
  const __m256d xy = _mm256_blend_pd(_mm256_broadcast_sd(&v.x), _mm256_broadcast_sd(&v.y), 2);
  return _mm256_blend_pd(xy, _mm256_broadcast_sd(&v.z), 12);
}
GRAZE_INLINE Two low(Four v) { return _mm256_castpd256_pd128(v); }
GRAZE_INLINE Two high(Four v) { return _mm256_extractf128_pd(v, 1); }
GRAZE_INLINE Four magnitude(Four v) {
  constexpr long long all_but_sign = 0x7fffffffffffffff;
  return Four(Bits(v) & Bits{all_but_sign, all_but_sign, all_but_sign, all_but_sign});
}
GRAZE_INLINE Four yzxx(Four v) { return __builtin_shufflevector(v, v, 1, 2, 0, 0); }
GRAZE_INLINE double sum(Four v) { return (v[0] + v[1]) + v[2]; }
// Of each the sum.
GRAZE_INLINE Two sums(Four p, Four q) {
  const Four x_and_z = _mm256_unpacklo_pd(p, q);
  return (low(x_and_z) + Two(_mm_unpackhi_pd(low(p), low(q)))) + high(x_and_z);
}
GRAZE_INLINE double dot(Four a, Four b) { return sum(a * b); }
// Of what is not negative.
GRAZE_INLINE double root(double x) {
  double result;
  asm("vsqrtsd %1, %1, %0" : "=x"(result) : "x"(x));
  return result;
}
GRAZE_INLINE double larger(double a, double b) { return a < b ? b : a; }
GRAZE_INLINE double clamp_share(double share) { return share > 0 ? (share < 1 ? share : 1) : 0; }
GRAZE_INLINE bool equal(Four a, Four b) { return (_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_EQ_OQ)) & 7) == 7; }
GRAZE_INLINE void write(Four v, Vec3& to) {
  to.x = v[0];
  to.y = v[1];
  to.z = v[2];
}

struct Columns {
  Four c0, c1, c2;
};
GRAZE_INLINE Columns load(const Mat3& m) { return {load(m.c0), load(m.c1), load(m.c2)}; }

}  // namespace
}  // namespace graze
