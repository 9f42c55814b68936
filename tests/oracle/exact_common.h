// What convex polyhedra with rational corners have in common, in rational arithmetic.
#pragma once

#include <gmpxx.h>

#include <array>
#include <cstddef>
#include <tuple>
#include <vector>

namespace graze::oracle {

using RationalVector = std::array<mpq_class, 3>;
using RationalPolygon = std::vector<RationalVector>;

struct RationalPlane {  // n . x <= d
  RationalVector n;
  mpq_class d;
};

inline RationalVector minus(const RationalVector& a, const RationalVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline RationalVector times(const RationalVector& a, const RationalVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline mpq_class inner(const RationalVector& a, const RationalVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Flat faces, each counter-clockwise from outside.
struct RationalConvex {
  std::vector<RationalPolygon> faces;
  std::vector<RationalPlane> planes = {};  // of the faces, in their order

  void add(RationalPolygon face) {
    const RationalVector n = times(minus(face[1], face[0]), minus(face[2], face[0]));
    planes.push_back({n, inner(n, face[0])});
    faces.push_back(std::move(face));
  }
};

inline RationalPolygon clipped(const RationalPolygon& polygon, const RationalPlane& plane) {
  RationalPolygon result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const RationalVector &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const mpq_class hp = inner(plane.n, p) - plane.d, hq = inner(plane.n, q) - plane.d;
    if (hp <= 0) result.push_back(p);
    if ((hp < 0 && hq > 0) || (hp > 0 && hq < 0)) {
      const mpq_class t = hp / (hp - hq);
      result.push_back({p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), p[2] + t * (q[2] - p[2])});
    }
  }
  return result;
}

// Faces of each, clipped by the other. A face of the second that is in a plane of the first, and faces the same way, is
// counted once.
inline mpq_class common_volume(const RationalConvex& a, const RationalConvex& b) {
  mpq_class six = 0;
  for (const auto& [own, other, second] : {std::tuple(&a, &b, false), std::tuple(&b, &a, true)}) {
    for (std::size_t f = 0; f < own->faces.size(); ++f) {
      RationalPolygon polygon = own->faces[f];
      bool left_out = false;
      for (const RationalPlane& plane : other->planes) {
        bool flat = true;
        for (const RationalVector& p : polygon) flat = flat && inner(plane.n, p) == plane.d;
        if (flat && (second || inner(plane.n, own->planes[f].n) < 0)) left_out = true;
        polygon = clipped(polygon, plane);
        if (polygon.size() < 3) break;
      }
      if (left_out || polygon.size() < 3) continue;
      for (std::size_t i = 1; i + 1 < polygon.size(); ++i) six += inner(polygon[0], times(polygon[i], polygon[i + 1]));
    }
  }
  return six / 6;
}

}  // namespace graze::oracle
