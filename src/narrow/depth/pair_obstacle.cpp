#include "narrow/depth/pair_obstacle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace graze {
namespace {

// The v with lo <= axis . v <= hi may meet; the Minkowski difference is the meeting of its slabs.
struct Slab {
  Vec3 axis;
  double lo, hi;
};

struct Extent {
  double lo, hi;
};

Extent extent(double p, double q, double r) {
  const double lo = q < p ? q : p, hi = q < p ? p : q;
  return {r < lo ? r : lo, r > hi ? r : hi};
}

// Calls look(slab) for each axis until it says false. False, too, for a difference that is flat.
template <class Look>
bool each_slab(const Triangle& moved, const Triangle& fixed, double eps, const Look& look) {
  // Relative to one corner: flush faces then have differences without rounding, wherever they are.
  const std::array<Vec3, 3> a{Vec3{}, moved.b - moved.a, moved.c - moved.a};
  const std::array<Vec3, 3> b{fixed.a - moved.a, fixed.b - moved.a, fixed.c - moved.a};
  const std::array<Vec3, 3> edges_a{a[1], a[2] - a[1], Vec3{} - a[2]};
  const std::array<Vec3, 3> edges_b{b[1] - b[0], b[2] - b[1], b[0] - b[2]};
  const auto test = [&](Vec3 axis) {
    axis = axis * (1 / std::sqrt(dot(axis, axis)));
    const Extent of_a = extent(0, dot(axis, a[1]), dot(axis, a[2]));
    const Extent of_b = extent(dot(axis, b[0]), dot(axis, b[1]), dot(axis, b[2]));
    const Slab slab{axis, of_b.lo - of_a.hi, of_b.hi - of_a.lo};
    return slab.hi - slab.lo > 2 * eps && look(slab);
  };
  std::array<double, 3> sq_a, sq_b;
  for (std::size_t i = 0; i < 3; ++i) {
    sq_a[i] = dot(edges_a[i], edges_a[i]);
    sq_b[i] = dot(edges_b[i], edges_b[i]);
  }
  const Vec3 normal_a = cross(edges_a[0], edges_a[1]), normal_b = cross(edges_b[0], edges_b[1]);
  if (!(dot(normal_a, normal_a) > 1e-24 * (sq_a[0] * sq_a[1]))) return false;
  if (!(dot(normal_b, normal_b) > 1e-24 * (sq_b[0] * sq_b[1]))) return false;
  if (!test(normal_a) || !test(normal_b)) return false;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3 axis = cross(edges_a[i], edges_b[j]);
      // Nearly parallel edges have an axis of rounding errors: leaving it out makes the obstacle larger.
      if (dot(axis, axis) > 1e-20 * (sq_a[i] * sq_b[j]) && !test(axis)) return false;
    }
  return true;
}

}  // namespace

Interval meeting(const Triangle& moved, const Triangle& fixed, Vec3 start, Vec3 direction, double eps, double from,
                 double to) noexcept {
  Interval result{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  const bool meets = each_slab(moved, fixed, eps, [&](const Slab& slab) {
    const double at = dot(slab.axis, start), speed = dot(slab.axis, direction);
    const double below = slab.lo + eps - at, above = slab.hi - eps - at;
    if (std::fabs(speed) < 1e-14) return below < 0 && above > 0;
    const double inverse = 1 / speed, s = below * inverse, t = above * inverse;
    result.enter = std::max(result.enter, std::min(s, t));
    result.leave = std::min(result.leave, std::max(s, t));
    return result.enter < result.leave && result.leave > from && result.enter < to;
  });
  return meets ? result : Interval{};
}

void touched_walls(const Triangle& moved, const Triangle& fixed, Vec3 v, double eps, double delta,
                   std::vector<Wall>& walls) {
  const std::size_t before = walls.size();
  const bool near = each_slab(moved, fixed, eps, [&](const Slab& slab) {
    const double at = dot(slab.axis, v), below = slab.lo - at, above = at - slab.hi;
    if (below > delta || above > delta) return false;
    if (below >= -delta) walls.push_back({Vec3{} - slab.axis, -slab.lo});
    if (above >= -delta) walls.push_back({slab.axis, slab.hi});
    return true;
  });
  if (!near) walls.resize(before);
}

}  // namespace graze
