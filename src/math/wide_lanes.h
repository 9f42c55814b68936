// Between the lanes of eight or of four doubles: the largest, the least, which are equal to one, and permutations. No
// lane may be NaN where lanes are compared. All instruction sets give the same bits.
#pragma once

#include <cstdint>

#include "graze/api.h"
#include "graze/math.h"
#include "math/wide_double.h"
#include "math/wide_double4.h"

// GRAZE_INLINE, since large functions would leave these out of line, as symbols of their own (tools/check_isa).

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

#if GRAZE_AVX

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

#elif GRAZE_LANES == 1

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
  return {{mask.m[0] ? yes.v[0] : no.v[0], mask.m[1] ? yes.v[1] : no.v[1], mask.m[2] ? yes.v[2] : no.v[2],
           mask.m[3] ? yes.v[3] : no.v[3]}};
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

// The lane of a largest value, as told from all but the last three bits of each: no value is above the one in that lane
// by more than 2^-49 of the larger magnitude.
//
// `marked` replaces the last five bits of each lane by 8 * block + lane, for up to four blocks, and `mark_of_largest`
// reads them: no value is above the one with that mark by more than 2^-47 of the larger magnitude.
#if GRAZE_LANES == 512

inline __m512d replace_last_bits(__m512d a, long long mask, __m512i bits) {
  return _mm512_castsi512_pd(
      _mm512_or_si512(_mm512_andnot_si512(_mm512_set1_epi64(mask), _mm512_castpd_si512(a)), bits));
}
GRAZE_INLINE unsigned last_bits_of_largest(__m512d a) {
  const double most = largest(_mm256_max_pd(_mm512_castpd512_pd256(a), _mm512_extractf64x4_pd(a, 1)));
  return unsigned(_mm_cvtsi128_si64(_mm_castpd_si128(_mm_set_sd(most))));
}
GRAZE_INLINE unsigned lane_of_largest(Double8 a) {
  return last_bits_of_largest(replace_last_bits(a.v, 7, _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7))) & 7;
}
GRAZE_INLINE Double8 marked(Double8 a, unsigned block) {
  const __m512i lanes = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
  return {replace_last_bits(a.v, 31, _mm512_or_si512(lanes, _mm512_set1_epi64(8 * static_cast<long long>(block))))};
}
inline Double8 larger_lanes(Double8 a, Double8 b) { return {_mm512_max_pd(a.v, b.v)}; }
GRAZE_INLINE unsigned mark_of_largest(Double8 a) { return last_bits_of_largest(a.v) & 31; }

#elif GRAZE_LANES == 2

inline __m256d replace_last_bits(__m256d a, long long mask, __m256i bits) {
  return _mm256_or_pd(_mm256_andnot_pd(_mm256_castsi256_pd(_mm256_set1_epi64x(mask)), a), _mm256_castsi256_pd(bits));
}
GRAZE_INLINE unsigned last_bits_of_largest(Double8 a) {
  const double most = largest(_mm256_max_pd(a.v, a.w));
  return unsigned(_mm_cvtsi128_si64(_mm_castpd_si128(_mm_set_sd(most))));
}
GRAZE_INLINE unsigned lane_of_largest(Double8 a) {
  return last_bits_of_largest({replace_last_bits(a.v, 7, _mm256_setr_epi64x(0, 1, 2, 3)),
                               replace_last_bits(a.w, 7, _mm256_setr_epi64x(4, 5, 6, 7))}) &
         7;
}
GRAZE_INLINE Double8 marked(Double8 a, unsigned block) {
  const __m256i first = _mm256_set1_epi64x(8 * static_cast<long long>(block));
  return {replace_last_bits(a.v, 31, _mm256_or_si256(first, _mm256_setr_epi64x(0, 1, 2, 3))),
          replace_last_bits(a.w, 31, _mm256_or_si256(first, _mm256_setr_epi64x(4, 5, 6, 7)))};
}
inline Double8 larger_lanes(Double8 a, Double8 b) { return {_mm256_max_pd(a.v, b.v), _mm256_max_pd(a.w, b.w)}; }
GRAZE_INLINE unsigned mark_of_largest(Double8 a) { return last_bits_of_largest(a) & 31; }

#elif GRAZE_LANES == 128

GRAZE_INLINE unsigned last_bits_of_largest(const Double8& a) {
  const double one = largest(a.v), other = largest(a.w);
  return unsigned(__builtin_bit_cast(std::uint64_t, one < other ? other : one) & 31);
}
GRAZE_INLINE unsigned lane_of_largest(const Double8& a) {
  return last_bits_of_largest({replace_last_bits(a.v, 7, 0), replace_last_bits(a.w, 7, 4)}) & 7;
}
GRAZE_INLINE Double8 marked(const Double8& a, unsigned block) {
  return {replace_last_bits(a.v, 31, 8 * std::uint64_t{block}),
          replace_last_bits(a.w, 31, 8 * std::uint64_t{block} + 4)};
}
inline Double8 larger_lanes(const Double8& a, const Double8& b) { return choose(b < a, a, b); }
GRAZE_INLINE unsigned mark_of_largest(const Double8& a) { return last_bits_of_largest(a); }

#else

