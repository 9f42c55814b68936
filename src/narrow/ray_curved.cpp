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
#include "narrow/quadratic_root.h"
#include "shape/data.h"

namespace graze {
namespace {

constexpr double least = 0x1p-100, most = 0x1p100;

bool in_range(double x) { return x == 0 || (std::fabs(x) >= least && std::fabs(x) <= most); }
bool in_range(Vec3 v) { return in_range(v.x) && in_range(v.y) && in_range(v.z); }
bool in_range(const Pose& p) {
  return in_range(p.linear.c0) && in_range(p.linear.c1) && in_range(p.linear.c2) && in_range(p.translation);
}

// An end of an interval: a fraction n / m with m > 0, or a root of a quadratic.
struct End {
  bool is_root = false;
  Dyadic n, m;
  Quadratic f;
  bool larger = false;
  bool flat = false;  // on a flat side of the body

  // -1, 0, 1: below, at, above the fraction.
  int compare(const Dyadic& x, const Dyadic& y) const {
    if (!is_root) return (n * y - x * m).sign();
    const Dyadic slope = f.a * x + f.b * y;  // of f at x / y, times positive numbers
    const int value = ((slope + f.b * y) * x + f.c * y * y).sign();
    if (value < 0) return larger ? 1 : -1;
    const int side = -slope.sign();  // of the middle of both roots
    if (value > 0) return side;
    return side == (larger ? 1 : -1) ? side : 0;  // x / y is a root: this one, or the other
  }
  double rounded() const {
    if (!is_root) return quotient(n, m);
    const Dyadic discriminant = f.b * f.b - f.a * f.c;
    const double middle = -quotient(f.b, f.a);
    const double spread = discriminant.sign() > 0 ? std::sqrt(quotient(discriminant, f.a * f.a)) : 0;
    return QuadraticRoot(f, larger, larger ? middle + spread : middle - spread).rounded();
  }
};

// Of a fraction and any end.
int compare(const End& x, const End& fraction) { return x.compare(fraction.n, fraction.m); }

// None: open to that side.
struct Interval {
  std::optional<End> in, out;
  bool empty = false;

