// The lanes of math/wide.h and its companions in registers of 128 bits, for aarch64, which always has them: eight
// floats are two registers, four doubles two, eight doubles four. Included by math/wide.h.
#pragma once

#include <arm_neon.h>

#include <cstdint>

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

// Bit i of the result when lane i is set.
inline unsigned lane_bits(uint32x4_t mask) {
  const uint32x4_t bit = {1, 2, 4, 8};
  return vaddvq_u32(vandq_u32(mask, bit));
}
inline unsigned lane_bits(uint64x2_t mask) {
  const uint64x2_t bit = {1, 2};
  return unsigned(vaddvq_u64(vandq_u64(mask, bit)));
}
// The bytes of 32-bit lanes of a table, by their numbers.
inline uint8x16_t bytes_of(uint32x4_t lanes) {
  return vreinterpretq_u8_u32(vmlaq_n_u32(vdupq_n_u32(0x03020100u), lanes, 0x04040404u));
}

struct Mask8 {
  uint32x4_t low, high;
  Mask8 operator&(Mask8 o) const { return {vandq_u32(low, o.low), vandq_u32(high, o.high)}; }
  unsigned bits() const { return lane_bits(low) | lane_bits(high) << 4; }
};
struct Float8 {
  float32x4_t low, high;
  static Float8 load(const float* p) { return {vld1q_f32(p), vld1q_f32(p + 4)}; }
  static Float8 all(float x) { return {vdupq_n_f32(x), vdupq_n_f32(x)}; }
  void store(float* p) const {
    vst1q_f32(p, low);
    vst1q_f32(p + 4, high);
  }
};
inline Float8 operator+(Float8 a, Float8 b) { return {vaddq_f32(a.low, b.low), vaddq_f32(a.high, b.high)}; }
inline Float8 operator-(Float8 a, Float8 b) { return {vsubq_f32(a.low, b.low), vsubq_f32(a.high, b.high)}; }
inline Float8 operator*(Float8 a, Float8 b) { return {vmulq_f32(a.low, b.low), vmulq_f32(a.high, b.high)}; }
inline Float8 operator/(Float8 a, Float8 b) { return {vdivq_f32(a.low, b.low), vdivq_f32(a.high, b.high)}; }
inline Float8 abs(Float8 a) { return {vabsq_f32(a.low), vabsq_f32(a.high)}; }
inline Mask8 operator<=(Float8 a, Float8 b) { return {vcleq_f32(a.low, b.low), vcleq_f32(a.high, b.high)}; }
// a where the mask is set, else b.
inline Float8 select(Mask8 mask, Float8 a, Float8 b) {
  return {vbslq_f32(mask.low, a.low, b.low), vbslq_f32(mask.high, a.high, b.high)};
}
// The second operand when either is NaN, as on other processors; vminq_f32 gives NaN.
inline Float8 min(Float8 a, Float8 b) { return select({vcltq_f32(a.low, b.low), vcltq_f32(a.high, b.high)}, a, b); }
inline Float8 max(Float8 a, Float8 b) { return select({vcgtq_f32(a.low, b.low), vcgtq_f32(a.high, b.high)}, a, b); }

// math/wide_select.h.
inline Float8 fused(Float8 a, Float8 b, Float8 c) {
  return {vfmaq_f32(c.low, a.low, b.low), vfmaq_f32(c.high, a.high, b.high)};
}
inline Float8 fused_minus(Float8 a, Float8 b, Float8 c) {
  return {vfmsq_f32(c.low, a.low, b.low), vfmsq_f32(c.high, a.high, b.high)};
}
inline Float8 sqrt(Float8 a) { return {vsqrtq_f32(a.low), vsqrtq_f32(a.high)}; }
inline float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline float sqrt(float a) { return vget_lane_f32(vsqrt_f32(vdup_n_f32(a)), 0); }

struct Lanes8 {
  uint8x16_t low, high;  // of the table, as bytes
  static Lanes8 load(const std::uint8_t* p) {
    const uint16x8_t wide = vmovl_u8(vld1_u8(p));
    return {bytes_of(vmovl_u16(vget_low_u16(wide))), bytes_of(vmovl_u16(vget_high_u16(wide)))};
  }
};
inline Float8 take(Float8 table, Lanes8 lanes) {
  const uint8x16x2_t bytes = {{vreinterpretq_u8_f32(table.low), vreinterpretq_u8_f32(table.high)}};
  return {vreinterpretq_f32_u8(vqtbl2q_u8(bytes, lanes.low)), vreinterpretq_f32_u8(vqtbl2q_u8(bytes, lanes.high))};
}

