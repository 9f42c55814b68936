#include "volume/obb.h"

#include <algorithm>
#include <cmath>

#include "math/round.h"
#include "volume/offered.h"

namespace graze {
namespace {

constexpr double third = 1.0 / 3;

// Area-weighted mean and covariance of the surface: independent of how it is cut into triangles.
Mat3 covariance(std::span<const Triangle> triangles) {
  double area = 0;
  Vec3 mean;
  double c[6] = {};  // xx, yy, zz, xy, yz, zx
  const Vec3 origin = triangles[0].a;
  for (const Triangle& t : triangles) {
    const Vec3 p = t.a - origin, q = t.b - origin, r = t.c - origin;
    // A degenerate triangle still counts a little, so that a set of them has a frame.
    const double a = length(cross(q - p, r - p)) + 1e-12 * (dot(q - p, q - p) + dot(r - p, r - p)) + 1e-300;
    const Vec3 m = (p + q + r) * third;
    area += a;
    mean = mean + m * a;
    const double w = a / 12;
    for (int k = 0; k < 3; ++k) {
      const int l = k == 2 ? 0 : k + 1;
      c[k] += w * (9 * m[k] * m[k] + p[k] * p[k] + q[k] * q[k] + r[k] * r[k]);
      c[3 + k] += w * (9 * m[k] * m[l] + p[k] * p[l] + q[k] * q[l] + r[k] * r[l]);
    }
  }
  mean = mean * (1 / area);
  const auto entry = [&](int index, int k, int l) { return c[index] / area - mean[k] * mean[l]; };
  const double xy = entry(3, 0, 1), yz = entry(4, 1, 2), zx = entry(5, 2, 0);
  return {{entry(0, 0, 0), xy, zx}, {xy, entry(1, 1, 1), yz}, {zx, yz, entry(2, 2, 2)}};
}

// Unit eigenvectors of a symmetric matrix by Jacobi rotations, as columns.
Mat3 eigenvectors(Mat3 m) {
  Mat3 v;
  for (int sweep = 0; sweep < 5; ++sweep)
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q) {
        const double off = m[q][p];
        if (!(std::fabs(off) > 1e-14 * std::sqrt(std::fabs(m[p][p] * m[q][q])))) continue;
        const double theta = (m[q][q] - m[p][p]) / (2 * off);
        const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 3; ++k) {
          const double a = m[p][k], b = m[q][k];
          m[p][k] = c * a - s * b;
          m[q][k] = s * a + c * b;
        }
        for (int k = 0; k < 3; ++k) {
          const double a = m[k][p], b = m[k][q];
          m[k][p] = c * a - s * b;
          m[k][q] = s * a + c * b;
        }
        const Vec3 a = v[p], b = v[q];
        v[p] = a * c - b * s;
        v[q] = a * s + b * c;
      }
  return v;
}

Vec3 unit(Vec3 v) { return v * (1 / length(v)); }

// Perpendicular unit axes with n first.
Mat3 frame_around(Vec3 n) {
  const Vec3 a = abs(n);
  const Vec3 other = a.x <= a.y && a.x <= a.z ? Vec3{1, 0, 0} : a.y <= a.z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 u = unit(cross(n, other));
  return {n, u, cross(n, u)};
}

struct Extent {
  Vec3 lo, hi;
  double half_area() const {
    const Vec3 d = hi - lo;
    return d.x * d.y + d.y * d.z + d.z * d.x;
  }
};

Extent extent(std::span<const Triangle> triangles, const Mat3& axes) {
  const double infinity = std::numeric_limits<double>::infinity();
  Extent e{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
  for (const Triangle& t : triangles)
    for (const Vec3& p : {t.a, t.b, t.c}) {
      const Vec3 x{dot(axes.c0, p), dot(axes.c1, p), dot(axes.c2, p)};
      e.lo = min(e.lo, x);
      e.hi = max(e.hi, x);
    }
  return e;
}

}  // namespace

Mat3 principal_axes(std::span<const Triangle> triangles) noexcept { return eigenvectors(covariance(triangles)); }

