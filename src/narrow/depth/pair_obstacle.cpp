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

// Calls look(slab) for each axis until it says false. False, too, for a difference that is flat. Most pairs end at the
// normals, which are known beforehand.
template <class Look>
bool each_slab(const ObstacleFace& moved, const ObstacleFace& fixed, double eps, const Look& look) {
  const Triangle &of_moved = moved.triangle, &of_fixed = fixed.triangle;
  if (moved.normal == Vec3{} || fixed.normal == Vec3{}) return false;
  // Relative to one corner: flush faces then have differences without rounding, wherever they are.
  const std::array<Vec3, 3> b{of_fixed.a - of_moved.a, of_fixed.b - of_moved.a, of_fixed.c - of_moved.a};
  const auto test = [&](Vec3 axis, const Extent& of_a, const Extent& of_b) {
    const Slab slab{axis, of_b.lo - of_a.hi, of_b.hi - of_a.lo};
    return slab.hi - slab.lo > 2 * eps && look(slab);
  };
  const auto extent_of_b = [&](Vec3 axis) { return extent(dot(axis, b[0]), dot(axis, b[1]), dot(axis, b[2])); };
  if (!test(moved.normal, {moved.low, moved.high}, extent_of_b(moved.normal))) return false;
  const std::array<Vec3, 2> a{of_moved.b - of_moved.a, of_moved.c - of_moved.a};
  const auto extent_of_a = [&](Vec3 axis) { return extent(0, dot(axis, a[0]), dot(axis, a[1])); };
  const double from = dot(fixed.normal, b[0]);
  if (!test(fixed.normal, extent_of_a(fixed.normal), {from + fixed.low, from + fixed.high})) return false;
  const std::array<Vec3, 3> edges_a{a[0], a[1] - a[0], Vec3{} - a[1]};
  const std::array<Vec3, 3> edges_b{b[1] - b[0], b[2] - b[1], b[0] - b[2]};
  std::array<double, 3> sq_a, sq_b;
  for (std::size_t i = 0; i < 3; ++i) {
    sq_a[i] = dot(edges_a[i], edges_a[i]);
    sq_b[i] = dot(edges_b[i], edges_b[i]);
  }
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3 across = cross(edges_a[i], edges_b[j]);
      const double square = dot(across, across);
      // Nearly parallel edges have an axis of rounding errors: leaving it out makes the obstacle larger.
      if (!(square > 1e-20 * (sq_a[i] * sq_b[j]))) continue;
      const Vec3 axis = across * (1 / std::sqrt(square));
      if (!test(axis, extent_of_a(axis), extent_of_b(axis))) return false;
    }
  return true;
}

}  // namespace

ObstacleFace obstacle_face(const Triangle& t) noexcept {
  ObstacleFace face{t, {}, 0, 0};
  const Vec3 e = t.b - t.a, f = t.c - t.b, normal = cross(e, f);
  const double square = dot(normal, normal);
  if (!(square > 1e-24 * (dot(e, e) * dot(f, f)))) return face;
  face.normal = normal * (1 / std::sqrt(square));
  const Extent own = extent(0, dot(face.normal, e), dot(face.normal, t.c - t.a));
  face.low = own.lo;
  face.high = own.hi;
  return face;
}

Interval meeting(const ObstacleFace& moved, const ObstacleFace& fixed, Vec3 start, Vec3 direction, double eps,
                 double from, double to) noexcept {
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

void touched_walls(const ObstacleFace& moved, const ObstacleFace& fixed, Vec3 v, double eps, double delta,
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