// Four doubles, of which math/wide_double4.h has one and math/wide_double.h two.
struct FourMask {
  uint64x2_t low, high;
  unsigned bits() const { return lane_bits(low) | lane_bits(high) << 2; }
};
struct Four {
  float64x2_t low = vdupq_n_f64(0), high = vdupq_n_f64(0);
  static Four load(const double* p) { return {vld1q_f64(p), vld1q_f64(p + 2)}; }
  static Four all(double x) { return {vdupq_n_f64(x), vdupq_n_f64(x)}; }
  void store(double* p) const {
    vst1q_f64(p, low);
    vst1q_f64(p + 2, high);
  }
  double operator[](int lane) const { return lane < 2 ? low[lane] : high[lane - 2]; }
};
inline Four operator+(Four a, Four b) { return {vaddq_f64(a.low, b.low), vaddq_f64(a.high, b.high)}; }
inline Four operator-(Four a, Four b) { return {vsubq_f64(a.low, b.low), vsubq_f64(a.high, b.high)}; }
inline Four operator-(Four a) { return {vnegq_f64(a.low), vnegq_f64(a.high)}; }
inline Four operator*(Four a, Four b) { return {vmulq_f64(a.low, b.low), vmulq_f64(a.high, b.high)}; }
inline Four operator/(Four a, Four b) { return {vdivq_f64(a.low, b.low), vdivq_f64(a.high, b.high)}; }
inline Four abs(Four a) { return {vabsq_f64(a.low), vabsq_f64(a.high)}; }
inline Four root(Four a) { return {vsqrtq_f64(a.low), vsqrtq_f64(a.high)}; }
inline Four product_error(Four a, Four b, Four product) {
  return {vfmaq_f64(vnegq_f64(product.low), a.low, b.low), vfmaq_f64(vnegq_f64(product.high), a.high, b.high)};
}
inline FourMask operator<(Four a, Four b) { return {vcltq_f64(a.low, b.low), vcltq_f64(a.high, b.high)}; }
inline FourMask operator<=(Four a, Four b) { return {vcleq_f64(a.low, b.low), vcleq_f64(a.high, b.high)}; }
inline FourMask operator==(Four a, Four b) { return {vceqq_f64(a.low, b.low), vceqq_f64(a.high, b.high)}; }
inline FourMask operator&(FourMask a, FourMask b) { return {vandq_u64(a.low, b.low), vandq_u64(a.high, b.high)}; }
inline Four choose(FourMask mask, Four yes, Four no) {
  return {vbslq_f64(mask.low, yes.low, no.low), vbslq_f64(mask.high, yes.high, no.high)};
}
// Bits of the first to the last lane, which replace those of the mask.
inline Four replace_last_bits(Four a, std::uint64_t mask, std::uint64_t first) {
  const auto half = [mask](float64x2_t v, std::uint64_t bits) {
    const uint64x2_t marks = {bits, bits + 1};
    return vreinterpretq_f64_u64(vorrq_u64(vbicq_u64(vreinterpretq_u64_f64(v), vdupq_n_u64(mask)), marks));
  };
  return {half(a.low, first), half(a.high, first + 2)};
}

