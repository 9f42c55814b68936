// How far the surface of a mesh is from the middles of the cells of a grid: most balls need no more to be told.
//
// The grid is a cube of cells around the frame of the tree. Of each cell a bracket of the distance from its middle to
// the surface is kept, in 2^-13, the lower end rounded down and the upper end up. Distances change by no more than the
// point moves: for a ball at p with its cell's middle m they are within [lo - |p - m|, hi + |p - m|].
//
// With u = 2^-24: middles are multiples of 1/512 below 2, so that they are exact in float. Corners are off by u on each
// axis and seen from there by u (1 + 1.25) more: `field_off` is 4u. The bracket of one triangle is the one that
// gap_to_origin (ball_walk.h) decides by. A box that is farther away than the upper end found so far, by more than
// rounding reaches (9u for its bounds and 4u of the distance, of which 64u (1 + d) is more), holds nothing nearer. The
// distance |p - m| is below 1/64 and off by 4u; where the ball is seen it is off by u P, of which ball_walk.h's `off`
// is more: together less than 2 off.
#pragma once

#include "backend/cuda/anywhere.h"

namespace graze::gpu {

inline constexpr int field_cells = 128;  // along each axis
inline constexpr float field_reach = 1.25f, field_cell = 2 * field_reach / field_cells, field_unit = 0x1p-13f;
inline constexpr float field_off = 4 * float_unit;

GRAZE_ANYWHERE float field_middle(int cell) noexcept {
  return (static_cast<float>(cell) + 0.5f) * field_cell - field_reach;
}
// The cell that a coordinate is in; below 0, or field_cells and more, where it is in none.
GRAZE_ANYWHERE int field_place(float x) noexcept {
  const float place = (x + field_reach) * (1 / field_cell);
  return place >= 0 && place < field_cells ? static_cast<int>(place) : -1;  // -1 for NaN, too
}

GRAZE_ANYWHERE int field_index(int x, int y, int z) noexcept { return (z * field_cells + y) * field_cells + x; }

// A bracket as it is kept.
GRAZE_ANYWHERE std::uint32_t field_word(float lo, float hi) noexcept {
  const float low = lo > 0 ? floorf(lo * (1 / field_unit)) : 0.0f, high = ceilf(hi * (1 / field_unit));
  const auto down = static_cast<std::uint32_t>(low < 65535.0f ? low : 65535.0f);
  // 65535 stands for everything above, too: as an upper end it tells nothing.
  const auto up = static_cast<std::uint32_t>(high < 65535.0f ? high : 65535.0f);
  return down | up << 16;
}
struct FieldBracket {
  float lo, hi;
};
GRAZE_ANYWHERE FieldBracket field_bracket(std::uint32_t word) noexcept {
  const std::uint32_t up = word >> 16;
  return {static_cast<float>(word & 0xffffu) * field_unit, up == 65535u ? 1e30f : static_cast<float>(up) * field_unit};
}

}  // namespace graze::gpu
