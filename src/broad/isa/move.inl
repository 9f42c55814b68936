// Boxes to new places, and from double to float, rounded outward.
#pragma once

#include <cstddef>
#include <cstdint>

#include "broad/kernels.h"
#include "math/wide.h"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

inline void note_change(std::uint32_t id, BoxTables& tables) {
  tables.changes[tables.change_count] = id;
  tables.change_count += (tables.flags[id] & BoxTables::listed) == 0;
  tables.flags[id] = std::uint8_t(tables.flags[id] | BoxTables::listed);
}

#if !GRAZE_AVX

std::size_t move(const std::uint32_t* ids, const Box* boxes, std::size_t count, BoxTables& tables) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t id = ids[i];
    if (id >= tables.limit || (tables.flags[id] & BoxTables::present) == 0 || !usable(boxes[i])) return i;
    tables.boxes[id] = boxes[i];
    tables.floats[id] = to_float(boxes[i], id);
    tables.largest = largest_bound(tables.floats[id], tables.largest);
    note_change(id, tables);
  }
  return count;
}

#else

// Lanes 0 to 2 of each half; the fourth is not a bound.
inline __m256 only_bounds(__m256 values) { return _mm256_blend_ps(values, _mm256_setzero_ps(), 0x88); }

// Which of four, as 32 bits each.
inline __m128i narrowed(__m256d mask) {
  const __m256 all = _mm256_castpd_ps(mask);
  return _mm_castps_si128(_mm_shuffle_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1), 0x88));
}

std::size_t move(const std::uint32_t* ids, const Box* boxes, std::size_t count, BoxTables& shared) {
  BoxTables tables = shared;  // flags are bytes, which might be any part of what is shared
  static_assert(sizeof(Box) == 6 * sizeof(double));
  const __m256d minus = _mm256_set1_pd(-0.0);
  const __m256 most = _mm256_set1_ps(float_max), sign = _mm256_set1_ps(-0.0f);
  const __m256 minus_above = _mm256_setr_ps(0, 0, 0, 0, -0.0f, -0.0f, -0.0f, -0.0f);
  __m256 size = _mm256_set1_ps(tables.largest);
  std::size_t done = 0;
  for (; done < count; ++done) {
    const std::uint32_t id = ids[done];
    if (id >= tables.limit || (tables.flags[id] & BoxTables::present) == 0) break;
    const auto* const from = reinterpret_cast<const double*>(boxes + done);
    const __m256d lo = _mm256_loadu_pd(from), last = _mm256_loadu_pd(from + 2);
    const __m256d hi = _mm256_permute4x64_pd(last, 0x39);
    const __m256d width = _mm256_sub_pd(hi, lo);
    if ((_mm256_movemask_pd(_mm256_cmp_pd(width, _mm256_setzero_pd(), _CMP_GE_OQ)) & 7) != 7) break;
    // Both downward: the upper bounds with their signs changed. As round_down().
    const __m256d less = _mm256_xor_pd(hi, minus);
    const __m128 near_lo = _mm256_cvtpd_ps(lo), near_less = _mm256_cvtpd_ps(less);
    const __m128i lo_above = narrowed(_mm256_cmp_pd(_mm256_cvtps_pd(near_lo), lo, _CMP_GT_OQ));
    const __m128i less_above = narrowed(_mm256_cmp_pd(_mm256_cvtps_pd(near_less), less, _CMP_GT_OQ));
    const __m256i bits = _mm256_castps_si256(_mm256_set_m128(near_less, near_lo));
    const __m256i above = _mm256_set_m128i(less_above, lo_above);
    const __m256i negative = _mm256_srai_epi32(bits, 31);
    const __m256i down = _mm256_sub_epi32(_mm256_set1_epi32(-1), _mm256_add_epi32(negative, negative));
    const __m256i rounded = _mm256_add_epi32(bits, _mm256_and_si256(down, above));
    const __m256 kept = _mm256_max_ps(_mm256_castsi256_ps(rounded), _mm256_xor_ps(most, sign));
    const __m256 sizes = _mm256_andnot_ps(sign, kept);
    const __m256 finite = _mm256_and_ps(sizes, _mm256_cmp_ps(sizes, most, _CMP_LT_OQ));
    size = _mm256_max_ps(size, only_bounds(finite));
    const __m256 bounds = only_bounds(_mm256_xor_ps(kept, minus_above));
    const __m256i mark = _mm256_castsi128_si256(_mm_cvtsi32_si128(int(id)));
    const __m256 named =
        _mm256_or_ps(bounds, _mm256_castsi256_ps(_mm256_permute4x64_epi64(_mm256_slli_epi64(mark, 32), 0x51)));
    _mm256_store_ps(tables.floats[id].lo, named);
    auto* const to = reinterpret_cast<double*>(tables.boxes + id);
    _mm256_storeu_pd(to, lo);
    _mm_storeu_pd(to + 4, _mm256_extractf128_pd(last, 1));
    note_change(id, tables);
  }
  alignas(32) float sizes[8];
  _mm256_store_ps(sizes, size);
  for (const float one : sizes) tables.largest = one > tables.largest ? one : tables.largest;
  shared = tables;
  return done;
}

#endif

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
