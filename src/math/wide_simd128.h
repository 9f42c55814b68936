// The lanes of math/wide.h and its companions in registers of 128 bits, for WebAssembly: eight floats are two
// registers, four doubles two, eight doubles four. Included by math/wide.h. There is no fused product: floats go
// through doubles, and the error of a product of doubles is found in Dekker's way, so that all sets give the same bits.
#pragma once

#include <wasm_simd128.h>

#include <cstdint>

#include "math/fused.h"

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

struct Mask8 {
  v128_t low, high;
  Mask8 operator&(Mask8 o) const { return {wasm_v128_and(low, o.low), wasm_v128_and(high, o.high)}; }
  unsigned bits() const { return unsigned(wasm_i32x4_bitmask(low)) | unsigned(wasm_i32x4_bitmask(high)) << 4; }
};
struct Float8 {
  v128_t low, high;
  static Float8 load(const float* p) { return {wasm_v128_load(p), wasm_v128_load(p + 4)}; }
  static Float8 all(float x) { return {wasm_f32x4_splat(x), wasm_f32x4_splat(x)}; }
  void store(float* p) const {
    wasm_v128_store(p, low);
    wasm_v128_store(p + 4, high);
  }
};
inline Float8 operator+(Float8 a, Float8 b) { return {wasm_f32x4_add(a.low, b.low), wasm_f32x4_add(a.high, b.high)}; }
inline Float8 operator-(Float8 a, Float8 b) { return {wasm_f32x4_sub(a.low, b.low), wasm_f32x4_sub(a.high, b.high)}; }
inline Float8 operator*(Float8 a, Float8 b) { return {wasm_f32x4_mul(a.low, b.low), wasm_f32x4_mul(a.high, b.high)}; }
inline Float8 operator/(Float8 a, Float8 b) { return {wasm_f32x4_div(a.low, b.low), wasm_f32x4_div(a.high, b.high)}; }
inline Float8 abs(Float8 a) { return {wasm_f32x4_abs(a.low), wasm_f32x4_abs(a.high)}; }
inline Mask8 operator<=(Float8 a, Float8 b) { return {wasm_f32x4_le(a.low, b.low), wasm_f32x4_le(a.high, b.high)}; }
// a where the mask is set, else b.
inline Float8 select(Mask8 mask, Float8 a, Float8 b) {
  return {wasm_v128_bitselect(a.low, b.low, mask.low), wasm_v128_bitselect(a.high, b.high, mask.high)};
}
// The second operand when either is NaN, or both are 0, as on other processors: pmin is b < a ? b : a.
inline Float8 min(Float8 a, Float8 b) { return {wasm_f32x4_pmin(b.low, a.low), wasm_f32x4_pmin(b.high, a.high)}; }
inline Float8 max(Float8 a, Float8 b) { return {wasm_f32x4_pmax(b.low, a.low), wasm_f32x4_pmax(b.high, a.high)}; }

// math/wide_select.h.
inline float fused(float a, float b, float c) { return exact_float::fused(a, b, c); }
inline float sqrt(float a) { return __builtin_sqrtf(a); }

