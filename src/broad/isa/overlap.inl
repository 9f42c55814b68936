// One box against sixteen: which overlap, which of those float has not decided, and writing their pairs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "broad/kernels.h"
#include "math/wide16.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

struct Boxes16 {
  Float16 lo[3], hi[3];
};

struct OneBox {
  float lo[3], hi[3];
};

inline unsigned overlapping(const OneBox& a, const Boxes16& b) {
  const Mask16 x = (b.lo[0] <= Float16::all(a.hi[0])) & (Float16::all(a.lo[0]) <= b.hi[0]);
  const Mask16 y = (b.lo[1] <= Float16::all(a.hi[1])) & (Float16::all(a.lo[1]) <= b.hi[1]);
  const Mask16 z = (b.lo[2] <= Float16::all(a.hi[2])) & (Float16::all(a.lo[2]) <= b.hi[2]);
  return (x & y & z).bits();
}

inline bool overlap_exactly(const Box& a, const Box& b) {
  return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y && a.lo.z <= b.hi.z &&
         b.lo.z <= a.hi.z;
}

// Is every bound of one further than the slack beyond the opposite bound of the other?
inline bool surely(const FloatBox& a, const FloatBox& b, float slack) {
#if !GRAZE_AVX
  bool sure = true;
  for (int axis = 0; axis < 3; ++axis)
    sure = sure && a.hi[axis] - b.lo[axis] > slack && b.hi[axis] - a.lo[axis] > slack;
  return sure;
#else
  const __m256 one = _mm256_load_ps(a.lo), other = _mm256_load_ps(b.lo);
  const __m256 difference = _mm256_sub_ps(one, _mm256_permute2f128_ps(other, other, 1));
  // The lower half is lo - hi; a difference and its negative round alike.
  const __m256 depth = _mm256_xor_ps(difference, _mm256_setr_ps(-0.0f, -0.0f, -0.0f, -0.0f, 0, 0, 0, 0));
  return (_mm256_movemask_ps(_mm256_cmp_ps(depth, _mm256_set1_ps(slack), _CMP_GT_OQ)) & 0x77) == 0x77;
#endif
}

// Two boxes that overlap in float: writes the pair, and says 1 if they overlap, else 0.
inline unsigned write_pair(const FloatBox& a, const FloatBox& b, const Exact& exact, std::uint64_t& doubts,
                           std::uint64_t* to) {
  const std::uint32_t least = a.id < b.id ? a.id : b.id, most = a.id < b.id ? b.id : a.id;
  *to = std::uint64_t{least} << 32 | most;
  if (surely(a, b, exact.slack)) return 1;
  ++doubts;
  return overlap_exactly(exact.boxes[least], exact.boxes[most]) ? 1 : 0;
}

#if GRAZE_LANES == 2

// For each byte, the places of its bits.
struct BitPlaces {
  std::uint8_t place[256][8];
  constexpr BitPlaces() : place() {
    for (unsigned bits = 0; bits < 256; ++bits)
      for (unsigned bit = 0, count = 0; bit < 8; ++bit)
        if ((bits >> bit & 1) != 0) place[bits][count++] = std::uint8_t(bit);
  }
};
constexpr BitPlaces bit_places;

#endif

// Writes first + i for each bit i that is set, and rubbish up to sixteen elements. How many are set: seldom more than
// eight.
inline unsigned append_lanes(unsigned bits, std::uint32_t first, std::uint32_t* out) {
  const auto count = unsigned(__builtin_popcount(bits));
#if GRAZE_LANES == 512
  const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i all = _mm512_add_epi32(lanes, _mm512_set1_epi32(int(first)));
  const __m512i set = _mm512_maskz_compress_epi32(__mmask16(bits), all);
  if (__builtin_expect(count > 8, 0))
    _mm512_storeu_si512(out, set);
  else
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm512_castsi512_si256(set));
#elif GRAZE_LANES == 2
  const auto half = [](unsigned byte, std::uint32_t from, std::uint32_t* to) {
    const __m128i places = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bit_places.place[byte]));
    const __m256i all = _mm256_add_epi32(_mm256_cvtepu8_epi32(places), _mm256_set1_epi32(int(from)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), all);
  };
  half(bits & 255, first, out);
  half(bits >> 8, first + 8, out + __builtin_popcount(bits & 255));
#else
  for (unsigned rest = bits; rest != 0; rest &= rest - 1) *out++ = first + unsigned(__builtin_ctz(rest));
#endif
  return count;
}

// Bit i when word i of sixteen is not 0.
inline unsigned nonzero(const std::uint16_t* words) {
#if !GRAZE_AVX
  unsigned bits = 0;
  for (unsigned i = 0; i < 16; ++i) bits |= unsigned(words[i] != 0) << i;
  return bits;
#else
  const __m256i zero =
      _mm256_cmpeq_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words)), _mm256_setzero_si256());
  const __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(zero), _mm256_extracti128_si256(zero, 1));
  return ~unsigned(_mm_movemask_epi8(bytes)) & 0xffffu;
#endif
}

// The same `count` times, up to sixteen, and rubbish up to sixteen elements.
inline void fill_lanes(std::uint32_t value, unsigned count, std::uint32_t* out) {
#if !GRAZE_AVX
  for (unsigned i = 0; i < count; ++i) out[i] = value;
#else
  const __m256i all = _mm256_set1_epi32(int(value));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), all);
  if (__builtin_expect(count > 8, 0)) _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 8), all);
#endif
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
