// Eight doubles at once, or one, for code written over either: the lanes are rays, or whatever there are many of. Every
// operation is one IEEE operation a lane, so all instruction sets give the same bits.
#pragma once

#include "math/wide.h"
// Follows the name of the namespace, which it uses.
#include "math/double_double.h"

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

#if GRAZE_LANES == 512

struct Double8 {
  static constexpr int width = 8;
  __m512d v;
  static Double8 load(const double* p) { return {_mm512_loadu_pd(p)}; }
  static Double8 all(double x) { return {_mm512_set1_pd(x)}; }
  void store(double* p) const { _mm512_storeu_pd(p, v); }
};
struct DoubleMask8 {
  __mmask8 m;
  unsigned bits() const { return m; }
};
inline Double8 operator+(Double8 a, Double8 b) { return {_mm512_add_pd(a.v, b.v)}; }
inline Double8 operator-(Double8 a, Double8 b) { return {_mm512_sub_pd(a.v, b.v)}; }
inline Double8 operator-(Double8 a) { return {_mm512_xor_pd(_mm512_set1_pd(-0.0), a.v)}; }
inline Double8 operator*(Double8 a, Double8 b) { return {_mm512_mul_pd(a.v, b.v)}; }
inline Double8 operator/(Double8 a, Double8 b) { return {_mm512_div_pd(a.v, b.v)}; }
inline Double8 abs(Double8 a) { return {_mm512_abs_pd(a.v)}; }
inline Double8 root(Double8 a) { return {_mm512_sqrt_pd(a.v)}; }
inline Double8 product_error(Double8 a, Double8 b, Double8 product) { return {_mm512_fmsub_pd(a.v, b.v, product.v)}; }
inline DoubleMask8 operator<(Double8 a, Double8 b) { return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_LT_OQ)}; }
inline DoubleMask8 operator<=(Double8 a, Double8 b) { return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_LE_OQ)}; }
inline DoubleMask8 operator&(DoubleMask8 a, DoubleMask8 b) { return {__mmask8(a.m & b.m)}; }
inline Double8 choose(DoubleMask8 mask, Double8 yes, Double8 no) { return {_mm512_mask_blend_pd(mask.m, no.v, yes.v)}; }
inline void store_float(Double8 a, float* p) { _mm256_storeu_ps(p, _mm512_cvtpd_ps(a.v)); }
inline Double8 load_float(const float* p) { return {_mm512_cvtps_pd(_mm256_loadu_ps(p))}; }

#elif GRAZE_LANES == 2

struct Double8 {
  static constexpr int width = 8;
  __m256d v, w;
  static Double8 load(const double* p) { return {_mm256_loadu_pd(p), _mm256_loadu_pd(p + 4)}; }
  static Double8 all(double x) { return {_mm256_set1_pd(x), _mm256_set1_pd(x)}; }
  void store(double* p) const {
    _mm256_storeu_pd(p, v);
    _mm256_storeu_pd(p + 4, w);
  }
};
struct DoubleMask8 {
  __m256d v, w;
  unsigned bits() const { return unsigned(_mm256_movemask_pd(v)) | unsigned(_mm256_movemask_pd(w)) << 4; }
};
inline Double8 operator+(Double8 a, Double8 b) { return {_mm256_add_pd(a.v, b.v), _mm256_add_pd(a.w, b.w)}; }
inline Double8 operator-(Double8 a, Double8 b) { return {_mm256_sub_pd(a.v, b.v), _mm256_sub_pd(a.w, b.w)}; }
inline Double8 operator-(Double8 a) {
  const __m256d sign = _mm256_set1_pd(-0.0);
  return {_mm256_xor_pd(sign, a.v), _mm256_xor_pd(sign, a.w)};
}
inline Double8 operator*(Double8 a, Double8 b) { return {_mm256_mul_pd(a.v, b.v), _mm256_mul_pd(a.w, b.w)}; }
inline Double8 operator/(Double8 a, Double8 b) { return {_mm256_div_pd(a.v, b.v), _mm256_div_pd(a.w, b.w)}; }
inline Double8 abs(Double8 a) {
  const __m256d sign = _mm256_set1_pd(-0.0);
  return {_mm256_andnot_pd(sign, a.v), _mm256_andnot_pd(sign, a.w)};
}
inline Double8 root(Double8 a) { return {_mm256_sqrt_pd(a.v), _mm256_sqrt_pd(a.w)}; }
inline Double8 product_error(Double8 a, Double8 b, Double8 product) {
  return {_mm256_fmsub_pd(a.v, b.v, product.v), _mm256_fmsub_pd(a.w, b.w, product.w)};
}
inline DoubleMask8 operator<(Double8 a, Double8 b) {
  return {_mm256_cmp_pd(a.v, b.v, _CMP_LT_OQ), _mm256_cmp_pd(a.w, b.w, _CMP_LT_OQ)};
}
inline DoubleMask8 operator<=(Double8 a, Double8 b) {
  return {_mm256_cmp_pd(a.v, b.v, _CMP_LE_OQ), _mm256_cmp_pd(a.w, b.w, _CMP_LE_OQ)};
}
inline DoubleMask8 operator&(DoubleMask8 a, DoubleMask8 b) {
  return {_mm256_and_pd(a.v, b.v), _mm256_and_pd(a.w, b.w)};
}
inline Double8 choose(DoubleMask8 mask, Double8 yes, Double8 no) {
  return {_mm256_blendv_pd(no.v, yes.v, mask.v), _mm256_blendv_pd(no.w, yes.w, mask.w)};
}
inline void store_float(Double8 a, float* p) {
  _mm_storeu_ps(p, _mm256_cvtpd_ps(a.v));
  _mm_storeu_ps(p + 4, _mm256_cvtpd_ps(a.w));
}
inline Double8 load_float(const float* p) {
  return {_mm256_cvtps_pd(_mm_loadu_ps(p)), _mm256_cvtps_pd(_mm_loadu_ps(p + 4))};
}

