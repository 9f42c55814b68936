// Sixteen floats at once, as math/wide.h has eight: one register with AVX-512, two with AVX2, four with NEON
// and SIMD 128, an array without. Every operation is one IEEE operation a lane, but for multiply_add and
// multiply_minus (a * b - c), which round once or twice: bounds must cover both.
#pragma once

#include <cstddef>

#include "math/wide.h"

namespace graze {
namespace GRAZE_ISA_NAMESPACE {

// The order in which sixteen slots are read: place k is slot (word[k & 1] >> 4 * (k >> 1)) & 15.
struct Order16 {
  std::uint32_t word[2];
};

#if GRAZE_LANES == 512

struct Mask16 {
  __mmask16 m;
  Mask16 operator&(Mask16 o) const { return {__mmask16(m & o.m)}; }
  unsigned bits() const { return m; }
};
struct Float16 {
  __m512 v;
  static Float16 load(const void* p) { return {_mm512_loadu_ps(p)}; }
  static Float16 all(float x) { return {_mm512_set1_ps(x)}; }
  void store(float* p) const { _mm512_storeu_ps(p, v); }
};
inline Float16 operator+(Float16 a, Float16 b) { return {_mm512_add_ps(a.v, b.v)}; }
inline Float16 operator-(Float16 a, Float16 b) { return {_mm512_sub_ps(a.v, b.v)}; }
inline Float16 operator*(Float16 a, Float16 b) { return {_mm512_mul_ps(a.v, b.v)}; }
inline Float16 operator/(Float16 a, Float16 b) { return {_mm512_div_ps(a.v, b.v)}; }
inline Float16 choose(Mask16 mask, Float16 yes, Float16 no) { return {_mm512_mask_blend_ps(mask.m, no.v, yes.v)}; }
inline Float16 multiply_add(Float16 a, Float16 b, Float16 c) { return {_mm512_fmadd_ps(a.v, b.v, c.v)}; }
inline Float16 multiply_minus(Float16 a, Float16 b, Float16 c) { return {_mm512_fmsub_ps(a.v, b.v, c.v)}; }
inline Float16 abs(Float16 a) { return {_mm512_abs_ps(a.v)}; }
inline Float16 min(Float16 a, Float16 b) { return {_mm512_min_ps(a.v, b.v)}; }
inline Float16 max(Float16 a, Float16 b) { return {_mm512_max_ps(a.v, b.v)}; }
inline Mask16 operator<=(Float16 a, Float16 b) { return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_LE_OQ)}; }

// Sixteen indices below 16: bits `shift` to `shift` + 3 of 16-bit words.
struct Index16 {
  __m512i v;
  static Index16 load(const void* words) {
    return {_mm512_cvtepu16_epi32(_mm256_loadu_si256(static_cast<const __m256i*>(words)))};
  }
  Index16 shifted(unsigned bits) const { return {_mm512_srli_epi32(v, bits)}; }
};
inline Float16 lookup(Float16 table, Index16 index) { return {_mm512_permutexvar_ps(index.v, table.v)}; }

// Appends the children and keys of the slots with in <= out to a stack, in the given order, and takes the last one off
// again, which is `current` then; when there is none, what was on top. Sixteen places above the top may be written.
inline void descend(Float16 in, Float16 out, const Order16& order, const std::uint32_t* children, std::uint32_t* stack,
                    float* keys, std::size_t& top, std::uint32_t& current) {
  const __m512i shifts = _mm512_setr_epi32(0, 0, 4, 4, 8, 8, 12, 12, 16, 16, 20, 20, 24, 24, 28, 28);
  long long both;
  __builtin_memcpy(&both, order.word, sizeof both);
  const __m512i slots = _mm512_srlv_epi32(_mm512_set1_epi64(both), shifts);
  const __m512i child = _mm512_permutexvar_epi32(slots, _mm512_loadu_si512(children));
  alignas(64) std::uint32_t ordered[16];
  _mm512_store_si512(ordered, child);
  const __m512 key = _mm512_permutexvar_ps(slots, in.v), end = _mm512_permutexvar_ps(slots, out.v);
  const __mmask16 kept = _mm512_cmp_ps_mask(key, end, _CMP_LE_OQ);
  _mm512_storeu_si512(stack + top, _mm512_maskz_compress_epi32(kept, child));
  _mm512_storeu_ps(keys + top, _mm512_maskz_compress_ps(kept, key));
  const unsigned bits = kept;
  const std::uint32_t* const last = &ordered[31 - __builtin_clz(bits | 1)];
  current = *(bits != 0 ? last : &stack[top - 1]);
  top = top + unsigned(__builtin_popcount(bits)) - 1;
}

