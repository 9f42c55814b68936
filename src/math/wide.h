// Eight floats, or three doubles, at once. One source, compiled once per instruction set: each translation unit under
// an isa/ folder says which by defining GRAZE_LANES as 1 (scalar), 2 (AVX2) or 512 (AVX-512) and gets a namespace of
// its own, so that the linker never mixes code of different sets. Every operation is one IEEE operation a lane, so all
// sets give the same bits.
#pragma once

#include <cstdint>

#if GRAZE_LANES == 512
#include <immintrin.h>
#define GRAZE_ISA_NAMESPACE isa_avx512
#elif GRAZE_LANES == 2
#include <immintrin.h>
#define GRAZE_ISA_NAMESPACE isa_avx2
#elif GRAZE_LANES == 1
#define GRAZE_ISA_NAMESPACE isa_scalar
#else
#error "define GRAZE_LANES before including math/wide.h"
#endif

// Follows the name of the namespace, which it uses.
#include "math/double_double.h"

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

#if GRAZE_LANES != 1

struct Float8 {
  __m256 v;
  static Float8 load(const float* p) { return {_mm256_loadu_ps(p)}; }
  static Float8 all(float x) { return {_mm256_set1_ps(x)}; }
  void store(float* p) const { _mm256_storeu_ps(p, v); }
};
inline Float8 operator+(Float8 a, Float8 b) { return {_mm256_add_ps(a.v, b.v)}; }
inline Float8 operator-(Float8 a, Float8 b) { return {_mm256_sub_ps(a.v, b.v)}; }
inline Float8 operator*(Float8 a, Float8 b) { return {_mm256_mul_ps(a.v, b.v)}; }
inline Float8 operator/(Float8 a, Float8 b) { return {_mm256_div_ps(a.v, b.v)}; }
inline Float8 abs(Float8 a) { return {_mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v)}; }
inline Float8 min(Float8 a, Float8 b) { return {_mm256_min_ps(a.v, b.v)}; }
inline Float8 max(Float8 a, Float8 b) { return {_mm256_max_ps(a.v, b.v)}; }

// Three doubles and a lane to spare.
struct Double4 {
  __m256d v = _mm256_setzero_pd();
  static Double4 load3(const double* p) { return {_mm256_maskload_pd(p, _mm256_setr_epi64x(-1, -1, -1, 0))}; }
  void store(double* p) const { _mm256_storeu_pd(p, v); }
};
inline Double4 operator+(Double4 a, Double4 b) { return {_mm256_add_pd(a.v, b.v)}; }
inline Double4 operator-(Double4 a, Double4 b) { return {_mm256_sub_pd(a.v, b.v)}; }
inline Double4 operator-(Double4 a) { return {_mm256_xor_pd(_mm256_set1_pd(-0.0), a.v)}; }
inline Double4 operator*(Double4 a, Double4 b) { return {_mm256_mul_pd(a.v, b.v)}; }
inline Double4 abs(Double4 a) { return {_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v)}; }
inline Double4 product_error(Double4 a, Double4 b, Double4 product) { return {_mm256_fmsub_pd(a.v, b.v, product.v)}; }
inline Double4 yzx(Double4 a) { return {_mm256_permute4x64_pd(a.v, 0xc9)}; }
inline Double4 zxy(Double4 a) { return {_mm256_permute4x64_pd(a.v, 0xd2)}; }

#if GRAZE_LANES == 512
struct Mask8 {
  __mmask8 m;
  Mask8 operator&(Mask8 o) const { return {__mmask8(m & o.m)}; }
  unsigned bits() const { return m; }
};
inline Mask8 operator<=(Float8 a, Float8 b) { return {_mm256_cmp_ps_mask(a.v, b.v, _CMP_LE_OQ)}; }
#else
struct Mask8 {
  __m256 m;
  Mask8 operator&(Mask8 o) const { return {_mm256_and_ps(m, o.m)}; }
  unsigned bits() const { return unsigned(_mm256_movemask_ps(m)); }
};
inline Mask8 operator<=(Float8 a, Float8 b) { return {_mm256_cmp_ps(a.v, b.v, _CMP_LE_OQ)}; }
#endif

#else

