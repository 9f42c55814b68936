#include "narrow/depth/box_bracket.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/compat.h"
#include "math/constants.h"
#include "math/double_double.h"

namespace graze {
namespace {

constexpr double sliver = 0x1p-23;  // of convex/box_axes.h

// Off by less than 2^-98 of the magnitudes; exact for a normal along an axis.
DoubleDouble height(Vec3 m, Vec3 p) {
  const double x = m.x * p.x, y = m.y * p.y, z = m.z * p.z;
  const DoubleDouble xy = two_sum(x, y), sum = two_sum(xy.hi, z);
  const double low =
      (xy.lo + sum.lo) + ((product_error(m.x, p.x, x) + product_error(m.y, p.y, y)) + product_error(m.z, p.z, z));
  return two_sum(sum.hi, low);
}

bool along_an_axis(Vec3 m) { return (m.x == 0) + (m.y == 0) + (m.z == 0) == 2 && std::fabs((m.x + m.y) + m.z) == 1; }

// The corners of a face of the difference that are one body's: those up along its axes, as far as signs tell.
struct Side {
  unsigned free = 0, up = 0;  // by axis

  Side(const SquareBox& box, Vec3 m, double doubt, unsigned edges) : free(edges) {
    for (unsigned k = 0; k < 3; ++k) {
      const double along = dot(m, box.axis[k]);
      if (std::fabs(along) <= doubt)
        free |= 1u << k;
      else if (along > 0)
        up |= 1u << k;
    }
    up &= ~free;
  }
  bool has(unsigned corner) const { return (corner & ~free) == up; }
};

struct Range {
  DoubleDouble lowest{infinity, 0}, highest{-infinity, 0};