  // One of the two ends that meet in a cut is a fraction.
  void cut_in(const End& end) {
    if (!in || (end.is_root ? -compare(end, *in) : compare(*in, end)) < 0) in = end;
  }
  void cut_out(const End& end) {
    if (!out || (end.is_root ? -compare(end, *out) : compare(*out, end)) > 0) out = end;
  }
};

// a + s b <= 0.
void cut(Interval& all, const Dyadic& a, const Dyadic& b, bool flat = true) {
  const int sign = b.sign();
  if (sign == 0) {
    all.empty = all.empty || a.sign() > 0;
    return;
  }
  End end;
  end.flat = flat;
  end.n = sign > 0 ? -a : a;
  end.m = sign > 0 ? b : -b;
  sign > 0 ? all.cut_out(end) : all.cut_in(end);
}

// f(s) <= 0 with f.a > 0.
void cut(Interval& all, const Quadratic& f) {
  if ((f.b * f.b - f.a * f.c).sign() < 0) {
    all.empty = true;
    return;
  }
  End end;
  end.is_root = true;
  end.f = f;
  all.cut_in(end);
  end.larger = true;
  all.cut_out(end);
}

struct Line {
  Dyadic3 p, d;
  Dyadic w;  // |det M|; p and d have its sign
};

Dyadic square(const Dyadic& x) { return x * x; }

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

Interval through_ellipsoid(const Line& l, Vec3 radii) {
  const Dyadic a(radii.x), b(radii.y), c(radii.z);
  const Dyadic x = square(b * c), y = square(a * c), z = square(a * b);
  Interval all;
  cut(all, {x * square(l.d.x) + y * square(l.d.y) + z * square(l.d.z),
            x * (l.p.x * l.d.x) + y * (l.p.y * l.d.y) + z * (l.p.z * l.d.z),
            x * square(l.p.x) + y * square(l.p.y) + z * square(l.p.z) - square(a * b * c * l.w)});
  return all;
}

Interval through_cylinder(const Line& l, double radius, double half) {
  const Dyadic end = Dyadic(half) * l.w;
  Interval all;
  cut(all, l.p.z - end, l.d.z);
  cut(all, -l.p.z - end, -l.d.z);
  const Quadratic side{square(l.d.x) + square(l.d.y), l.p.x * l.d.x + l.p.y * l.d.y,
                       square(l.p.x) + square(l.p.y) - square(Dyadic(radius) * l.w)};
  if (side.a.sign() > 0) {
    cut(all, side);
  } else if (side.c.sign() > 0) {
    all.empty = true;
  }
  return all;
}

// 4 h^2 (x^2 + y^2) <= r^2 (h - z)^2 and |z| <= h.
Interval through_cone(const Line& l, double radius, double half) {
  const Dyadic end = Dyadic(half) * l.w, h2 = square(Dyadic(half) + Dyadic(half)), r2 = square(Dyadic(radius));
  const Dyadic below = end - l.p.z;  // the apex's height over the point, which falls by d.z
  Interval all;
  cut(all, l.p.z - end, l.d.z);
  cut(all, -l.p.z - end, -l.d.z);
  const Quadratic side{h2 * (square(l.d.x) + square(l.d.y)) - r2 * square(l.d.z),
                       h2 * (l.p.x * l.d.x + l.p.y * l.d.y) + r2 * (below * l.d.z),
                       h2 * (square(l.p.x) + square(l.p.y)) - r2 * square(below)};
  if (side.a.sign() > 0) {
    cut(all, side);
  } else if (side.a.sign() == 0) {
    // Along a plane that touches the cone: half a line, or the whole of it.
    cut(all, side.c, side.b + side.b, false);
  } else {
    // Into the cone: of the two parts outside the roots, this one is the one below the apex.
    End root;
    root.is_root = true;
    root.f = {-side.a, -side.b, -side.c};
    root.larger = l.d.z.sign() < 0;
    root.larger ? all.cut_in(root) : all.cut_out(root);
  }
  return all;
}

// Of the body's surface at a local point, not of any length.
Vec3 local_normal(ShapeForm form, Vec3 extent, Vec3 p, bool flat) {
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
  if (!is_finite(ray.origin) || !is_finite(ray.direction) || !is_finite(ray.base) || d == Vec3{} || std::isnan(ray.max))
    result.status = Status::invalid;
  if (result.status != Status::ok || !(ray.max >= 0)) return result;
  const bool ball = shape.form == ShapeForm::sphere;
  const Vec3 extent = ball ? Vec3{shape.radius, shape.radius, shape.radius} : shape.extent;
  if (!in_range(body.pose) || !in_range(extent) || !in_range(ray.origin) || !in_range(ray.direction) ||
      !in_range(ray.base)) {
    result.status = Status::out_of_range;
    return result;
  }
  ++result.counters.triangle_tests;
  if (passes_by(body, extent, ray)) return result;
  ++result.counters.double_tests;
  const std::uint64_t exact_before = exact_count();
  count_exact();
  const Line line = local_line(body, ray, orientation);
  const Interval inside = shape.form == ShapeForm::cylinder ? through_cylinder(line, extent.x, extent.z)
                          : shape.form == ShapeForm::cone   ? through_cone(line, extent.x, extent.z)
                                                            : through_ellipsoid(line, extent);
  result.counters.exact_tests += exact_count() - exact_before;
  if (inside.empty || !inside.in || !inside.out) return result;
  const End &in = *inside.in, &out = *inside.out;
  if (in.is_root != out.is_root || !in.is_root) {
    if ((out.is_root ? -compare(out, in) : compare(in, out)) > 0) return result;
  }
  const Pose to_local = inverse(body.pose);
  for (const End* end : {&in, &out}) {
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
