// Exchanges of neighbours, at even and at odd places in turn: a group of m is sorted after m passes, whatever its order
// was. No branch depends on the keys.
#pragma once

#include <cstddef>
#include <cstdint>

#include "math/wide.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

inline void order_pair(std::uint64_t* pair) {
  const std::uint64_t a = pair[0], b = pair[1];
  pair[0] = a < b ? a : b;
  pair[1] = a < b ? b : a;
}

// Of each two neighbours of the keys, an even number, the lesser first.
inline void order_pairs(std::uint64_t* keys, std::size_t count) {
  std::size_t i = 0;
#if GRAZE_LANES == 512
  for (; i + 8 <= count; i += 8) {
    const __m512i given = _mm512_loadu_si512(keys + i), turned = _mm512_permutex_epi64(given, 0xb1);
    const __m512i sorted =
        _mm512_mask_blend_epi64(0xaa, _mm512_min_epu64(given, turned), _mm512_max_epu64(given, turned));
    _mm512_storeu_si512(keys + i, sorted);
  }
#elif GRAZE_LANES == 2
  const __m256i top = _mm256_set1_epi64x(INT64_MIN);  // what compares is signed
  for (; i + 4 <= count; i += 4) {
    auto* const at = reinterpret_cast<__m256i*>(keys + i);
    const __m256i given = _mm256_loadu_si256(at), turned = _mm256_permute4x64_epi64(given, 0xb1);
    const __m256i more = _mm256_cmpgt_epi64(_mm256_xor_si256(given, top), _mm256_xor_si256(turned, top));
    // Turn where the first is more; both of a pair know it from the first.
    const __m256i wrong = _mm256_shuffle_epi32(more, 0x44);
    _mm256_storeu_si256(at, _mm256_blendv_epi8(given, turned, wrong));
  }
#endif
  for (; i + 2 <= count; i += 2) order_pair(keys + i);
}

void sort_groups(std::uint64_t* keys, std::size_t count, std::size_t most) {
  for (std::size_t pass = 0; pass < most; ++pass) {
    const std::size_t first = pass & 1;
    if (count > first) order_pairs(keys + first, (count - first) & ~std::size_t{1});
  }
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
