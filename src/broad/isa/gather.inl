// Boxes of a table into blocks, and the boxes of the blocks.
#pragma once

#include <limits>

#include "broad/isa/overlap.inl"

namespace graze::GRAZE_ISA_NAMESPACE {
namespace {

constexpr float endless = std::numeric_limits<float>::infinity();
alignas(32) constexpr FloatBox no_box = {{endless, endless, endless}, 0, {-endless, -endless, -endless}, 0};

#if GRAZE_AVX

// Eight boxes from rows to columns; the least of each component in `least`, the greatest in `most`.
inline void gather8(const FloatBox* const* from, FloatBox* rows, BoxBlock& to, std::size_t lane, __m256& least,
                    __m256& most) {
  __m256 row[8];
  for (int i = 0; i < 8; ++i) {
    row[i] = _mm256_load_ps(from[i]->lo);
    _mm256_store_ps(rows[i].lo, row[i]);
    least = _mm256_min_ps(least, row[i]);
    most = _mm256_max_ps(most, row[i]);
  }
  __m256 two[8], four[8];
  for (int i = 0; i < 8; i += 2) {
    two[i] = _mm256_unpacklo_ps(row[i], row[i + 1]);      // components 0 and 1 (4 and 5) of both
    two[i + 1] = _mm256_unpackhi_ps(row[i], row[i + 1]);  // 2 and 3 (6 and 7)
  }
  for (int i = 0; i < 8; i += 4) {
    four[i] = _mm256_shuffle_ps(two[i], two[i + 2], 0x44);          // component 0 (4) of four
    four[i + 1] = _mm256_shuffle_ps(two[i], two[i + 2], 0xee);      // 1 (5)
    four[i + 2] = _mm256_shuffle_ps(two[i + 1], two[i + 3], 0x44);  // 2 (6)
  }
  for (int axis = 0; axis < 3; ++axis) {
    _mm256_store_ps(to.lo[axis] + lane, _mm256_permute2f128_ps(four[axis], four[axis + 4], 0x20));
    _mm256_store_ps(to.hi[axis] + lane, _mm256_permute2f128_ps(four[axis], four[axis + 4], 0x31));
  }
}

#endif

void gather(const FloatBox* table, std::uint32_t limit, const std::uint32_t* order, std::size_t blocks, FloatBox* rows,
            BoxBlock* to, BoxBlock* parents) {
  for (std::size_t block = 0; block < blocks; ++block, order += BoxBlock::width, rows += BoxBlock::width) {
    BoxBlock& parent = parents[block / BoxBlock::width];
    const std::size_t lane = block % BoxBlock::width;
    // The boxes of the next block are anywhere.
    if (block + 1 < blocks)
      for (std::size_t i = BoxBlock::width; i < 2 * BoxBlock::width; ++i)
        __builtin_prefetch(order[i] < limit ? table + order[i] : &no_box);
    const FloatBox* from[BoxBlock::width];
    for (std::size_t i = 0; i < BoxBlock::width; ++i) from[i] = order[i] < limit ? table + order[i] : &no_box;
#if GRAZE_AVX
    __m256 least = _mm256_load_ps(from[0]->lo), most = least;
    gather8(from, rows, to[block], 0, least, most);
    gather8(from + 8, rows + 8, to[block], 8, least, most);
    alignas(32) float bounds[8];
    _mm256_store_ps(bounds, _mm256_blend_ps(least, most, 0xf0));
    for (int axis = 0; axis < 3; ++axis) {
      parent.lo[axis][lane] = bounds[axis];
      parent.hi[axis][lane] = bounds[axis + 4];
    }
#else
    for (std::size_t i = 0; i < BoxBlock::width; ++i) rows[i] = *from[i];
    for (int axis = 0; axis < 3; ++axis) {
      float least = endless, most = -endless;
      for (std::size_t i = 0; i < BoxBlock::width; ++i) {
        const float lo = from[i]->lo[axis], hi = from[i]->hi[axis];
        to[block].lo[axis][i] = lo;
        to[block].hi[axis][i] = hi;
        least = lo < least ? lo : least;
        most = hi > most ? hi : most;
      }
      parent.lo[axis][lane] = least;
      parent.hi[axis][lane] = most;
    }
#endif
  }
}

}  // namespace
}  // namespace graze::GRAZE_ISA_NAMESPACE