// Four fused products where rounding the sum to double and then to float may differ from rounding once.
__attribute__((noinline)) static v128_t fused_slowly(v128_t a, v128_t b, v128_t c) {
  float x[4], y[4], z[4];
  wasm_v128_store(x, a);
  wasm_v128_store(y, b);
  wasm_v128_store(z, c);
  for (int i = 0; i < 4; ++i) x[i] = exact_float::fused(x[i], y[i], z[i]);
  return wasm_v128_load(x);
}
// The sum in double is as good as the exact one unless it is in the middle between two floats, or below all normal ones
// and not 0.
GRAZE_INLINE_FUSED v128_t fused(v128_t a, v128_t b, v128_t c) {
  const auto upper = [](v128_t v) { return wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(v, v, 2, 3, 2, 3)); };
  const auto lower = [](v128_t v) { return wasm_f64x2_promote_low_f32x4(v); };
  const v128_t first = wasm_f64x2_add(wasm_f64x2_mul(lower(a), lower(b)), lower(c));
  const v128_t last = wasm_f64x2_add(wasm_f64x2_mul(upper(a), upper(b)), upper(c));
  const v128_t low_words = wasm_i32x4_shuffle(first, last, 0, 2, 4, 6);
  const v128_t middle =
      wasm_i32x4_eq(wasm_v128_and(low_words, wasm_i32x4_const_splat(0x1fffffff)), wasm_i32x4_const_splat(0x10000000));
  const v128_t result =
      wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(first), wasm_f32x4_demote_f64x2_zero(last), 0, 1, 4, 5);
  // The words with sign and exponent, without the sign: below those of the least normal float, and not 0.
  const v128_t high_words =
      wasm_v128_and(wasm_i32x4_shuffle(first, last, 1, 3, 5, 7), wasm_i32x4_const_splat(0x7fffffff));
  const v128_t small =
      wasm_u32x4_lt(wasm_i32x4_sub(high_words, wasm_i32x4_const_splat(1)), wasm_i32x4_const_splat(0x38100000 - 1));
  if (wasm_v128_any_true(wasm_v128_or(middle, small))) [[unlikely]]
    return fused_slowly(a, b, c);
  return result;
}
// a * b + c, rounded once.
inline Float8 fused(Float8 a, Float8 b, Float8 c) {
  return {fused(a.low, b.low, c.low), fused(a.high, b.high, c.high)};
}
// c - a * b, rounded once.
inline Float8 fused_minus(Float8 a, Float8 b, Float8 c) {
  return {fused(wasm_f32x4_neg(a.low), b.low, c.low), fused(wasm_f32x4_neg(a.high), b.high, c.high)};
}
inline Float8 sqrt(Float8 a) { return {wasm_f32x4_sqrt(a.low), wasm_f32x4_sqrt(a.high)}; }

struct Lanes8 {
  v128_t low, high;  // of the table, as bytes
  static Lanes8 load(const std::uint8_t* p) {
    const v128_t words = wasm_u16x8_load8x8(p);
    // Byte k of lane n of the table is byte 4n + k.
    const auto bytes = [](v128_t lanes) {
      return wasm_i32x4_add(wasm_i32x4_mul(lanes, wasm_i32x4_const_splat(0x04040404)),
                            wasm_i32x4_const_splat(0x03020100));
    };
    return {bytes(wasm_u32x4_extend_low_u16x8(words)), bytes(wasm_u32x4_extend_high_u16x8(words))};
  }
};
// Bytes of two registers. A number that is out of range of one of them gives 0 there.
inline v128_t bytes_of_two(v128_t first, v128_t second, v128_t index) {
  return wasm_v128_or(wasm_i8x16_swizzle(first, index),
                      wasm_i8x16_swizzle(second, wasm_i8x16_sub(index, wasm_i8x16_const_splat(16))));
}
inline Float8 take(Float8 table, Lanes8 lanes) {
  return {bytes_of_two(table.low, table.high, lanes.low), bytes_of_two(table.low, table.high, lanes.high)};
}

