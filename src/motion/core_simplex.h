// Which part of a few points of the difference of two cores is nearest to the origin: what the method of Gilbert,
// Johnson and Keerthi keeps from step to step. Plain double without bounds: it proposes directions, and others prove by
// them.
#pragma once

#include <cstdint>

#include "graze/math.h"

namespace graze {

// A difference b - a of two points of the cores.
struct CoreCorner {
  std::uint32_t a = 0, b = 0;
  Vec3 at;  // less the place on the ray
};

// Up to four corners, those of which the nearest point to the ray is a mean.
struct CoreSimplex {
  CoreCorner corner[4];
  int count = 0;
  double weight[4] = {1, 0, 0, 0};
  Vec3 nearest;         // of their hull to the ray, less the place on it
  bool around = false;  // the four have the place between them
};

// The corners, by their numbers in a simplex, of which the nearest point is a mean.
struct CoreFace {
  int corner[3] = {};
  int count = 0;
  double weight[3] = {};
  Vec3 nearest;
};

inline void keep(CoreSimplex& s, const CoreFace& face) {
  const CoreSimplex from = s;
  for (int i = 0; i < face.count; ++i) {
    s.corner[i] = from.corner[face.corner[i]];
    s.weight[i] = face.weight[i];
  }
  s.count = face.count;
  s.nearest = face.nearest;
}

inline CoreFace one_of(const CoreSimplex& s, int i) { return {{i, 0, 0}, 1, {1, 0, 0}, s.corner[i].at}; }

inline CoreFace two_of(const CoreSimplex& s, int i, int j, double share) {
  const Vec3 p = s.corner[i].at, q = s.corner[j].at;
  return {{i, j, 0}, 2, {1 - share, share, 0}, p + (q - p) * share};
}

inline CoreFace nearest_of_two(const CoreSimplex& s) {
  const Vec3 p = s.corner[0].at, along = s.corner[1].at - p;
  const double part = -dot(p, along), whole = dot(along, along);
  if (!(part > 0)) return one_of(s, 0);
  if (!(part < whole)) return one_of(s, 1);
  return two_of(s, 0, 1, part / whole);
}

// Of the corners i, j, k, by the regions around a triangle.
inline CoreFace nearest_of_three(const CoreSimplex& s, int i, int j, int k) {
  const Vec3 a = s.corner[i].at, b = s.corner[j].at, c = s.corner[k].at;
  const Vec3 ab = b - a, ac = c - a;
  const double d1 = -dot(ab, a), d2 = -dot(ac, a);
  if (d1 <= 0 && d2 <= 0) return one_of(s, i);
  const double d3 = -dot(ab, b), d4 = -dot(ac, b);
  if (d3 >= 0 && d4 <= d3) return one_of(s, j);
  const double of_c = d1 * d4 - d3 * d2;
  if (of_c <= 0 && d1 >= 0 && d3 <= 0) return two_of(s, i, j, d1 / (d1 - d3));
  const double d5 = -dot(ab, c), d6 = -dot(ac, c);
  if (d6 >= 0 && d5 <= d6) return one_of(s, k);
  const double of_b = d5 * d2 - d1 * d6;
  if (of_b <= 0 && d2 >= 0 && d6 <= 0) return two_of(s, i, k, d2 / (d2 - d6));
  const double of_a = d3 * d6 - d5 * d4;
  if (of_a <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return two_of(s, j, k, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
  const double sum = (of_a + of_b) + of_c, share_a = of_a / sum, share_b = of_b / sum, share_c = of_c / sum;
  return {{i, j, k}, 3, {share_a, share_b, share_c}, (a * share_a + b * share_b) + c * share_c};
}

// Of four corners nearly in one plane, as of a face of the difference of two boxes, rounding says on which side of a
// face the fourth is: faces are left out only where it is at least `flat` of what its numbers are made of away.
inline void reduce_four(CoreSimplex& s, double flat) {
  static constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
  CoreFace best;
  for (const auto& face : faces) {
    const Vec3 a = s.corner[face[0]].at, b = s.corner[face[1]].at, c = s.corner[face[2]].at, d = s.corner[face[3]].at;
    const Vec3 normal = cross(b - a, c - a);
    const double ray = -dot(normal, a), fourth = dot(normal, d - a);
    if (ray * fourth > 0 && !(fourth * fourth < flat * flat * (dot(normal, normal) * dot(d - a, d - a)))) continue;
    const CoreFace one = nearest_of_three(s, face[0], face[1], face[2]);
    if (best.count > 0 && !(dot(one.nearest, one.nearest) < dot(best.nearest, best.nearest))) continue;
    best = one;
  }
  if (best.count > 0) {
    keep(s, best);
  } else {
    s.around = true;
    s.nearest = {};
  }
}

inline void reduce(CoreSimplex& s, double flat = 0) {
  switch (s.count) {
    case 1:
      return keep(s, one_of(s, 0));
    case 2:
      return keep(s, nearest_of_two(s));
    case 3:
      return keep(s, nearest_of_three(s, 0, 1, 2));
    default:
      return reduce_four(s, flat);
  }
}

}  // namespace graze
