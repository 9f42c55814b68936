// Four doubles at once: what one pair of triangles needs. Every operation is one IEEE operation a lane, so all
// instruction sets give the same bits.
#pragma once

#include "math/wide.h"
// Follows the name of the namespace, which it uses.
#include "math/double_double.h"

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

#if GRAZE_AVX

struct Double4 {
  __m256d v = _mm256_setzero_pd();
  static Double4 load3(const double* p) { return {_mm256_maskload_pd(p, _mm256_setr_epi64x(-1, -1, -1, 0))}; }
  void store(double* p) const { _mm256_storeu_pd(p, v); }
};
inline Double4 set4(double x, double y, double z, double w) { return {_mm256_setr_pd(x, y, z, w)}; }
inline Double4 all4(double x) { return {_mm256_set1_pd(x)}; }
inline Double4 operator+(Double4 a, Double4 b) { return {_mm256_add_pd(a.v, b.v)}; }
inline Double4 operator-(Double4 a, Double4 b) { return {_mm256_sub_pd(a.v, b.v)}; }
inline Double4 operator-(Double4 a) { return {_mm256_xor_pd(_mm256_set1_pd(-0.0), a.v)}; }
inline Double4 operator*(Double4 a, Double4 b) { return {_mm256_mul_pd(a.v, b.v)}; }
inline Double4 operator/(Double4 a, Double4 b) { return {_mm256_div_pd(a.v, b.v)}; }
inline Double4 abs(Double4 a) { return {_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v)}; }
inline Double4 product_error(Double4 a, Double4 b, Double4 product) { return {_mm256_fmsub_pd(a.v, b.v, product.v)}; }
// The first three lanes, turned.
inline Double4 yzx(Double4 a) { return {_mm256_permute4x64_pd(a.v, 0xc9)}; }
inline Double4 zxy(Double4 a) { return {_mm256_permute4x64_pd(a.v, 0xd2)}; }
inline Double4 min(Double4 a, Double4 b) { return {_mm256_min_pd(a.v, b.v)}; }
inline Double4 max(Double4 a, Double4 b) { return {_mm256_max_pd(a.v, b.v)}; }
// Lane by lane: x where c >= 0, else y.
inline Double4 where_positive(Double4 c, Double4 x, Double4 y) {
  return {_mm256_blendv_pd(y.v, x.v, _mm256_cmp_pd(c.v, _mm256_setzero_pd(), _CMP_GE_OQ))};
}

#elif GRAZE_LANES == 1

struct Double4 {
  double v[4] = {};
  static Double4 load3(const double* p) { return {{p[0], p[1], p[2], 0}}; }
  void store(double* p) const {
    p[0] = v[0];
    p[1] = v[1];
    p[2] = v[2];
    p[3] = v[3];
  }
};
// Without a loop: compilers make vectors of loops, and read them from numbers that were stored one by one a moment ago,
// for which the machine waits long.
template <class F>
inline Double4 lanewise(const Double4& a, const Double4& b, F f) {
  return {{f(a.v[0], b.v[0]), f(a.v[1], b.v[1]), f(a.v[2], b.v[2]), f(a.v[3], b.v[3])}};
}
inline Double4 set4(double x, double y, double z, double w) { return {{x, y, z, w}}; }
inline Double4 all4(double x) { return {{x, x, x, x}}; }
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
inline Double4 operator/(const Double4& a, const Double4& b) {
  return lanewise(a, b, [](double x, double y) { return x / y; });
}
inline Double4 abs(const Double4& a) {
  return lanewise(a, a, [](double x, double) { return __builtin_fabs(x); });
}
inline Double4 product_error(const Double4& a, const Double4& b, const Double4& product) {
  return {{product_error(a.v[0], b.v[0], product.v[0]), product_error(a.v[1], b.v[1], product.v[1]),
           product_error(a.v[2], b.v[2], product.v[2]), product_error(a.v[3], b.v[3], product.v[3])}};
}
inline Double4 yzx(const Double4& a) { return {{a.v[1], a.v[2], a.v[0], a.v[3]}}; }
inline Double4 zxy(const Double4& a) { return {{a.v[2], a.v[0], a.v[1], a.v[3]}}; }
// The second operand when either is NaN, as the hardware does.
inline Double4 min(const Double4& a, const Double4& b) {
  return lanewise(a, b, [](double x, double y) { return x < y ? x : y; });
}
inline Double4 max(const Double4& a, const Double4& b) {
  return lanewise(a, b, [](double x, double y) { return x > y ? x : y; });
}
inline Double4 where_positive(const Double4& c, const Double4& x, const Double4& y) {
  return {{c.v[0] >= 0 ? x.v[0] : y.v[0], c.v[1] >= 0 ? x.v[1] : y.v[1], c.v[2] >= 0 ? x.v[2] : y.v[2],
           c.v[3] >= 0 ? x.v[3] : y.v[3]}};
}

#endif

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