// Four doubles, of which math/wide_double4.h has one and math/wide_double.h two.
struct FourMask {
  v128_t low, high;
  unsigned bits() const { return unsigned(wasm_i64x2_bitmask(low)) | unsigned(wasm_i64x2_bitmask(high)) << 2; }
};
struct Four {
  v128_t low = wasm_f64x2_const_splat(0), high = wasm_f64x2_const_splat(0);
  static Four load(const double* p) { return {wasm_v128_load(p), wasm_v128_load(p + 2)}; }
  static Four all(double x) { return {wasm_f64x2_splat(x), wasm_f64x2_splat(x)}; }
  void store(double* p) const {
    wasm_v128_store(p, low);
    wasm_v128_store(p + 2, high);
  }
  double operator[](int lane) const {
    const v128_t half = lane < 2 ? low : high;
    return (lane & 1) == 0 ? wasm_f64x2_extract_lane(half, 0) : wasm_f64x2_extract_lane(half, 1);
  }
};
inline Four operator+(Four a, Four b) { return {wasm_f64x2_add(a.low, b.low), wasm_f64x2_add(a.high, b.high)}; }
inline Four operator-(Four a, Four b) { return {wasm_f64x2_sub(a.low, b.low), wasm_f64x2_sub(a.high, b.high)}; }
inline Four operator-(Four a) { return {wasm_f64x2_neg(a.low), wasm_f64x2_neg(a.high)}; }
inline Four operator*(Four a, Four b) { return {wasm_f64x2_mul(a.low, b.low), wasm_f64x2_mul(a.high, b.high)}; }
inline Four operator/(Four a, Four b) { return {wasm_f64x2_div(a.low, b.low), wasm_f64x2_div(a.high, b.high)}; }
inline Four abs(Four a) { return {wasm_f64x2_abs(a.low), wasm_f64x2_abs(a.high)}; }
inline Four root(Four a) { return {wasm_f64x2_sqrt(a.low), wasm_f64x2_sqrt(a.high)}; }
// As product_error() of math/double_double.h has it.
inline Four product_error(Four a, Four b, Four product) {
  const Four split = Four::all(0x1p27 + 1), a_big = split * a, b_big = split * b;
  const Four a_hi = a_big - (a_big - a), b_hi = b_big - (b_big - b), a_lo = a - a_hi, b_lo = b - b_hi;
  return a_lo * b_lo - (((product - a_hi * b_hi) - a_lo * b_hi) - a_hi * b_lo);
}
inline FourMask operator<(Four a, Four b) { return {wasm_f64x2_lt(a.low, b.low), wasm_f64x2_lt(a.high, b.high)}; }
inline FourMask operator<=(Four a, Four b) { return {wasm_f64x2_le(a.low, b.low), wasm_f64x2_le(a.high, b.high)}; }
inline FourMask operator==(Four a, Four b) { return {wasm_f64x2_eq(a.low, b.low), wasm_f64x2_eq(a.high, b.high)}; }
inline FourMask operator&(FourMask a, FourMask b) {
  return {wasm_v128_and(a.low, b.low), wasm_v128_and(a.high, b.high)};
}
inline Four choose(FourMask mask, Four yes, Four no) {
  return {wasm_v128_bitselect(yes.low, no.low, mask.low), wasm_v128_bitselect(yes.high, no.high, mask.high)};
}
// Bits of the first to the last lane, which replace those of the mask.
inline Four replace_last_bits(Four a, std::uint64_t mask, std::uint64_t first) {
  const auto half = [mask](v128_t v, std::uint64_t bits) {
    return wasm_v128_or(wasm_v128_andnot(v, wasm_i64x2_splat(std::int64_t(mask))),
                        wasm_i64x2_make(std::int64_t(bits), std::int64_t(bits + 1)));
  };
  return {half(a.low, first), half(a.high, first + 2)};
}

// math/wide_double4.h.
struct Double4 {
  Four v;
  static Double4 load3(const double* p) { return {{wasm_v128_load(p), wasm_v128_load64_zero(p + 2)}}; }
  void store(double* p) const { v.store(p); }
};
inline Double4 set4(double x, double y, double z, double w) { return {{wasm_f64x2_make(x, y), wasm_f64x2_make(z, w)}}; }
inline Double4 all4(double x) { return {Four::all(x)}; }
inline Double4 operator+(Double4 a, Double4 b) { return {a.v + b.v}; }
inline Double4 operator-(Double4 a, Double4 b) { return {a.v - b.v}; }
inline Double4 operator-(Double4 a) { return {-a.v}; }
inline Double4 operator*(Double4 a, Double4 b) { return {a.v * b.v}; }
inline Double4 operator/(Double4 a, Double4 b) { return {a.v / b.v}; }
inline Double4 abs(Double4 a) { return {abs(a.v)}; }
inline Double4 product_error(Double4 a, Double4 b, Double4 product) { return {product_error(a.v, b.v, product.v)}; }
// The first three lanes, turned.
inline Double4 yzx(Double4 a) {
  return {{wasm_i64x2_shuffle(a.v.low, a.v.high, 1, 2), wasm_i64x2_shuffle(a.v.low, a.v.high, 0, 3)}};
}
inline Double4 zxy(Double4 a) {
  return {{wasm_i64x2_shuffle(a.v.high, a.v.low, 0, 2), wasm_i64x2_shuffle(a.v.low, a.v.high, 1, 3)}};
}
// The second operand when either is NaN.
inline Double4 min(Double4 a, Double4 b) {
  return {{wasm_f64x2_pmin(b.v.low, a.v.low), wasm_f64x2_pmin(b.v.high, a.v.high)}};
}
inline Double4 max(Double4 a, Double4 b) {
  return {{wasm_f64x2_pmax(b.v.low, a.v.low), wasm_f64x2_pmax(b.v.high, a.v.high)}};
}
// Lane by lane: x where c >= 0, else y.
inline Double4 where_positive(Double4 c, Double4 x, Double4 y) { return {choose(Four{} <= c.v, x.v, y.v)}; }