inline double replace_last_bits(double a, std::uint64_t mask, std::uint64_t bits) {
  return __builtin_bit_cast(double, (__builtin_bit_cast(std::uint64_t, a) & ~mask) | bits);
}
GRAZE_INLINE unsigned last_bits_of_largest(const Double8& a) {
  double most = a.v[0];
  for (int i = 1; i < 8; ++i) most = most < a.v[i] ? a.v[i] : most;
  return unsigned(__builtin_bit_cast(std::uint64_t, most) & 31);
}
GRAZE_INLINE unsigned lane_of_largest(const Double8& a) {
  Double8 r;
  for (unsigned i = 0; i < 8; ++i) r.v[i] = replace_last_bits(a.v[i], 7, i);
  return last_bits_of_largest(r) & 7;
}
GRAZE_INLINE Double8 marked(const Double8& a, unsigned block) {
  Double8 r;
  for (unsigned i = 0; i < 8; ++i) r.v[i] = replace_last_bits(a.v[i], 31, 8 * block + i);
  return r;
}
inline Double8 larger_lanes(const Double8& a, const Double8& b) {
  return lanewise(a, b, [](double x, double y) { return x > y ? x : y; });
}
GRAZE_INLINE unsigned mark_of_largest(const Double8& a) { return last_bits_of_largest(a); }

#endif

// Eight points of four doubles each, the fourth unused, turned into lanes; and 1 or, where a bit is set, -1.
struct Columns8 {
  Double8 x, y, z;
};
#if GRAZE_LANES == 128

GRAZE_INLINE Columns8 columns(const double* const* p) {
  const auto pair = [p](int i, int axis) { return two_doubles(p[i][axis], p[i + 1][axis]); };
  const auto lanes = [pair](int axis) -> Double8 {
    return {{pair(0, axis), pair(2, axis)}, {pair(4, axis), pair(6, axis)}};
  };
  return {lanes(0), lanes(1), lanes(2)};
}
GRAZE_INLINE Double8 signs(unsigned bits) {
  // The sign bit of lane i is bit i.
  const auto pair = [bits](unsigned i) {
    return with_signs(two_doubles(1, 1), std::uint64_t{bits >> i & 1} << 63, std::uint64_t{bits >> (i + 1) & 1} << 63);
  };
  return {{pair(0), pair(2)}, {pair(4), pair(6)}};
}

#elif GRAZE_LANES == 1

GRAZE_INLINE Columns8 columns(const double* const* p) {
  Columns8 r;
  for (int i = 0; i < 8; ++i) {
    r.x.v[i] = p[i][0];
    r.y.v[i] = p[i][1];
    r.z.v[i] = p[i][2];
  }
  return r;
}
GRAZE_INLINE Double8 signs(unsigned bits) {
  Double8 r;
  for (unsigned i = 0; i < 8; ++i) r.v[i] = (bits >> i & 1) != 0 ? -1.0 : 1.0;
  return r;
}

#else

struct Columns4 {
  __m256d x, y, z;
};
GRAZE_INLINE Columns4 columns4(const double* const* p) {
  const __m256d a = _mm256_loadu_pd(p[0]), b = _mm256_loadu_pd(p[1]);
  const __m256d c = _mm256_loadu_pd(p[2]), d = _mm256_loadu_pd(p[3]);
  const __m256d xz = _mm256_unpacklo_pd(a, b), more_xz = _mm256_unpacklo_pd(c, d);
  return {_mm256_permute2f128_pd(xz, more_xz, 0x20),
          _mm256_permute2f128_pd(_mm256_unpackhi_pd(a, b), _mm256_unpackhi_pd(c, d), 0x20),
          _mm256_permute2f128_pd(xz, more_xz, 0x31)};
}
#if GRAZE_LANES == 512
inline Double8 join(__m256d a, __m256d b) { return {_mm512_insertf64x4(_mm512_castpd256_pd512(a), b, 1)}; }
GRAZE_INLINE Double8 signs(unsigned bits) {
  return {_mm512_mask_blend_pd(__mmask8(bits), _mm512_set1_pd(1), _mm512_set1_pd(-1))};
}
#else
inline Double8 join(__m256d a, __m256d b) { return {a, b}; }
GRAZE_INLINE Double8 signs(unsigned bits) {
  // The sign bit of lane i is bit i.
  const __m256i all = _mm256_set1_epi64x(static_cast<long long>(bits));
  const __m256i first = _mm256_sllv_epi64(all, _mm256_setr_epi64x(63, 62, 61, 60));
  const __m256i last = _mm256_sllv_epi64(all, _mm256_setr_epi64x(59, 58, 57, 56));
  const __m256d one = _mm256_set1_pd(1), sign = _mm256_set1_pd(-0.0);
  return {_mm256_or_pd(one, _mm256_and_pd(sign, _mm256_castsi256_pd(first))),
          _mm256_or_pd(one, _mm256_and_pd(sign, _mm256_castsi256_pd(last)))};
}
#endif
GRAZE_INLINE Columns8 columns(const double* const* p) {
  const Columns4 a = columns4(p), b = columns4(p + 4);
  return {join(a.x, b.x), join(a.y, b.y), join(a.z, b.z)};
}

#endif

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