  Range(const BoxCorners& corners, const Side& side, Vec3 m) {
    for (unsigned k = 0; k < 8; ++k) {
      if (!side.has(k)) continue;
      const DoubleDouble at = height(m, corners.p[k]);
      if (less(at, lowest)) lowest = at;
      if (less(highest, at)) highest = at;
    }
  }
};

// Unit, across the two vectors, which are differences of corners: perpendicular to both to within a few last places,
// also where they are nearly parallel.
Vec3 across(Vec3 u, Vec3 v) {
  const auto minor = [](double p, double q, double r, double s) {  // p q - r s
    const double x = p * q, y = r * s;
    const DoubleDouble difference = two_sum(x, -y);
    return difference.hi + (difference.lo + (product_error(p, q, x) - product_error(r, s, y)));
  };
  const Vec3 n{minor(u.y, v.z, u.z, v.y), minor(u.z, v.x, u.x, v.z), minor(u.x, v.y, u.y, v.x)};
  const double norm = std::sqrt(dot(n, n));
  // Along an axis it is exact.
  const auto part = [&](double c) { return c == norm || c == -norm ? c / norm : c * (1 / norm); };
  return {part(n.x), part(n.y), part(n.z)};
}

Vec3 facing(Vec3 m, Vec3 towards) { return dot(m, towards) < 0 ? -m : m; }

// The normal of a face by its diagonals, from which all four corners are equally far.
Vec3 face_normal(const BoxCorners& corners, int axis, bool up) {
  const unsigned u = axis == 2 ? 1 : 1u << (axis + 1), v = axis == 0 ? 4 : 1u << (axis - 1), w = up ? 1u << axis : 0;
  return across(corners.p[u | v | w] - corners.p[w], corners.p[u | w] - corners.p[v | w]);
}

Vec3 edge_of(const BoxCorners& corners, const Side& side, int axis) {
  return corners.p[side.up | 1u << axis] - corners.p[side.up];
}

}  // namespace

BoxCorners::BoxCorners(Vec3 half, const Pose& pose) noexcept {
  // What a change of sign of a coordinate changes is the sign of its product.
  const Vec3 x = pose.linear.c0 * half.x, y = pose.linear.c1 * half.y, z = pose.linear.c2 * half.z;
  const Vec3 both = x + y, one = x - y;
  const Vec3 flat[4] = {-both, one, -one, both};
  for (unsigned k = 0; k < 8; ++k) {
    p[k] = ((k & 4) != 0 ? flat[k & 3] + z : flat[k & 3] - z) + pose.translation;
    most = max(most, abs(p[k]));
  }
  largest = std::max(std::max(most.x, most.y), most.z);
}

bool find_box_bracket(const SquareBox& a, const SquareBox& b, const BoxAxes& x, const BoxCorners& corners_a,
                      const BoxCorners& corners_b, BoxBracket& result) noexcept {
  const double skew = std::max(a.skew, b.skew), doubt = 0x1p-48 + 8 * skew, blur = 0x1p-49 + 4 * skew;
  double least = std::min(x.overlap_a, x.overlap_b);
  if (x.edges >= 0) least = std::min(least, x.across);
  const double enough = least + 4 * x.rounding;  // a face proven to be as far as this needs no look
  result.lower = enough;
  result.overlap = infinity;
  const double size = std::max(corners_a.largest, corners_b.largest);
  const Vec3 way = b.centre - a.centre;
  const auto look = [&](Vec3 m, unsigned edges_a, unsigned edges_b) {
    const Range of_a(corners_a, Side(a, m, doubt, edges_a), m);
    const Range of_b(corners_b, Side(b, -m, doubt, edges_b), m);
    const auto apart = [](const DoubleDouble& p, const DoubleDouble& q) { return (p.hi - q.hi) + (p.lo - q.lo); };
    const double low = apart(of_a.lowest, of_b.highest), overlap = apart(of_a.highest, of_b.lowest);
    result.lower = std::min(result.lower, (low - std::fabs(low) * 0x1p-50) - size * 0x1p-95);
    if (overlap < result.overlap) {
      result.overlap = overlap;
      result.normal = m;
    }
  };
  // The opposite face is farther by twice the way between the centres; where that may be nothing, it counts as well.
  const auto look_both = [&](Vec3 m, unsigned edges_a, unsigned edges_b) {
    look(m, edges_a, edges_b);
    if (std::fabs(dot(m, way)) <= 4 * x.rounding) look(-m, edges_a, edges_b);
  };
  const auto small = [&](int i, int j) { return std::fabs(x.product[i][j]) <= doubt; };
  for (int k = 0; k < 3; ++k)
    if (x.face[k] <= enough + 2 * x.rounding)
      look_both(facing(face_normal(corners_a, k, x.to_b[k] >= 0), way), 7u & ~(1u << k), 0);
  for (int k = 0; k < 3; ++k) {
    // Parallel to a face of a: the corners that count there are those that count here.
    const bool seen = small(0, k) + small(1, k) + small(2, k) == 2;
    if (!seen && x.face[3 + k] <= enough + 2 * x.rounding)
      look_both(facing(face_normal(corners_b, k, x.from_a[k] < 0), way), 0, 7u & ~(1u << k));
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1, j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
      const double p = x.product[i1][j], q = x.product[i2][j];
      const double square = p * p + q * q;
      if (square <= doubt * doubt) continue;
      if (square < sliver * sliver) return false;
      // In the plane of a face of a or b, likewise.
      if (small(i1, j) || small(i2, j) || small(i, j1) || small(i, j2)) continue;
      const double value = overlap_of_edges(a, b, x, i, j) - 2 * x.rounding;
      if (value > 0 && value * value >= enough * enough * square * (1 + 0x1p-20)) continue;
      const double sine = std::sqrt(square);
      if (value >= enough * (sine + blur)) continue;
      const Vec3 near = facing(cross(a.axis[i], b.axis[j]) * (1 / sine), way);
      const Vec3 edge_a = edge_of(corners_a, Side(a, near, doubt, 1u << i), i);
      const Vec3 edge_b = edge_of(corners_b, Side(b, -near, doubt, 1u << j), j);
      look_both(facing(across(edge_a, edge_b), way), 1u << i, 1u << j);
    }
  return result.overlap < infinity && result.lower > 0;
}

FarCorner far_corner(const BoxCorners& corners, Vec3 m) noexcept {
  double at[8], top = -infinity;
  for (unsigned k = 0; k < 8; ++k) at[k] = dot(m, corners.p[k]);
  for (unsigned k = 0; k < 8; ++k) top = std::max(top, at[k]);
  // The magnitudes of a unit vector add up to at most 1.75; two products and sums are rounded on the way.
  const double near = top - 16 * 0x1p-53 * corners.largest;
  DoubleDouble highest{-infinity, 0};
  for (unsigned k = 0; k < 8; ++k)
    if (at[k] >= near)
      if (const DoubleDouble here = height(m, corners.p[k]); less(highest, here)) highest = here;
  return {highest.hi, highest.lo};
}

double proven_overlap(const FarCorner& a, const FarCorner& b, Vec3 m, double size) noexcept {
  return ((a.hi + b.hi) + (a.lo + b.lo)) + (along_an_axis(m) ? 0 : 0x1p-95 * size);
}

double rounding_of_boxes(const BoxCorners& a, const BoxCorners& b, Vec3 translations, double far) noexcept {
  // Half of the last place of numbers up to x.
  const auto half_place = [](double x) {
    return bit_cast<double>(bit_cast<std::uint64_t>(x) & 0x7ff0000000000000) * 0x1p-53;
  };
  Vec3 off;
  for (int k = 0; k < 3; ++k) {
    const double point = std::max(a.most[k], b.most[k]), more = far * (1 + 0x1p-40);
    // The corner before and after, and the translation of the pose.
    off[k] = half_place(point) + half_place((point + more) * (1 + 0x1p-50)) +
             half_place((translations[k] + more) * (1 + 0x1p-50));
  }
  return length(off) * (1 + 0x1p-40);
}

double fine_length_up(Vec3 v) noexcept {
  if ((v.x == 0) + (v.y == 0) + (v.z == 0) >= 2) return std::fabs((v.x + v.y) + v.z);
  const DoubleDouble square = height(v, v);
  double d = std::sqrt(square.hi);
  const auto covers = [&](double length) {
    const double product = length * length;
    const double more = (product - square.hi) + (product_error(length, length, product) - square.lo);
    return more >= 0x1p-95 * product;
  };
  const double below = std::nextafter(d, 0.0);
  if (covers(below)) return below;
  while (!covers(d)) d = std::nextafter(d, infinity);
  return d;
}

}  // namespace graze
