// Two boxes seen from the first: the tests that aligned and oriented boxes share.
//
// Slack. The second box's centre T and edges F are in the frame of the first box, computed in float from volumes as
// written. Per entry, in units of 2^-24: linear has 1 from its conversion; an edge in the host's frame is a sum of
// three products, 3 more; in the first box's frame another 3, sqrt(3) times what was there, and 4 because its axes are
// unit and perpendicular to float rounding only: 14 in all. With half extents of at most sqrt(3) each, sum g_j F_j is
// off by 73 * scale, T by 16 (sqrt(3) (1 + scale) + |offset|), and the sums of a test add 4 of everything: less than
// slack(32) = 32 (4 + 4 * stretch + |offset|) on a unit axis. For a cross product n = e_i x F_j, |n| <= sqrt(2) as a
// sum, taken as written it is any other axis; only where the third edge stands for the product of two (rigid maps),
// another 40 per term come in: hence slack * 1.5. So parallel edges, whose n vanishes, can never part two boxes.
#pragma once

#include <cmath>

#include "study/volume/relative_pose.h"

namespace graze::study {

inline constexpr int box_roundings = 32;

inline float dot3(const float* a, const float* b) noexcept { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }

struct BoxPair {
  float host[3], guest[3];  // half extents, the guest's along its edges
  float apart[3];           // the guest's centre
  float edge[3][3];         // which edge of the guest, coordinate; unit when rigid
};

// Is a face of the first a separating plane?
inline bool host_faces_part(const BoxPair& p, float slack) noexcept {
  for (int i = 0; i < 3; ++i) {
    const float extent = (std::fabs(p.edge[0][i]) * p.guest[0] + std::fabs(p.edge[1][i]) * p.guest[1]) +
                         std::fabs(p.edge[2][i]) * p.guest[2];
    if (std::fabs(p.apart[i]) > (p.host[i] + extent) + slack) return true;
  }
  return false;
}

// Any axis, of any length.
inline bool axis_parts(const BoxPair& p, const float* n, float slack) noexcept {
  const float length = (std::fabs(n[0]) + std::fabs(n[1])) + std::fabs(n[2]);
  const float own = (std::fabs(n[0]) * p.host[0] + std::fabs(n[1]) * p.host[1]) + std::fabs(n[2]) * p.host[2];
  const float other = (std::fabs(dot3(n, p.edge[0])) * p.guest[0] + std::fabs(dot3(n, p.edge[1])) * p.guest[1]) +
                      std::fabs(dot3(n, p.edge[2])) * p.guest[2];
  return std::fabs(dot3(n, p.apart)) > (own + other) + slack * length;
}

inline bool guest_faces_part(const BoxPair& p, bool rigid, float slack) noexcept {
  for (int j = 0; j < 3; ++j) {
    const float* f = p.edge[j];
    if (rigid) {
      const float own = (std::fabs(f[0]) * p.host[0] + std::fabs(f[1]) * p.host[1]) + std::fabs(f[2]) * p.host[2];
      if (std::fabs(dot3(p.apart, f)) > (own + p.guest[j]) + slack) return true;
      continue;
    }
    const float* k = p.edge[j == 2 ? 0 : j + 1];
    const float* l = p.edge[j == 0 ? 2 : j - 1];
    const float n[3] = {k[1] * l[2] - k[2] * l[1], k[2] * l[0] - k[0] * l[2], k[0] * l[1] - k[1] * l[0]};
    if (axis_parts(p, n, slack)) return true;
  }
  return false;
}

inline bool edges_part(const BoxPair& p, bool rigid, float slack) noexcept {
  for (int i = 0; i < 3; ++i) {
    const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
    for (int j = 0; j < 3; ++j) {
      const float* f = p.edge[j];
      if (!rigid) {
        float n[3];
        n[i] = 0;
        n[i1] = -f[i2];
        n[i2] = f[i1];
        if (axis_parts(p, n, slack)) return true;
        continue;
      }
      const int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
      const float own = p.host[i1] * std::fabs(f[i2]) + p.host[i2] * std::fabs(f[i1]);
      const float other = p.guest[j1] * std::fabs(p.edge[j2][i]) + p.guest[j2] * std::fabs(p.edge[j1][i]);
      if (std::fabs(p.apart[i2] * f[i1] - p.apart[i1] * f[i2]) > (own + other) + slack * 1.5f) return true;
    }
  }
  return false;
}

// Points of the two boxes that are near each other, found by clamping one into the other in turn, give a direction r;
// any direction gives the lower bound (|r . apart| - what the boxes reach along r) / |r|. The best of so many rounds,
// or the first above `enough`; no slack is taken off yet.
inline float boxes_gap(const BoxPair& p, int rounds, float enough) noexcept {
  const auto clamp = [](float x, float most) { return x > most ? most : x < -most ? -most : x; };
  float at[3] = {p.apart[0], p.apart[1], p.apart[2]}, best = 0;  // at: a point of the guest
  for (int round = 0; round < rounds && !(best > enough); ++round) {
    float mine[3], r[3], along[3];
    for (int i = 0; i < 3; ++i) mine[i] = clamp(at[i], p.host[i]);
    const float from[3] = {mine[0] - p.apart[0], mine[1] - p.apart[1], mine[2] - p.apart[2]};
    for (int j = 0; j < 3; ++j) along[j] = clamp(dot3(from, p.edge[j]), p.guest[j]);
    for (int i = 0; i < 3; ++i) {
      at[i] = p.apart[i] + ((along[0] * p.edge[0][i] + along[1] * p.edge[1][i]) + along[2] * p.edge[2][i]);
      r[i] = at[i] - mine[i];
    }
    const float length_sq = dot3(r, r);
    if (!(length_sq > 1e-20f)) break;
    const float own = (std::fabs(r[0]) * p.host[0] + std::fabs(r[1]) * p.host[1]) + std::fabs(r[2]) * p.host[2];
    const float other = (std::fabs(dot3(r, p.edge[0])) * p.guest[0] + std::fabs(dot3(r, p.edge[1])) * p.guest[1]) +
                        std::fabs(dot3(r, p.edge[2])) * p.guest[2];
    const float bound = (std::fabs(dot3(r, p.apart)) - (own + other)) / std::sqrt(length_sq);
    if (bound > best) best = bound;
  }
  return best;
}

inline float boxes_apart(const BoxPair& p, float slack) noexcept {
  const float gap = boxes_gap(p, 2, 1e30f);
  return gap > slack ? gap - slack : 0;
}

// A point of the guest's frame, and a direction, in the host's.
inline void place_point(const RelativePose& pose, const float* point, float* result) noexcept {
  for (int i = 0; i < 3; ++i) result[i] = pose.scale * dot3(pose.linear[i], point) + pose.offset[i];
}
inline void place_direction(const RelativePose& pose, const float* direction, float* result) noexcept {
  for (int i = 0; i < 3; ++i) result[i] = dot3(pose.linear[i], direction);
}

}  // namespace graze::study
