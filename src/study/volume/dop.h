// Discrete oriented polytopes with 24 fixed directions: intervals along 12 axes, which are the coordinate axes, the six
// diagonals of faces and three of the four diagonals of the cube.
#pragma once

#include <cmath>
#include <span>

#include "graze/math.h"
#include "study/volume/relative_pose.h"

namespace graze::study {

struct Dop {
  static constexpr int axes = 12;

  float lo[axes], hi[axes];  // of direction . point, the direction as in dop_direction

  bool holds(const Dop& other) const noexcept {
    for (int i = 0; i < axes; ++i)
      if (!(lo[i] <= other.lo[i] && other.hi[i] <= hi[i])) return false;  // false for NaN, too
    return true;
  }
  bool holds(Vec3 p) const noexcept;
  // Half of the widest coordinate interval.
  float size() const noexcept { return 0.5f * std::fmax(std::fmax(hi[0] - lo[0], hi[1] - lo[1]), hi[2] - lo[2]); }
};

inline constexpr int dop_direction[Dop::axes][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},  {1, 1, 0},
                                                    {1, -1, 0}, {1, 0, 1},  {1, 0, -1}, {0, 1, 1},
                                                    {0, 1, -1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1}};
// Of the directions: sums of sizes, and 1 / length rounded down.
inline constexpr float dop_sum[Dop::axes] = {1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3};
inline constexpr float dop_per_length[Dop::axes] = {0.999999f,  0.999999f,  0.999999f,  0.7071060f,
                                                    0.7071060f, 0.7071060f, 0.7071060f, 0.7071060f,
                                                    0.7071060f, 0.5773500f, 0.5773500f, 0.5773500f};

// The products with all directions.
template <class Number>
inline void dop_project(const Number* p, Number* along) noexcept {
  along[0] = p[0];
  along[1] = p[1];
  along[2] = p[2];
  along[3] = p[0] + p[1];
  along[4] = p[0] - p[1];
  along[5] = p[0] + p[2];
  along[6] = p[0] - p[2];
  along[7] = p[1] + p[2];
  along[8] = p[1] - p[2];
  along[9] = along[3] - p[2];
  along[10] = along[4] + p[2];
  along[11] = p[2] - along[4];
}

Dop fit_dop(std::span<const Triangle> triangles) noexcept;
Dop merge_dop(const Dop& a, const Dop& b) noexcept;

// Both in the host's frame; slack[i] for axis i.
inline bool dops_overlap(const Dop& a, const Dop& b, const float* slack) noexcept {
  for (int i = 0; i < Dop::axes; ++i)
    if (b.lo[i] > a.hi[i] + slack[i] || a.lo[i] > b.hi[i] + slack[i]) return false;
  return true;
}
// The largest gap along an axis, or that of the coordinate boxes.
inline float dops_apart(const Dop& a, const Dop& b, const float* slack) noexcept {
  float best = 0, box_sq = 0;
  for (int i = 0; i < Dop::axes; ++i) {
    const float gap = (std::fmax(b.lo[i] - a.hi[i], a.lo[i] - b.hi[i]) - slack[i]) * dop_per_length[i];
    if (gap > best) best = gap;
    if (i < 3 && gap > 0) box_sq += gap * gap;
  }
  return std::fmax(best, std::sqrt(box_sq) * 0.999999f);
}

}  // namespace graze::study
