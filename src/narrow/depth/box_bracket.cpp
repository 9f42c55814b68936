#include "narrow/depth/box_bracket.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/double_double.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double sliver = 0x1p-23;  // of convex/box_axes.h

// Off by less than 2^-98 of the magnitudes; exact for a normal along an axis.
DoubleDouble height(Vec3 m, Vec3 p) {
  const double x = m.x * p.x, y = m.y * p.y, z = m.z * p.z;
  const DoubleDouble xy = two_sum(x, y), sum = two_sum(xy.hi, z);
  const double low = (xy.lo + sum.lo) +
                     ((product_error(m.x, p.x, x) + product_error(m.y, p.y, y)) + product_error(m.z, p.z, z));
  return two_sum(sum.hi, low);
}

bool less(const DoubleDouble& a, const DoubleDouble& b) { return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo); }

bool along_an_axis(Vec3 m) {
  return (m.x == 0) + (m.y == 0) + (m.z == 0) == 2 && std::fabs((m.x + m.y) + m.z) == 1;
}

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

// Of the columns of two poses, a unit vector with four last places at most of either column in it.
Vec3 across(Vec3 u, Vec3 v) {
  const auto minor = [](double p, double q, double r, double s) {  // p q - r s
    const double x = p * q, y = r * s;
    const DoubleDouble difference = two_sum(x, -y);
    return difference.hi + (difference.lo + (product_error(p, q, x) - product_error(r, s, y)));
  };
  const Vec3 n{minor(u.y, v.z, u.z, v.y), minor(u.z, v.x, u.x, v.z), minor(u.x, v.y, u.y, v.x)};
  return n * (1 / std::sqrt(dot(n, n)));
}

}  // namespace

BoxCorners::BoxCorners(Vec3 half, const Pose& pose) noexcept {
  // What a change of sign of a coordinate changes is the sign of its product.
  const Vec3 x = pose.linear.c0 * half.x, y = pose.linear.c1 * half.y, z = pose.linear.c2 * half.z;
  const Vec3 both = x + y, one = x - y;
  const Vec3 flat[4] = {-both, one, -one, both};
  Vec3 most;
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
  result.reach = infinity;
  const double size = std::max(corners_a.largest, corners_b.largest);
  const auto look = [&](Vec3 m, unsigned edges_a, unsigned edges_b) {
    const Range of_a(corners_a, Side(a, m, doubt, edges_a), m);
    const Range of_b(corners_b, Side(b, -m, doubt, edges_b), m);
    const auto apart = [](const DoubleDouble& p, const DoubleDouble& q) { return (p.hi - q.hi) + (p.lo - q.lo); };
    const double low = apart(of_a.lowest, of_b.highest), reach = apart(of_a.highest, of_b.lowest);
    result.lower = std::min(result.lower, (low - std::fabs(low) * 0x1p-50) - size * 0x1p-95);
    if (reach < result.reach) {
      result.reach = reach;
      result.normal = m;
    }
  };
  for (int k = 0; k < 6; ++k) {
    const int own = k % 3;
    if (x.face[k] > enough + 2 * x.rounding) continue;
    look(normal_of(a, b, x, k), k < 3 ? 7u & ~(1u << own) : 0, k < 3 ? 0 : 7u & ~(1u << own));
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double p = x.product[i == 2 ? 0 : i + 1][j], q = x.product[i == 0 ? 2 : i - 1][j];
      const double square = p * p + q * q, sine = std::sqrt(square);
      if (sine <= doubt) continue;
      if (sine < sliver) return false;
      if (overlap_of_edges(a, b, x, i, j) - 2 * x.rounding >= enough * (sine + blur)) continue;
      Vec3 m = across(a.axis[i], b.axis[j]);
      if (dot(m, b.centre - a.centre) < 0) m = -m;
      look(m, 1u << i, 1u << j);
    }
  return result.reach < infinity && result.lower > 0;
}

bool plane_parts(const BoxCorners& a, const BoxCorners& b, Vec3 m) noexcept {
  double of_a[8], of_b[8], top = -infinity, bottom = infinity;
  for (unsigned k = 0; k < 8; ++k) {
    top = std::max(top, of_a[k] = dot(m, a.p[k]));
    bottom = std::min(bottom, of_b[k] = dot(m, b.p[k]));
  }
  // The magnitudes of a unit vector add up to at most 1.75; two products and sums are rounded on the way.
  const double size = std::max(a.largest, b.largest), error = 8 * 0x1p-53 * size;
  if (top - bottom > 2 * error) return false;
  if (top - bottom < -2 * error) return true;
  DoubleDouble highest{-infinity, 0}, lowest{infinity, 0};
  for (unsigned k = 0; k < 8; ++k) {
    if (of_a[k] >= top - 2 * error)
      if (const DoubleDouble at = height(m, a.p[k]); less(highest, at)) highest = at;
    if (of_b[k] <= bottom + 2 * error)
      if (const DoubleDouble at = height(m, b.p[k]); less(at, lowest)) lowest = at;
  }
  return (highest.hi - lowest.hi) + (highest.lo - lowest.lo) <= (along_an_axis(m) ? 0 : -0x1p-95 * size);
}

double fine_length_up(Vec3 v) noexcept {
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
