// More of math/wide.h, for kernels that choose among lanes: fused products, square roots, blends and look-ups. All
// instruction sets give the same bits: a fused product rounds once on each of them.
#pragma once

#include "math/fused.h"
#include "math/wide.h"

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

#if GRAZE_AVX

// a * b + c, rounded once.
inline Float8 fused(Float8 a, Float8 b, Float8 c) { return {_mm256_fmadd_ps(a.v, b.v, c.v)}; }
// c - a * b, rounded once.
inline Float8 fused_minus(Float8 a, Float8 b, Float8 c) { return {_mm256_fnmadd_ps(a.v, b.v, c.v)}; }
inline Float8 sqrt(Float8 a) { return {_mm256_sqrt_ps(a.v)}; }
inline float fused(float a, float b, float c) {
  return _mm_cvtss_f32(_mm_fmadd_ss(_mm_set_ss(a), _mm_set_ss(b), _mm_set_ss(c)));
}
inline float sqrt(float a) { return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(a))); }

#if GRAZE_LANES == 512
// a where the mask is set, else b.
inline Float8 select(Mask8 mask, Float8 a, Float8 b) { return {_mm256_mask_blend_ps(mask.m, b.v, a.v)}; }
#else
inline Float8 select(Mask8 mask, Float8 a, Float8 b) { return {_mm256_blendv_ps(b.v, a.v, mask.m)}; }
#endif

// Which lane of a table each lane takes.
struct Lanes8 {
  __m256i v;
  static Lanes8 load(const std::uint8_t* p) {
    return {_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)))};
  }
};
inline Float8 take(Float8 table, Lanes8 lanes) { return {_mm256_permutevar8x32_ps(table.v, lanes.v)}; }

#elif GRAZE_LANES == 1

#if defined(__wasm__) || defined(_WIN32)
inline float fused(float a, float b, float c) { return exact_float::fused(a, b, c); }
#else
inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
#endif
inline float sqrt(float a) { return __builtin_sqrtf(a); }
GRAZE_INLINE_FUSED Float8 fused(const Float8& a, const Float8& b, const Float8& c) {
  Float8 r;
  for (int i = 0; i < 8; ++i) r.v[i] = fused(a.v[i], b.v[i], c.v[i]);
  return r;
}
inline Float8 fused_minus(const Float8& a, const Float8& b, const Float8& c) {
  Float8 minus;
  for (int i = 0; i < 8; ++i) minus.v[i] = -a.v[i];
  return fused(minus, b, c);
}
inline Float8 sqrt(const Float8& a) {
  Float8 r;
  for (int i = 0; i < 8; ++i) r.v[i] = __builtin_sqrtf(a.v[i]);
  return r;
}
inline Float8 select(const Mask8& mask, const Float8& a, const Float8& b) {
  Float8 r;
  for (int i = 0; i < 8; ++i) r.v[i] = mask.m[i] != 0 ? a.v[i] : b.v[i];
  return r;
}
struct Lanes8 {
  std::uint8_t v[8];
  static Lanes8 load(const std::uint8_t* p) {
    Lanes8 r;
    for (int i = 0; i < 8; ++i) r.v[i] = p[i];
    return r;
  }
};
inline Float8 take(const Float8& table, const Lanes8& lanes) {
  Float8 r;
  for (int i = 0; i < 8; ++i) r.v[i] = table.v[lanes.v[i]];
  return r;
}

#endif

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