#elif GRAZE_LANES == 128

struct Double8 {
  static constexpr int width = 8;
  Four v, w;
  static Double8 load(const double* p) { return {Four::load(p), Four::load(p + 4)}; }
  static Double8 all(double x) { return {Four::all(x), Four::all(x)}; }
  void store(double* p) const {
    v.store(p);
    w.store(p + 4);
  }
};
struct DoubleMask8 {
  FourMask v, w;
  unsigned bits() const { return v.bits() | w.bits() << 4; }
};
inline Double8 operator+(const Double8& a, const Double8& b) { return {a.v + b.v, a.w + b.w}; }
inline Double8 operator-(const Double8& a, const Double8& b) { return {a.v - b.v, a.w - b.w}; }
inline Double8 operator-(const Double8& a) { return {-a.v, -a.w}; }
inline Double8 operator*(const Double8& a, const Double8& b) { return {a.v * b.v, a.w * b.w}; }
inline Double8 operator/(const Double8& a, const Double8& b) { return {a.v / b.v, a.w / b.w}; }
inline Double8 abs(const Double8& a) { return {abs(a.v), abs(a.w)}; }
inline Double8 root(const Double8& a) { return {root(a.v), root(a.w)}; }
inline Double8 product_error(const Double8& a, const Double8& b, const Double8& product) {
  return {product_error(a.v, b.v, product.v), product_error(a.w, b.w, product.w)};
}
inline DoubleMask8 operator<(const Double8& a, const Double8& b) { return {a.v < b.v, a.w < b.w}; }
inline DoubleMask8 operator<=(const Double8& a, const Double8& b) { return {a.v <= b.v, a.w <= b.w}; }
inline DoubleMask8 operator&(const DoubleMask8& a, const DoubleMask8& b) { return {a.v & b.v, a.w & b.w}; }
inline Double8 choose(const DoubleMask8& mask, const Double8& yes, const Double8& no) {
  return {choose(mask.v, yes.v, no.v), choose(mask.w, yes.w, no.w)};
}
inline void store_float(const Double8& a, float* p) {
  store_float(a.v, p);
  store_float(a.w, p + 4);
}
inline Double8 load_float(const float* p) { return {four_floats(p), four_floats(p + 4)}; }

#elif GRAZE_LANES == 1