// Takes what has a key above the limit off the stack, but for the lowest entry.
inline void prune(std::uint32_t* stack, float* keys, std::size_t& top, float limit) {
  std::size_t kept = 1;
  for (std::size_t i = 1; i < top; i += 16) {
    const std::size_t rest = top - i;
    const auto there = __mmask16(rest < 16 ? (1u << rest) - 1 : 0xffffu);
    const __m512 key = _mm512_loadu_ps(keys + i);
    const __m512i entry = _mm512_loadu_si512(stack + i);
    const __mmask16 near = _mm512_mask_cmp_ps_mask(there, key, _mm512_set1_ps(limit), _CMP_LE_OQ);
    _mm512_storeu_ps(keys + kept, _mm512_maskz_compress_ps(near, key));
    _mm512_storeu_si512(stack + kept, _mm512_maskz_compress_epi32(near, entry));
    kept += unsigned(__builtin_popcount(near));
  }
  top = kept;
}

#else

struct Mask16 {
  Mask8 low, high;
  Mask16 operator&(Mask16 o) const { return {low & o.low, high & o.high}; }
  unsigned bits() const { return low.bits() | high.bits() << 8; }
};
struct Float16 {
  Float8 low, high;
  static Float16 load(const void* p) {
    return {Float8::load(static_cast<const float*>(p)), Float8::load(static_cast<const float*>(p) + 8)};
  }
  static Float16 all(float x) { return {Float8::all(x), Float8::all(x)}; }
  void store(float* p) const {
    low.store(p);
    high.store(p + 8);
  }
};
inline Float16 operator+(const Float16& a, const Float16& b) { return {a.low + b.low, a.high + b.high}; }
inline Float16 operator-(const Float16& a, const Float16& b) { return {a.low - b.low, a.high - b.high}; }
inline Float16 operator*(const Float16& a, const Float16& b) { return {a.low * b.low, a.high * b.high}; }
inline Float16 operator/(const Float16& a, const Float16& b) { return {a.low / b.low, a.high / b.high}; }
inline Float16 abs(const Float16& a) { return {abs(a.low), abs(a.high)}; }
inline Float16 min(const Float16& a, const Float16& b) { return {min(a.low, b.low), min(a.high, b.high)}; }
inline Float16 max(const Float16& a, const Float16& b) { return {max(a.low, b.low), max(a.high, b.high)}; }
inline Mask16 operator<=(const Float16& a, const Float16& b) { return {a.low <= b.low, a.high <= b.high}; }

#if GRAZE_LANES == 2

inline Float16 choose(const Mask16& mask, const Float16& yes, const Float16& no) {
  return {{_mm256_blendv_ps(no.low.v, yes.low.v, mask.low.m)}, {_mm256_blendv_ps(no.high.v, yes.high.v, mask.high.m)}};
}
inline Float16 multiply_add(const Float16& a, const Float16& b, const Float16& c) {
  return {{_mm256_fmadd_ps(a.low.v, b.low.v, c.low.v)}, {_mm256_fmadd_ps(a.high.v, b.high.v, c.high.v)}};
}
inline Float16 multiply_minus(const Float16& a, const Float16& b, const Float16& c) {
  return {{_mm256_fmsub_ps(a.low.v, b.low.v, c.low.v)}, {_mm256_fmsub_ps(a.high.v, b.high.v, c.high.v)}};
}