Obb merge_obb(const Obb& a, const Obb& b) noexcept {
  Vec3 corners[16];
  for (int i = 0; i < 16; ++i) {
    const Obb& box = i < 8 ? a : b;
    for (int k = 0; k < 3; ++k) {
      corners[i][k] = box.centre[k];
      for (int j = 0; j < 3; ++j)
        corners[i][k] += double(box.axis[j][k]) * ((i >> j & 1) != 0 ? double(box.half[j]) : -double(box.half[j]));
    }
  }
  Obb best;
  double best_area = std::numeric_limits<double>::infinity();
  for (const Obb* from : {&a, &b}) {
    Vec3 axis[3];
    for (int k = 0; k < 3; ++k) axis[k] = {from->axis[k][0], from->axis[k][1], from->axis[k][2]};
    Box along;
    for (const Vec3& p : corners) along = merge(along, Vec3{dot(axis[0], p), dot(axis[1], p), dot(axis[2], p)});
    const Vec3 middle = (along.lo + along.hi) * 0.5, wide = along.hi - along.lo;
    const double area = wide.x * wide.y + wide.y * wide.z + wide.z * wide.x;
    if (!(area < best_area)) continue;
    best_area = area;
    Obb box = *from;
    const Vec3 at = axis[0] * middle.x + axis[1] * middle.y + axis[2] * middle.z;
    for (int k = 0; k < 3; ++k) box.centre[k] = float(at[k]);
    Vec3 half;
    double farthest = 0;
    for (const Vec3& p : corners) {
      const Vec3 d = p - Vec3{box.centre[0], box.centre[1], box.centre[2]};
      half = max(half, abs(Vec3{dot(axis[0], d), dot(axis[1], d), dot(axis[2], d)}));
      farthest = std::max(farthest, std::fabs(d.x) + std::fabs(d.y) + std::fabs(d.z));
    }
    // As in fit_obb.
    for (int k = 0; k < 3; ++k) box.half[k] = float(half[k] * (1 + 0x1p-22) + farthest * 0x1p-21 + 0x1p-60);
    best = box;
  }
  return best;
}

Obb fit_obb(std::span<const Triangle> triangles) noexcept {
  Mat3 best;
  Extent best_extent = extent(triangles, best);
  const auto consider = [&](const Mat3& axes) {
    const Extent e = extent(triangles, axes);
    if (e.half_area() < best_extent.half_area()) {
      best = axes;
      best_extent = e;
    }
  };
  const Mat3 principal = eigenvectors(covariance(triangles));
  consider(principal);
  const auto consider_turned = [&](Vec3 n) {
    const Mat3 f = frame_around(n);
    for (int i = 0; i < 4; ++i) {
      static constexpr double turn[4][2] = {{1, 0},
                                            {0.9238795325112867, 0.3826834323650898},
                                            {0.7071067811865476, 0.7071067811865476},
                                            {0.3826834323650898, 0.9238795325112867}};
      const double c = turn[i][0], s = turn[i][1];
      consider({f.c0, f.c1 * c + f.c2 * s, f.c2 * c - f.c1 * s});
    }
  };
  Vec3 normal;
  double area = 0;
  for (const Triangle& t : triangles) {
    const Vec3 n = cross(t.b - t.a, t.c - t.a);
    normal = normal + n;
    area += length(n);
  }
  // Where normals cancel, as on a thin closed slab, the thinnest principal axis stands for them.
  if (length(normal) < 0.25 * area) {
    const Vec3 spread = extent(triangles, principal).hi - extent(triangles, principal).lo;
    normal = spread.x <= spread.y && spread.x <= spread.z ? principal.c0
             : spread.y <= spread.z                       ? principal.c1
                                                          : principal.c2;
  }
  // A normal so small that its square underflows has no unit vector worth the name.
  if (const Vec3 n = unit(normal); std::fabs(dot(n, n) - 1) < 1e-9) consider_turned(n);

  // Write in float, then measure against what was written.
  Obb box;
  Vec3 axis[3], centre;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) {
      box.axis[k][i] = float(best[k][i]);
      axis[k][i] = box.axis[k][i];
    }
  const Vec3 middle = (best_extent.lo + best_extent.hi) * 0.5;
  for (int i = 0; i < 3; ++i) {
    box.centre[i] = float(best.c0[i] * middle.x + best.c1[i] * middle.y + best.c2[i] * middle.z);
    centre[i] = box.centre[i];
  }
  Vec3 half;
  double farthest = 0;
  for (const Triangle& t : triangles)
    for (const Vec3& p : {t.a, t.b, t.c}) {
      const Vec3 d = p - centre;
      half = max(half, abs(Vec3{dot(axis[0], d), dot(axis[1], d), dot(axis[2], d)}));
      farthest = std::max(farthest, std::fabs(d.x) + std::fabs(d.y) + std::fabs(d.z));
    }
  // The float axes are off perpendicular and unit by at most 4 * 2^-24, so the coordinates of a point along them are
  // off dot(axis, d) by at most that part of |d|; once more for the conversion of half.
  for (int k = 0; k < 3; ++k) box.half[k] = float(half[k] * (1 + 0x1p-22) + farthest * 0x1p-21 + 0x1p-60);
  return box;
}

}  // namespace graze