// math/wide_double4.h.
struct Double4 {
  Four v;
  static Double4 load3(const double* p) { return {{vld1q_f64(p), vcombine_f64(vld1_f64(p + 2), vdup_n_f64(0))}}; }
  void store(double* p) const { v.store(p); }
};
inline Double4 set4(double x, double y, double z, double w) { return {{float64x2_t{x, y}, float64x2_t{z, w}}}; }
inline Double4 all4(double x) { return {Four::all(x)}; }
inline Double4 operator+(Double4 a, Double4 b) { return {a.v + b.v}; }
inline Double4 operator-(Double4 a, Double4 b) { return {a.v - b.v}; }
inline Double4 operator-(Double4 a) { return {-a.v}; }
inline Double4 operator*(Double4 a, Double4 b) { return {a.v * b.v}; }
inline Double4 operator/(Double4 a, Double4 b) { return {a.v / b.v}; }
inline Double4 abs(Double4 a) { return {abs(a.v)}; }
inline Double4 product_error(Double4 a, Double4 b, Double4 product) { return {product_error(a.v, b.v, product.v)}; }
inline Double4 yzx(Double4 a) {
  return {{vextq_f64(a.v.low, a.v.high, 1), vcombine_f64(vget_low_f64(a.v.low), vget_high_f64(a.v.high))}};
}
inline Double4 zxy(Double4 a) {
  return {{vcombine_f64(vget_low_f64(a.v.high), vget_low_f64(a.v.low)),
           vcombine_f64(vget_high_f64(a.v.low), vget_high_f64(a.v.high))}};
}
// The second operand when either is NaN.
inline Double4 min(Double4 a, Double4 b) { return {choose(a.v < b.v, a.v, b.v)}; }
inline Double4 max(Double4 a, Double4 b) { return {choose(b.v < a.v, a.v, b.v)}; }
// Lane by lane: x where c >= 0, else y.
inline Double4 where_positive(Double4 c, Double4 x, Double4 y) { return {choose(Four{} <= c.v, x.v, y.v)}; }

// For math/wide_double.h: four doubles as floats, and four floats as doubles.
inline void store_float(const Four& a, float* p) {
  vst1q_f32(p, vcombine_f32(vcvt_f32_f64(a.low), vcvt_f32_f64(a.high)));
}
inline Four four_floats(const float* p) {
  const float32x4_t a = vld1q_f32(p);
  return {vcvt_f64_f32(vget_low_f32(a)), vcvt_high_f64_f32(a)};
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
inline double largest(Four a) { return vmaxvq_f64(vmaxq_f64(a.low, a.high)); }
inline double least_lane(Double4 a) { return vminvq_f64(vminq_f64(a.v.low, a.v.high)); }
inline Double4 with_last(Double4 a, Double4 last) {
  return {{a.v.low, vcombine_f64(vget_low_f64(a.v.high), vget_high_f64(last.v.high))}};
}

inline float64x2_t two_doubles(double x, double y) { return float64x2_t{x, y}; }
inline float64x2_t with_signs(float64x2_t numbers, std::uint64_t first, std::uint64_t second) {
  return vreinterpretq_f64_u64(vorrq_u64(vreinterpretq_u64_f64(numbers), uint64x2_t{first, second}));
}
// Of what is not negative: the instruction alone, without a call for negative ones.
inline double root_of(double a) { return vget_lane_f64(vsqrt_f64(vdup_n_f64(a)), 0); }

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
  const uint8x16x2_t bytes = {{vreinterpretq_u8_f64(a.v.low), vreinterpretq_u8_f64(a.v.high)}};
  return {{vreinterpretq_f64_u8(vqtbl2q_u8(bytes, vld1q_u8(p.byte))),
           vreinterpretq_f64_u8(vqtbl2q_u8(bytes, vld1q_u8(p.byte + 16)))}};
}

// math/wide16.h: sixteen indices below 16, bits `shift` to `shift` + 3 of 16-bit words.
struct Index16 {
  uint16x8_t low, high;
  static Index16 load(const void* words) {
    const auto* half = static_cast<const std::uint16_t*>(words);
    return {vld1q_u16(half), vld1q_u16(half + 8)};
  }
  Index16 shifted(unsigned bits) const {
    const int16x8_t right = vdupq_n_s16(std::int16_t(-int(bits)));
    return {vshlq_u16(low, right), vshlq_u16(high, right)};
  }
};
// Eight of sixteen numbers, by the last four bits of their indices.
inline Float8 take(Float8 first, Float8 second, uint16x8_t index) {
  const uint8x16x4_t bytes = {{vreinterpretq_u8_f32(first.low), vreinterpretq_u8_f32(first.high),
                               vreinterpretq_u8_f32(second.low), vreinterpretq_u8_f32(second.high)}};
  const auto quarter = [&](uint16x4_t four) {
    const uint32x4_t lanes = vmovl_u16(vand_u16(four, vdup_n_u16(15)));
    return vreinterpretq_f32_u8(vqtbl4q_u8(bytes, bytes_of(lanes)));
  };
  return {quarter(vget_low_u16(index)), quarter(vget_high_u16(index))};
}

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