struct Mask8 {
  std::uint8_t m[8];
  Mask8 operator&(const Mask8& o) const {
    Mask8 r;
    for (int i = 0; i < 8; ++i) r.m[i] = m[i] & o.m[i];
    return r;
  }
  unsigned bits() const {
    unsigned r = 0;
    for (int i = 0; i < 8; ++i) r |= unsigned(m[i]) << i;
    return r;
  }
};
struct Float8 {
  float v[8];
  static Float8 load(const float* p) {
    Float8 r;
    for (int i = 0; i < 8; ++i) r.v[i] = p[i];
    return r;
  }
  static Float8 all(float x) {
    Float8 r;
    for (int i = 0; i < 8; ++i) r.v[i] = x;
    return r;
  }
  void store(float* p) const {
    for (int i = 0; i < 8; ++i) p[i] = v[i];
  }
};
template <class F>
inline Float8 lanewise(const Float8& a, const Float8& b, F f) {
  Float8 r;
  for (int i = 0; i < 8; ++i) r.v[i] = f(a.v[i], b.v[i]);
  return r;
}
inline Float8 operator+(const Float8& a, const Float8& b) {
  return lanewise(a, b, [](float x, float y) { return x + y; });
}
inline Float8 operator-(const Float8& a, const Float8& b) {
  return lanewise(a, b, [](float x, float y) { return x - y; });
}
inline Float8 operator*(const Float8& a, const Float8& b) {
  return lanewise(a, b, [](float x, float y) { return x * y; });
}
inline Float8 operator/(const Float8& a, const Float8& b) {
  return lanewise(a, b, [](float x, float y) { return x / y; });
}
inline Float8 abs(const Float8& a) {
  return lanewise(a, a, [](float x, float) { return x < 0 ? -x : x; });
}
// The second operand when either is NaN, as the hardware does.
inline Float8 min(const Float8& a, const Float8& b) {
  return lanewise(a, b, [](float x, float y) { return x < y ? x : y; });
}
inline Float8 max(const Float8& a, const Float8& b) {
  return lanewise(a, b, [](float x, float y) { return x > y ? x : y; });
}
inline Mask8 operator<=(const Float8& a, const Float8& b) {
  Mask8 r;
  for (int i = 0; i < 8; ++i) r.m[i] = a.v[i] <= b.v[i];
  return r;
}

struct Double4 {
  double v[4] = {};
  static Double4 load3(const double* p) { return {{p[0], p[1], p[2], 0}}; }
  void store(double* p) const {
    for (int i = 0; i < 4; ++i) p[i] = v[i];
  }
};
template <class F>
inline Double4 lanewise(const Double4& a, const Double4& b, F f) {
  Double4 r;
  for (int i = 0; i < 4; ++i) r.v[i] = f(a.v[i], b.v[i]);
  return r;
}
inline Double4 operator+(const Double4& a, const Double4& b) {
  return lanewise(a, b, [](double x, double y) { return x + y; });
}
inline Double4 operator-(const Double4& a, const Double4& b) {
  return lanewise(a, b, [](double x, double y) { return x - y; });
}
inline Double4 operator-(const Double4& a) {
  return lanewise(a, a, [](double x, double) { return -x; });
}
inline Double4 operator*(const Double4& a, const Double4& b) {
  return lanewise(a, b, [](double x, double y) { return x * y; });
}
inline Double4 abs(const Double4& a) {
  return lanewise(a, a, [](double x, double) { return x < 0 ? -x : x; });
}
inline Double4 product_error(const Double4& a, const Double4& b, const Double4& product) {
  Double4 r;
  for (int i = 0; i < 4; ++i) r.v[i] = product_error(a.v[i], b.v[i], product.v[i]);
  return r;
}
inline Double4 yzx(const Double4& a) { return {{a.v[1], a.v[2], a.v[0], a.v[3]}}; }
inline Double4 zxy(const Double4& a) { return {{a.v[2], a.v[0], a.v[1], a.v[3]}}; }

#endif

// Four doubles: what distances need beside the above.
#if GRAZE_LANES != 1
inline Double4 set4(double x, double y, double z, double w) { return {_mm256_setr_pd(x, y, z, w)}; }
inline Double4 all4(double x) { return {_mm256_set1_pd(x)}; }
inline Double4 operator/(Double4 a, Double4 b) { return {_mm256_div_pd(a.v, b.v)}; }
inline Double4 min(Double4 a, Double4 b) { return {_mm256_min_pd(a.v, b.v)}; }
inline Double4 max(Double4 a, Double4 b) { return {_mm256_max_pd(a.v, b.v)}; }
// Lane by lane: x where c >= 0, else y.
inline Double4 where_positive(Double4 c, Double4 x, Double4 y) {
  return {_mm256_blendv_pd(y.v, x.v, _mm256_cmp_pd(c.v, _mm256_setzero_pd(), _CMP_GE_OQ))};
}
#else
inline Double4 set4(double x, double y, double z, double w) { return {{x, y, z, w}}; }
inline Double4 all4(double x) { return {{x, x, x, x}}; }
inline Double4 operator/(const Double4& a, const Double4& b) {
  return lanewise(a, b, [](double x, double y) { return x / y; });
}
// The second operand when either is NaN, as the hardware does.
inline Double4 min(const Double4& a, const Double4& b) {
  return lanewise(a, b, [](double x, double y) { return x < y ? x : y; });
}
inline Double4 max(const Double4& a, const Double4& b) {
  return lanewise(a, b, [](double x, double y) { return x > y ? x : y; });
}
inline Double4 where_positive(const Double4& c, const Double4& x, const Double4& y) {
  Double4 r;
  for (int i = 0; i < 4; ++i) r.v[i] = c.v[i] >= 0 ? x.v[i] : y.v[i];
  return r;
}
#endif

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