struct Double8 {
  static constexpr int width = 8;
  double v[8];
  static Double8 load(const double* p) {
    Double8 r;
    for (int i = 0; i < 8; ++i) r.v[i] = p[i];
    return r;
  }
  static Double8 all(double x) {
    Double8 r;
    for (int i = 0; i < 8; ++i) r.v[i] = x;
    return r;
  }
  void store(double* p) const {
    for (int i = 0; i < 8; ++i) p[i] = v[i];
  }
};
struct DoubleMask8 {
  bool m[8];
  unsigned bits() const {
    unsigned r = 0;
    for (int i = 0; i < 8; ++i) r |= unsigned(m[i]) << i;
    return r;
  }
};
template <class F>
inline Double8 lanewise(const Double8& a, const Double8& b, F f) {
  Double8 r;
  for (int i = 0; i < 8; ++i) r.v[i] = f(a.v[i], b.v[i]);
  return r;
}
inline Double8 operator+(const Double8& a, const Double8& b) {
  return lanewise(a, b, [](double x, double y) { return x + y; });
}
inline Double8 operator-(const Double8& a, const Double8& b) {
  return lanewise(a, b, [](double x, double y) { return x - y; });
}
inline Double8 operator-(const Double8& a) {
  return lanewise(a, a, [](double x, double) { return -x; });
}
inline Double8 operator*(const Double8& a, const Double8& b) {
  return lanewise(a, b, [](double x, double y) { return x * y; });
}
inline Double8 operator/(const Double8& a, const Double8& b) {
  return lanewise(a, b, [](double x, double y) { return x / y; });
}
inline Double8 abs(const Double8& a) {
  return lanewise(a, a, [](double x, double) { return __builtin_fabs(x); });
}
inline Double8 root(const Double8& a) {
  return lanewise(a, a, [](double x, double) { return __builtin_sqrt(x); });
}
inline Double8 product_error(const Double8& a, const Double8& b, const Double8& product) {
  Double8 r;
  for (int i = 0; i < 8; ++i) r.v[i] = product_error(a.v[i], b.v[i], product.v[i]);
  return r;
}
inline DoubleMask8 operator<(const Double8& a, const Double8& b) {
  DoubleMask8 r;
  for (int i = 0; i < 8; ++i) r.m[i] = a.v[i] < b.v[i];
  return r;
}
inline DoubleMask8 operator<=(const Double8& a, const Double8& b) {
  DoubleMask8 r;
  for (int i = 0; i < 8; ++i) r.m[i] = a.v[i] <= b.v[i];
  return r;
}
inline DoubleMask8 operator&(const DoubleMask8& a, const DoubleMask8& b) {
  DoubleMask8 r;
  for (int i = 0; i < 8; ++i) r.m[i] = a.m[i] && b.m[i];
  return r;
}
inline Double8 choose(const DoubleMask8& mask, const Double8& yes, const Double8& no) {
  Double8 r;
  for (int i = 0; i < 8; ++i) r.v[i] = mask.m[i] ? yes.v[i] : no.v[i];
  return r;
}
inline void store_float(const Double8& a, float* p) {
  for (int i = 0; i < 8; ++i) p[i] = float(a.v[i]);
}
inline Double8 load_float(const float* p) {
  Double8 r;
  for (int i = 0; i < 8; ++i) r.v[i] = p[i];
  return r;
}

#endif

struct Double1 {
  static constexpr int width = 1;
  double v;
  static Double1 load(const double* p) { return {*p}; }
  static Double1 all(double x) { return {x}; }
  void store(double* p) const { *p = v; }
};
struct DoubleMask1 {
  bool m;
  unsigned bits() const { return m ? 1 : 0; }
};
inline Double1 operator+(Double1 a, Double1 b) { return {a.v + b.v}; }
inline Double1 operator-(Double1 a, Double1 b) { return {a.v - b.v}; }
inline Double1 operator-(Double1 a) { return {-a.v}; }
inline Double1 operator*(Double1 a, Double1 b) { return {a.v * b.v}; }
inline Double1 operator/(Double1 a, Double1 b) { return {a.v / b.v}; }
inline Double1 abs(Double1 a) { return {__builtin_fabs(a.v)}; }
inline Double1 root(Double1 a) { return {__builtin_sqrt(a.v)}; }
inline Double1 product_error(Double1 a, Double1 b, Double1 product) { return {product_error(a.v, b.v, product.v)}; }
inline DoubleMask1 operator<(Double1 a, Double1 b) { return {a.v < b.v}; }
inline DoubleMask1 operator<=(Double1 a, Double1 b) { return {a.v <= b.v}; }
inline DoubleMask1 operator&(DoubleMask1 a, DoubleMask1 b) { return {a.m && b.m}; }
inline Double1 choose(DoubleMask1 mask, Double1 yes, Double1 no) { return mask.m ? yes : no; }
inline void store_float(Double1 a, float* p) { *p = float(a.v); }

// As std::min and std::max of three, where no lane is NaN.
template <class D>
inline D least(D a, D b) {
  return choose(b < a, b, a);
}
template <class D>
inline D most(D a, D b) {
  return choose(a < b, b, a);
}

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