// For math/wide_double.h: four doubles as floats, and four floats as doubles.
inline void store_float(const Four& a, float* p) {
  wasm_v128_store(
      p, wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(a.low), wasm_f32x4_demote_f64x2_zero(a.high), 0, 1, 4, 5));
}
inline Four four_floats(const float* p) {
  const auto two = [](const float* from) { return wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(from)); };
  return {two(p), two(p + 2)};
}

// math/wide_lanes.h.
struct DoubleMask4 {
  FourMask m;
  unsigned bits() const { return m.bits(); }
};
inline DoubleMask4 operator<(Double4 a, Double4 b) { return {a.v < b.v}; }
inline DoubleMask4 operator==(Double4 a, Double4 b) { return {a.v == b.v}; }
inline DoubleMask4 operator&(DoubleMask4 a, DoubleMask4 b) { return {a.m & b.m}; }
inline Double4 choose(DoubleMask4 mask, Double4 yes, Double4 no) { return {choose(mask.m, yes.v, no.v)}; }
inline Double4 load4(const double* p) { return {Four::load(p)}; }
inline Double4 root(Double4 a) { return {root(a.v)}; }
inline double largest(Four a) {
  const v128_t two = wasm_f64x2_pmax(a.low, a.high);
  const double x = wasm_f64x2_extract_lane(two, 0), y = wasm_f64x2_extract_lane(two, 1);
  return x < y ? y : x;
}
inline double least_lane(Double4 a) {
  const v128_t two = wasm_f64x2_pmin(a.v.low, a.v.high);
  const double x = wasm_f64x2_extract_lane(two, 0), y = wasm_f64x2_extract_lane(two, 1);
  return x < y ? x : y;
}
inline Double4 with_last(Double4 a, Double4 last) {
  return {{a.v.low, wasm_i64x2_shuffle(a.v.high, last.v.high, 0, 3)}};
}
inline v128_t two_doubles(double x, double y) { return wasm_f64x2_make(x, y); }
inline v128_t with_signs(v128_t numbers, std::uint64_t first, std::uint64_t second) {
  return wasm_v128_or(numbers, wasm_i64x2_make(std::int64_t(first), std::int64_t(second)));
}

inline double root_of(double a) { return __builtin_sqrt(a); }

struct alignas(16) Permutation4 {
  std::uint8_t byte[32];
};
constexpr Permutation4 permutation4(int a, int b, int c, int d) {
  Permutation4 r = {};
  const int lanes[4] = {a, b, c, d};
  for (int i = 0; i < 32; ++i) r.byte[i] = std::uint8_t(8 * lanes[i / 8] + i % 8);
  return r;
}
inline Double4 permute(Double4 a, const Permutation4& p) {
  return {{bytes_of_two(a.v.low, a.v.high, wasm_v128_load(p.byte)),
           bytes_of_two(a.v.low, a.v.high, wasm_v128_load(p.byte + 16))}};
}

// math/wide16.h: sixteen indices below 16, bits `shift` to `shift` + 3 of 16-bit words.
struct Index16 {
  v128_t low, high;
  static Index16 load(const void* words) {
    const auto* half = static_cast<const std::uint16_t*>(words);
    return {wasm_v128_load(half), wasm_v128_load(half + 8)};
  }
  Index16 shifted(unsigned bits) const { return {wasm_u16x8_shr(low, bits), wasm_u16x8_shr(high, bits)}; }
};

// Eight of sixteen numbers, by the last four bits of their indices.
inline Float8 take(Float8 first, Float8 second, v128_t index) {
  const auto quarter = [&](v128_t lanes) {
    const v128_t bytes = wasm_i32x4_add(
        wasm_i32x4_mul(wasm_v128_and(lanes, wasm_i32x4_const_splat(15)), wasm_i32x4_const_splat(0x04040404)),
        wasm_i32x4_const_splat(0x03020100));
    return wasm_v128_or(bytes_of_two(first.low, first.high, bytes),
                        bytes_of_two(second.low, second.high, wasm_i8x16_sub(bytes, wasm_i8x16_const_splat(32))));
  };
  return {quarter(wasm_u32x4_extend_low_u16x8(index)), quarter(wasm_u32x4_extend_high_u16x8(index))};
}

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
