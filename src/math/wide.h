// Eight floats at once. One source, compiled once per instruction set: each translation unit under
// an isa/ folder says which by defining GRAZE_LANES as 1 (scalar), 2 (AVX2), 512 (AVX-512) or 128 (NEON, or SIMD 128 of
// WebAssembly) and gets a namespace of its own, so that the linker never mixes code of different sets. Every operation
// is one IEEE operation a lane, so all sets give the same bits.
#pragma once

#include <cstdint>

#if GRAZE_LANES == 512
// g++ 12 warns of the undefined registers that its own header means to leave undefined.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#pragma GCC diagnostic pop
#define GRAZE_ISA_NAMESPACE isa_avx512
#elif GRAZE_LANES == 2
#include <immintrin.h>
#define GRAZE_ISA_NAMESPACE isa_avx2
#elif GRAZE_LANES == 128 && defined(__wasm_simd128__)
#define GRAZE_ISA_NAMESPACE isa_simd128
// Follows the name of the namespace, which it uses.
#include "math/wide_simd128.h"
#elif GRAZE_LANES == 128
#define GRAZE_ISA_NAMESPACE isa_neon
// Follows the name of the namespace, which it uses.
#include "math/wide_neon.h"
#elif GRAZE_LANES == 1
#define GRAZE_ISA_NAMESPACE isa_scalar
#else
#error "define GRAZE_LANES before including math/wide.h"
#endif

// Is it one of the sets of x86? Kernels that are written for these alone are written for one lane at a time, too.
#define GRAZE_AVX (GRAZE_LANES == 2 || GRAZE_LANES == 512)

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

#if GRAZE_AVX

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

#elif GRAZE_LANES == 1

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

#endif

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
