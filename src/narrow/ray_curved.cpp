// With the line o + s d, M the pose's linear map and t its translation, the local point is (P + s D) / W, where P and D
// are o - t and d times the cofactors of M, and W = det M. The body is then a set of s: at most one quadratic
// inequality and two linear ones, whose coefficients are polynomials in the given doubles. The solution of each is an
// interval, and every comparison of its ends is the sign of another polynomial, found exactly.
#include "narrow/ray_curved.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "math/dyadic3.h"
#include "math/exact.h"
#include "narrow/posed.h"
#include "narrow/ray_interval.h"
#include "narrow/ray_primitive.h"
#include "shape/data.h"

namespace graze {
namespace {

constexpr double least = 0x1p-100, most = 0x1p100;

bool in_range(double x) { return x == 0 || (std::fabs(x) >= least && std::fabs(x) <= most); }
bool in_range(Vec3 v) { return in_range(v.x) && in_range(v.y) && in_range(v.z); }
bool in_range(const Pose& p) {
  return in_range(p.linear.c0) && in_range(p.linear.c1) && in_range(p.linear.c2) && in_range(p.translation);
}

struct Line {
  Dyadic3 p, d;
  Dyadic w;  // |det M|; p and d have its sign
};

Dyadic3 carried(const Dyadic3& c0, const Dyadic3& c1, const Dyadic3& c2, const Dyadic3& v) {
  return {dot(cross(c1, c2), v), dot(cross(c2, c0), v), dot(cross(c0, c1), v)};
}

Line local_line(const Body& body, const Ray& ray, int orientation) {
  const auto exact = [](Vec3 v) { return Dyadic3{Dyadic(v.x), Dyadic(v.y), Dyadic(v.z)}; };
  const Mat3& m = body.pose.linear;
  const Dyadic3 c0 = exact(m.c0), c1 = exact(m.c1), c2 = exact(m.c2);
  Line line{carried(c0, c1, c2, exact_difference(ray.origin, body.pose.translation)),
            carried(c0, c1, c2, exact_difference(ray.direction, ray.base)), dot(c0, cross(c1, c2))};
  if (orientation < 0) {
    line.p = {-line.p.x, -line.p.y, -line.p.z};
    line.d = {-line.d.x, -line.d.y, -line.d.z};
    line.w = -line.w;
  }
  return line;
}

LineInterval through_ellipsoid(const Line& l, Vec3 radii) {
  const Dyadic a(radii.x), b(radii.y), c(radii.z);
  const Dyadic x = square(b * c), y = square(a * c), z = square(a * b);
  LineInterval all;
  all.cut({x * square(l.d.x) + y * square(l.d.y) + z * square(l.d.z),
           x * (l.p.x * l.d.x) + y * (l.p.y * l.d.y) + z * (l.p.z * l.d.z),
           x * square(l.p.x) + y * square(l.p.y) + z * square(l.p.z) - square(a * b * c * l.w)});
  return all;
}

LineInterval through_cylinder(const Line& l, double radius, double half) {
  const Dyadic end = Dyadic(half) * l.w;
  LineInterval all;
  all.cut(l.p.z - end, l.d.z);
  all.cut(-l.p.z - end, -l.d.z);
  const Quadratic side{square(l.d.x) + square(l.d.y), l.p.x * l.d.x + l.p.y * l.d.y,
                       square(l.p.x) + square(l.p.y) - square(Dyadic(radius) * l.w)};
  if (side.a.sign() > 0) {
    all.cut(side);
  } else if (side.c.sign() > 0) {
    all.empty = true;
  }
  return all;
}

// 4 h^2 (x^2 + y^2) <= r^2 (h - z)^2 and |z| <= h.
LineInterval through_cone(const Line& l, double radius, double half) {
  const Dyadic end = Dyadic(half) * l.w, h2 = square(Dyadic(half) + Dyadic(half)), r2 = square(Dyadic(radius));
  const Dyadic below = end - l.p.z;  // the apex's height over the point, which falls by d.z
  LineInterval all;
  all.cut(l.p.z - end, l.d.z);
  all.cut(-l.p.z - end, -l.d.z);
  const Quadratic side{h2 * (square(l.d.x) + square(l.d.y)) - r2 * square(l.d.z),
                       h2 * (l.p.x * l.d.x + l.p.y * l.d.y) + r2 * (below * l.d.z),
                       h2 * (square(l.p.x) + square(l.p.y)) - r2 * square(below)};
  if (side.a.sign() > 0) {
    all.cut(side);
  } else if (side.a.sign() == 0) {
    // Along a plane that touches the cone: half a line, or the whole of it.
    all.cut(side.c, side.b + side.b, false);
  } else {
    // Into the cone: of the two parts outside the roots, this one is the one below the apex.
    LineEnd root;
    root.is_root = true;
    root.f = {-side.a, -side.b, -side.c};
    root.larger = l.d.z.sign() < 0;
    root.larger ? all.cut_in(root) : all.cut_out(root);
  }
  return all;
}

// The ball around (0, 0, z).
LineInterval through_ball(const Line& l, double radius, double z) {
  const Dyadic up = l.p.z - Dyadic(z) * l.w;
  LineInterval all;
  all.cut({square(l.d.x) + square(l.d.y) + square(l.d.z), l.p.x * l.d.x + l.p.y * l.d.y + up * l.d.z,
           square(l.p.x) + square(l.p.y) + square(up) - square(Dyadic(radius) * l.w)});
  return all;
}

// Inside of the endless cylinder the capsule is what is between the two balls, and they are in it: the line enters
// and leaves through the ball beyond whose middle it enters and leaves the cylinder.
LineInterval through_capsule(const Line& l, double radius, double half) {
  const Dyadic end = Dyadic(half) * l.w;
  const Quadratic side{square(l.d.x) + square(l.d.y), l.p.x * l.d.x + l.p.y * l.d.y,
                       square(l.p.x) + square(l.p.y) - square(Dyadic(radius) * l.w)};
  const int climb = l.d.z.sign();
  LineInterval around;
  if (side.a.sign() > 0)
    around.cut(side);
  else
    around.empty = side.c.sign() > 0;
  if (around.empty) return around;
  // -1, 0, 1: below the lower middle, between them, above the upper one. An endless line comes from below when it
  // climbs.
  const auto level = [&](const std::optional<LineEnd>& at, bool comes) {
    if (climb == 0) return (l.p.z - end).sign() > 0 ? 1 : (l.p.z + end).sign() < 0 ? -1 : 0;
    if (!at) return comes == (climb > 0) ? -1 : 1;
    const Dyadic slope = climb > 0 ? l.d.z : -l.d.z;
    const auto above = [&](const Dyadic& z) { return at->compare(climb > 0 ? z - l.p.z : l.p.z - z, slope) * climb; };
    return above(end) > 0 ? 1 : above(-end) < 0 ? -1 : 0;
  };
  LineInterval all;
  for (const bool comes : {true, false}) {
    std::optional<LineEnd>& to = comes ? all.in : all.out;
    to = comes ? around.in : around.out;
    if (const int at = level(to, comes); at != 0) {
      const LineInterval ball = through_ball(l, radius, at * half);
      if (ball.empty) return ball;
      to = comes ? ball.in : ball.out;
    }
  }
  return all;
}

// Of the body's surface at a local point, not of any length.
Vec3 local_normal(ShapeForm form, Vec3 extent, Vec3 p, bool flat) {
  if (form == ShapeForm::capsule) return p - Vec3{0, 0, std::clamp(p.z, -extent.z, extent.z)};
  if (form == ShapeForm::cylinder) return flat ? Vec3{0, 0, p.z < 0 ? -1.0 : 1.0} : Vec3{p.x, p.y, 0};
  if (form == ShapeForm::cone) {
    if (flat) return {0, 0, p.z < 0 ? -1.0 : 1.0};
    const double across = std::sqrt(p.x * p.x + p.y * p.y);
    return across > 0 ? Vec3{p.x / across, p.y / across, extent.x / (2 * extent.z)} : Vec3{0, 0, 1};
  }
  return {p.x / (extent.x * extent.x), p.y / (extent.y * extent.y), p.z / (extent.z * extent.z)};
}

Vec3 world_normal(const Mat3& m, int orientation, Vec3 n) {
  const Vec3 carried = cross(m.c1, m.c2) * n.x + cross(m.c2, m.c0) * n.y + cross(m.c0, m.c1) * n.z;
  const double size = length(carried) * orientation;
  return size != 0 ? carried * (1 / size) : Vec3{};
}

// Does the line pass a ball around the body by more than rounding can do?
bool passes_by(const Body& body, Vec3 extent, const Ray& ray) {
  const Vec3 d = ray.direction - ray.base, from = ray.origin - body.pose.translation;
  const Mat3& m = body.pose.linear;
  const double reach = length(m.c0) * extent.x + length(m.c1) * extent.y + length(m.c2) * extent.z;
  const double off = (length(ray.origin) + length(body.pose.translation)) * 0x1p-40;
  return length(cross(from, d)) > (reach + off) * (1 + 0x1p-20) * length(d) + length(from) * length(d) * 0x1p-40;
}

}  // namespace

RayResult curved_ray(const Body& body, const Ray& ray, const RaySettings& settings) {
  RayResult result;
  int orientation = 0;
  const Shape::Data& shape = body.shape.data();
  const Vec3 d = ray.direction - ray.base;
  result.status = check_pose(body.pose, orientation);
  if (!is_ray(ray)) result.status = Status::invalid;
  if (result.status != Status::ok || !(ray.max >= 0)) return result;
  const double half = shape.form == ShapeForm::capsule ? shape.vertices[1].z : 0;
  const bool ball = shape.form == ShapeForm::sphere || (shape.form == ShapeForm::capsule && half == 0);
  const Vec3 extent = ball       ? Vec3{shape.radius, shape.radius, shape.radius}
                      : half > 0 ? Vec3{shape.radius, shape.radius, half}
                                 : shape.extent;
  if (!in_range(body.pose) || !in_range(extent) || !in_range(ray.origin) || !in_range(ray.direction) ||
      !in_range(ray.base)) {
    result.status = Status::out_of_range;
    return result;
  }
  ++result.counters.triangle_tests;
  if (passes_by(body, half > 0 ? extent + Vec3{0, 0, shape.radius} : extent, ray)) return result;
  ++result.counters.double_tests;
  const std::uint64_t exact_before = exact_count();
  count_exact();
  const Line line = local_line(body, ray, orientation);
  const LineInterval inside = shape.form == ShapeForm::cylinder ? through_cylinder(line, extent.x, extent.z)
                              : shape.form == ShapeForm::cone   ? through_cone(line, extent.x, extent.z)
                              : half > 0                        ? through_capsule(line, extent.x, half)
                                                                : through_ellipsoid(line, extent);
  result.counters.exact_tests += exact_count() - exact_before;
  if (inside.holds_nothing() || !inside.in || !inside.out) return result;
  const LineEnd &in = *inside.in, &out = *inside.out;
  const Pose to_local = inverse(body.pose);
  for (const LineEnd* end : {&in, &out}) {
    if (end->compare(Dyadic(), Dyadic(1.0)) < 0) continue;
    if (std::isfinite(ray.max) && end->compare(Dyadic(ray.max), Dyadic(1.0)) > 0) break;
    RayHit hit;
    hit.t = end->rounded();
    if (!std::isfinite(hit.t)) break;
    if (!result.hits.empty() && result.hits.front().t == hit.t) break;
    hit.point = ray.origin + d * hit.t;
    const Vec3 local = to_local * hit.point;
    hit.normal = world_normal(body.pose.linear, orientation,
                              local_normal(ball ? ShapeForm::ellipsoid : shape.form, extent, local, end->flat));
    result.hits.push_back(hit);
  }
  result.hit = !result.hits.empty();
  if (result.hit) result.closest = result.hits.front();
  if (!settings.all) result.hits.clear();
  return result;
}

}  // namespace graze