// Eight of the indices that Index16 has.
struct Index8 {
  __m256i v;
  static Index8 load(const void* words) {
    return {_mm256_cvtepu16_epi32(_mm_loadu_si128(static_cast<const __m128i*>(words)))};
  }
  Index8 shifted(unsigned bits) const { return {_mm256_srli_epi32(v, int(bits))}; }
};
inline Float8 lookup(const Float16& table, Index8 index) {
  // Bit 3 of the index, moved to the sign, chooses the half of the table.
  const __m256 upper = _mm256_castsi256_ps(_mm256_slli_epi32(index.v, 28));
  return {_mm256_blendv_ps(_mm256_permutevar8x32_ps(table.low.v, index.v),
                           _mm256_permutevar8x32_ps(table.high.v, index.v), upper)};
}
struct Index16 {
  Index8 low, high;
  static Index16 load(const void* words) {
    return {Index8::load(words), Index8::load(static_cast<const __m128i*>(words) + 1)};
  }
  Index16 shifted(unsigned bits) const { return {low.shifted(bits), high.shifted(bits)}; }
};
inline Float16 lookup(const Float16& table, const Index16& index) {
  return {lookup(table, index.low), lookup(table, index.high)};
}

// Of each byte the bits that are set, the lowest first, a byte each.
struct BitsOfByte {
  std::uint64_t list[256] = {};
  constexpr BitsOfByte() {
    for (unsigned byte = 0; byte < 256; ++byte)
      for (unsigned bit = 0, place = 0; bit < 8; ++bit)
        if ((byte >> bit & 1) != 0) list[byte] |= std::uint64_t{bit} << (8 * place++);
  }
};
constexpr BitsOfByte bits_of_byte;

// The child that is next is read as soon as the mask is known; what else is kept is put on the stack without a branch.
inline void descend(const Float16& in, const Float16& out, const Order16& order, const std::uint32_t* children,
                    std::uint32_t* stack, float* keys, std::size_t& top, std::uint32_t& current) {
  long long both;
  __builtin_memcpy(&both, order.word, sizeof both);
  const __m256i words = _mm256_set1_epi64x(both);
  const Index16 slots{{_mm256_srlv_epi32(words, _mm256_setr_epi32(0, 0, 4, 4, 8, 8, 12, 12))},
                      {_mm256_srlv_epi32(words, _mm256_setr_epi32(16, 16, 20, 20, 24, 24, 28, 28))}};
  const Float16 child = lookup(Float16::load(children), slots), key = lookup(in, slots), end = lookup(out, slots);
  alignas(32) float ordered[16];
  child.store(ordered);
  const unsigned low = (key.low <= end.low).bits(), high = (key.high <= end.high).bits(), kept = low | high << 8;
  const auto push = [&](Float8 some, Float8 some_keys, unsigned bits) {
    const auto* const list = reinterpret_cast<const __m128i*>(&bits_of_byte.list[bits]);
    const __m256i lanes = _mm256_cvtepu8_epi32(_mm_loadl_epi64(list));
    _mm256_storeu_ps(reinterpret_cast<float*>(stack + top), _mm256_permutevar8x32_ps(some.v, lanes));
    _mm256_storeu_ps(keys + top, _mm256_permutevar8x32_ps(some_keys.v, lanes));
    top += unsigned(__builtin_popcount(bits));
  };
  const std::uint32_t before = stack[top - 1];
  push(child.low, key.low, low);
  push(child.high, key.high, high);
  std::uint32_t last;
  __builtin_memcpy(&last, &ordered[31 - __builtin_clz(kept | 1)], sizeof last);
  current = kept != 0 ? last : before;
  --top;
}

#elif GRAZE_LANES == 128

inline Float16 choose(const Mask16& mask, const Float16& yes, const Float16& no) {
  return {select(mask.low, yes.low, no.low), select(mask.high, yes.high, no.high)};
}
#ifdef __wasm__
inline Float16 multiply_add(const Float16& a, const Float16& b, const Float16& c) { return a * b + c; }
#else
inline Float16 multiply_add(const Float16& a, const Float16& b, const Float16& c) {
  return {fused(a.low, b.low, c.low), fused(a.high, b.high, c.high)};
}
#endif
inline Float16 multiply_minus(const Float16& a, const Float16& b, const Float16& c) { return a * b - c; }

