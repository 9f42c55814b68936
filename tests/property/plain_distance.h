// The distance of two triangles in double, the plain way: what hierarchies are compared with, not exact.
#pragma once

#include <algorithm>

#include "narrow/triangle/triangle_triangle.h"

namespace graze::property {

inline double point_segment(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 way = b - a;
  const double sq = dot(way, way);
  const double t = sq > 0 ? std::clamp(dot(p - a, way) / sq, 0.0, 1.0) : 0.0;
  return length(p - (a + way * t));
}

// The interior pair where it is one, and the ends in any case.
inline double segment_segment(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  double best =
      std::min({point_segment(a, c, d), point_segment(b, c, d), point_segment(c, a, b), point_segment(d, a, b)});
  const Vec3 u = b - a, v = d - c, w = a - c;
  const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
  const double bottom = uu * vv - uv * uv;
  if (!(bottom > 1e-14 * uu * vv)) return best;
  const double s = (uv * vw - vv * uw) / bottom, t = (uu * vw - uv * uw) / bottom;
  if (s < 0 || s > 1 || t < 0 || t > 1) return best;
  return std::min(best, length((a + u * s) - (c + v * t)));
}

// Where the point is above the face, else nothing new.
inline double point_face(Vec3 p, const Triangle& t, double best) {
  const Vec3 n = cross(t.b - t.a, t.c - t.a);
  const double sq = dot(n, n);
  if (!(sq > 0)) return best;
  const Vec3 corners[3] = {t.a, t.b, t.c};
  for (int i = 0; i < 3; ++i)
    if (dot(n, cross(corners[(i + 1) % 3] - corners[i], p - corners[i])) < 0) return best;
  return std::min(best, std::fabs(dot(n, p - t.a)) / std::sqrt(sq));
}

inline double plain_distance(const Triangle& a, const Triangle& b) {
  if (triangles_meet(a, b)) return 0;
  const Vec3 p[3] = {a.a, a.b, a.c}, q[3] = {b.a, b.b, b.c};
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) best = std::min(best, segment_segment(p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3]));
  for (int i = 0; i < 3; ++i) best = std::min(point_face(p[i], b, best), point_face(q[i], a, best));
  return best;
}

}  // namespace graze::property
