// Between the lanes of eight or of four doubles: the largest, the least, which are equal to one, and permutations. No
// lane may be NaN where lanes are compared. All instruction sets give the same bits.
#pragma once

#include <cstdint>

#include "math/wide_double.h"
#include "math/wide_double4.h"

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

#if GRAZE_LANES != 1

// Lane by lane all bits or none.
struct DoubleMask4 {
  __m256d m;
  unsigned bits() const { return unsigned(_mm256_movemask_pd(m)); }
};
inline DoubleMask4 operator<(Double4 a, Double4 b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_LT_OQ)}; }
inline DoubleMask4 operator==(Double4 a, Double4 b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_EQ_OQ)}; }
inline DoubleMask4 operator&(DoubleMask4 a, DoubleMask4 b) { return {_mm256_and_pd(a.m, b.m)}; }
inline Double4 choose(DoubleMask4 mask, Double4 yes, Double4 no) { return {_mm256_blendv_pd(no.v, yes.v, mask.m)}; }
inline Double4 load4(const double* p) { return {_mm256_loadu_pd(p)}; }
inline Double4 root(Double4 a) { return {_mm256_sqrt_pd(a.v)}; }

inline double largest(__m256d a) {
  const __m128d half = _mm_max_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
  return _mm_cvtsd_f64(_mm_max_pd(half, _mm_unpackhi_pd(half, half)));
}
inline double least_lane(Double4 a) {
  const __m128d half = _mm_min_pd(_mm256_castpd256_pd128(a.v), _mm256_extractf128_pd(a.v, 1));
  return _mm_cvtsd_f64(_mm_min_pd(half, _mm_unpackhi_pd(half, half)));
}
// The first three lanes, and `last`.
inline Double4 with_last(Double4 a, Double4 last) { return {_mm256_blend_pd(a.v, last.v, 8)}; }

// Which lane each lane of the result comes from.
struct alignas(32) Permutation4 {
  std::int32_t half[8];
};
constexpr Permutation4 permutation4(int a, int b, int c, int d) {
  return {{2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1}};
}
inline Double4 permute(Double4 a, const Permutation4& p) {
  const __m256i index = _mm256_load_si256(reinterpret_cast<const __m256i*>(p.half));
  return {_mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(a.v), index))};
}

#else

struct DoubleMask4 {
  bool m[4];
  unsigned bits() const { return unsigned(m[0]) | unsigned(m[1]) << 1 | unsigned(m[2]) << 2 | unsigned(m[3]) << 3; }
};
inline DoubleMask4 operator<(const Double4& a, const Double4& b) {
  return {{a.v[0] < b.v[0], a.v[1] < b.v[1], a.v[2] < b.v[2], a.v[3] < b.v[3]}};
}
inline DoubleMask4 operator==(const Double4& a, const Double4& b) {
  return {{a.v[0] == b.v[0], a.v[1] == b.v[1], a.v[2] == b.v[2], a.v[3] == b.v[3]}};
}
inline DoubleMask4 operator&(const DoubleMask4& a, const DoubleMask4& b) {
  return {{a.m[0] && b.m[0], a.m[1] && b.m[1], a.m[2] && b.m[2], a.m[3] && b.m[3]}};
}
inline Double4 choose(const DoubleMask4& mask, const Double4& yes, const Double4& no) {
  Double4 r;
  for (int i = 0; i < 4; ++i) r.v[i] = mask.m[i] ? yes.v[i] : no.v[i];
  return r;
}
inline Double4 load4(const double* p) { return {{p[0], p[1], p[2], p[3]}}; }
inline Double4 root(const Double4& a) {
  return lanewise(a, a, [](double x, double) { return __builtin_sqrt(x); });
}
inline double least_lane(const Double4& a) {
  const double x = a.v[0] < a.v[2] ? a.v[0] : a.v[2], y = a.v[1] < a.v[3] ? a.v[1] : a.v[3];
  return x < y ? x : y;
}
inline Double4 with_last(const Double4& a, const Double4& last) { return {{a.v[0], a.v[1], a.v[2], last.v[3]}}; }

struct Permutation4 {
  int lane[4];
};
constexpr Permutation4 permutation4(int a, int b, int c, int d) { return {{a, b, c, d}}; }
inline Double4 permute(const Double4& a, const Permutation4& p) {
  return {{a.v[p.lane[0]], a.v[p.lane[1]], a.v[p.lane[2]], a.v[p.lane[3]]}};
}

#endif

#if GRAZE_LANES == 512

inline double largest(Double8 a) {
  return largest(_mm256_max_pd(_mm512_castpd512_pd256(a.v), _mm512_extractf64x4_pd(a.v, 1)));
}
inline unsigned equal_lanes(Double8 a, double x) { return _mm512_cmp_pd_mask(a.v, _mm512_set1_pd(x), _CMP_EQ_OQ); }

#elif GRAZE_LANES == 2

inline double largest(Double8 a) { return largest(_mm256_max_pd(a.v, a.w)); }
inline unsigned equal_lanes(Double8 a, double x) {
  const __m256d value = _mm256_set1_pd(x);
  return unsigned(_mm256_movemask_pd(_mm256_cmp_pd(a.v, value, _CMP_EQ_OQ))) |
         unsigned(_mm256_movemask_pd(_mm256_cmp_pd(a.w, value, _CMP_EQ_OQ))) << 4;
}

#else

inline double largest(const Double8& a) {
  double r = a.v[0];
  for (int i = 1; i < 8; ++i) r = r < a.v[i] ? a.v[i] : r;
  return r;
}
inline unsigned equal_lanes(const Double8& a, double x) {
  unsigned r = 0;
  for (int i = 0; i < 8; ++i) r |= unsigned(a.v[i] == x) << i;
  return r;
}

#endif

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