inline Float16 lookup(const Float16& table, const Index16& index) {
  const auto half = [&](auto eight) { return take(table.low, table.high, eight); };
  return {half(index.low), half(index.high)};
}

#else

inline Float16 choose(const Mask16& mask, const Float16& yes, const Float16& no) {
  Float16 r;
  for (int i = 0; i < 8; ++i) {
    r.low.v[i] = mask.low.m[i] != 0 ? yes.low.v[i] : no.low.v[i];
    r.high.v[i] = mask.high.m[i] != 0 ? yes.high.v[i] : no.high.v[i];
  }
  return r;
}
inline Float16 multiply_add(const Float16& a, const Float16& b, const Float16& c) { return a * b + c; }
inline Float16 multiply_minus(const Float16& a, const Float16& b, const Float16& c) { return a * b - c; }

struct Index16 {
  std::uint16_t v[16];
  static Index16 load(const void* words) {
    Index16 r;
    __builtin_memcpy(r.v, words, sizeof r.v);
    return r;
  }
  Index16 shifted(unsigned bits) const {
    Index16 r;
    for (int i = 0; i < 16; ++i) r.v[i] = std::uint16_t(v[i] >> bits);
    return r;
  }
};
inline Float16 lookup(const Float16& table, const Index16& index) {
  float from[16], to[16];
  table.store(from);
  for (int i = 0; i < 16; ++i) to[i] = from[index.v[i] & 15];
  return Float16::load(to);
}

#endif

#if GRAZE_LANES == 128 && defined(__wasm_simd128__)

// The bytes of the mask are put into the order of the slots, so that only children that are met are looked at.
inline void descend(const Float16& in, const Float16& out, const Order16& order, const std::uint32_t* children,
                    std::uint32_t* stack, float* keys, std::size_t& top, std::uint32_t& current) {
  const Mask16 met = in <= out;
  const v128_t set = wasm_i8x16_narrow_i16x8(wasm_i16x8_narrow_i32x4(met.low.low, met.low.high),
                                             wasm_i16x8_narrow_i32x4(met.high.low, met.high.high));
  const v128_t packed = wasm_v128_load64_zero(order.word), nibble = wasm_i8x16_const_splat(15);
  const v128_t even = wasm_v128_and(packed, nibble), odd = wasm_u8x16_shr(packed, 4);
  // Place k is a nibble of word k & 1, the lowest first.
  const v128_t slots = wasm_i8x16_shuffle(even, odd, 0, 4, 16, 20, 1, 5, 17, 21, 2, 6, 18, 22, 3, 7, 19, 23);
  float key[16];
  std::uint8_t slot[16];
  in.store(key);
  wasm_v128_store(slot, slots);
  for (unsigned kept = wasm_i8x16_bitmask(wasm_i8x16_swizzle(set, slots)); kept != 0; kept &= kept - 1) {
    const unsigned at = slot[__builtin_ctz(kept)];
    stack[top] = children[at];
    keys[top++] = key[at];
  }
  current = stack[--top];
}

#elif GRAZE_LANES != 2

inline void descend(const Float16& in, const Float16& out, const Order16& order, const std::uint32_t* children,
                    std::uint32_t* stack, float* keys, std::size_t& top, std::uint32_t& current) {
  float key[16];
  in.store(key);
  const unsigned bits = (in <= out).bits();
  for (unsigned k = 0; k < 16; ++k) {
    const unsigned slot = order.word[k & 1] >> (4 * (k >> 1)) & 15;
    if ((bits >> slot & 1) == 0) continue;
    stack[top] = children[slot];
    keys[top++] = key[slot];
  }
  current = stack[--top];
}

#endif

inline void prune(std::uint32_t* stack, float* keys, std::size_t& top, float limit) {
  std::size_t kept = 1;
  for (std::size_t i = 1; i < top; ++i) {
    stack[kept] = stack[i];
    keys[kept] = keys[i];
    kept += keys[i] <= limit ? 1 : 0;
  }
  top = kept;
}

#endif

}  // namespace GRAZE_ISA_NAMESPACE
}  // namespace graze
