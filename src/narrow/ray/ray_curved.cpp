// With the line o + s d, M the pose's linear map and t its translation, the local point is (P + s D) / W, where P and D
// are o - t and d times the cofactors of M, and W = det M. The body is then a set of s: at most one quadratic
// inequality and two linear ones, whose coefficients are polynomials in the given doubles. The solution of each is an
// interval, and every comparison of its ends is the sign of another polynomial, found exactly.
//
// The discriminant of an ellipsoid has degree 20: a WideDyadic holds it for any doubles, a Dyadic as long as they are
// neither large nor small.
#include "narrow/ray/ray_curved.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/guard.h"
#include "math/dyadic3.h"
#include "math/exact.h"
#include "narrow/body/posed.h"
#include "narrow/ray/ray_interval.h"
#include "narrow/ray/ray_place.h"
#include "narrow/ray/ray_primitive.h"
#include "shape/data.h"

namespace graze {
namespace {

bool in_range(double x) { return x == 0 || (std::fabs(x) >= 0x1p-100 && std::fabs(x) <= 0x1p100); }
bool in_range(Vec3 v) { return in_range(v.x) && in_range(v.y) && in_range(v.z); }
bool in_range(const Pose& p) {
  return in_range(p.linear.c0) && in_range(p.linear.c1) && in_range(p.linear.c2) && in_range(p.translation);
}

template <class Number>
struct Line {
  Dyadic3Of<Number> p, d;
  Number w;  // |det M|; p and d have its sign
};

// The columns of the cofactors of M, with the sign of det M.
template <class Number>
struct Cofactors {
  Dyadic3Of<Number> x, y, z;
  Number w;  // |det M|

  Cofactors(const Mat3& m, int orientation) {
    const auto c0 = exact_vector<Number>(m.c0), c1 = exact_vector<Number>(m.c1), c2 = exact_vector<Number>(m.c2);
    const auto turned = [&](const Dyadic3Of<Number>& v) { return orientation < 0 ? -v : v; };
    x = turned(cross(c1, c2));
    y = turned(cross(c2, c0));
    z = turned(cross(c0, c1));
    w = dot(c0, x);
  }
  Dyadic3Of<Number> to_local(const Dyadic3Of<Number>& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
  Dyadic3Of<Number> normal_to_world(const Dyadic3Of<Number>& n) const { return x * n.x + y * n.y + z * n.z; }
};

template <class Number>
LineInterval<Number> through_ellipsoid(const Line<Number>& l, Vec3 radii) {
  const Number a(radii.x), b(radii.y), c(radii.z);
  const Number x = square(b * c), y = square(a * c), z = square(a * b);
  LineInterval<Number> all;
  all.cut({x * square(l.d.x) + y * square(l.d.y) + z * square(l.d.z),
           x * (l.p.x * l.d.x) + y * (l.p.y * l.d.y) + z * (l.p.z * l.d.z),
           x * square(l.p.x) + y * square(l.p.y) + z * square(l.p.z) - square(a * b * c * l.w)});
  return all;
}

template <class Number>
LineInterval<Number> through_cylinder(const Line<Number>& l, double radius, double half) {
  const Number end = Number(half) * l.w;
  LineInterval<Number> all;
  all.cut(l.p.z - end, l.d.z);
  all.cut(-l.p.z - end, -l.d.z);
  const QuadraticOf<Number> side{square(l.d.x) + square(l.d.y), l.p.x * l.d.x + l.p.y * l.d.y,
                                 square(l.p.x) + square(l.p.y) - square(Number(radius) * l.w)};
  if (side.a.sign() > 0) {
    all.cut(side);
  } else if (side.c.sign() > 0) {
    all.empty = true;
  }
  return all;
}

// 4 h^2 (x^2 + y^2) <= r^2 (h - z)^2 and |z| <= h.
template <class Number>
LineInterval<Number> through_cone(const Line<Number>& l, double radius, double half) {
  const Number end = Number(half) * l.w, h2 = square(Number(half) + Number(half)), r2 = square(Number(radius));
  const Number below = end - l.p.z;  // the apex's height over the point, which falls by d.z
  LineInterval<Number> all;
  all.cut(l.p.z - end, l.d.z);
  all.cut(-l.p.z - end, -l.d.z);
  const QuadraticOf<Number> side{h2 * (square(l.d.x) + square(l.d.y)) - r2 * square(l.d.z),
                                 h2 * (l.p.x * l.d.x + l.p.y * l.d.y) + r2 * (below * l.d.z),
                                 h2 * (square(l.p.x) + square(l.p.y)) - r2 * square(below)};
  if (side.a.sign() > 0) {
    all.cut(side);
  } else if (side.a.sign() == 0) {
    // Along a plane that touches the cone: half a line, or the whole of it.
    all.cut(side.c, side.b + side.b, false);
  } else {
    // Into the cone: of the two parts outside the roots, this one is the one below the apex.
    LineEnd<Number> root;
    root.is_root = true;
    root.f = {-side.a, -side.b, -side.c};
    root.larger = l.d.z.sign() < 0;
    root.larger ? all.cut_in(root) : all.cut_out(root);
  }
  return all;
}

// The ball around (0, 0, z).
template <class Number>
LineInterval<Number> through_ball(const Line<Number>& l, double radius, double z) {
  const Number up = l.p.z - Number(z) * l.w;
  LineInterval<Number> all;
  all.cut({square(l.d.x) + square(l.d.y) + square(l.d.z), l.p.x * l.d.x + l.p.y * l.d.y + up * l.d.z,
           square(l.p.x) + square(l.p.y) + square(up) - square(Number(radius) * l.w)});
  return all;
}

// Inside of the endless cylinder the capsule is what is between the two balls, and they are in it: the line enters
// and leaves through the ball beyond whose middle it enters and leaves the cylinder.
template <class Number>
LineInterval<Number> through_capsule(const Line<Number>& l, double radius, double half) {
  const Number end = Number(half) * l.w;
  const QuadraticOf<Number> side{square(l.d.x) + square(l.d.y), l.p.x * l.d.x + l.p.y * l.d.y,
                                 square(l.p.x) + square(l.p.y) - square(Number(radius) * l.w)};
  const int climb = l.d.z.sign();
  LineInterval<Number> around;
  if (side.a.sign() > 0)
    around.cut(side);
  else
    around.empty = side.c.sign() > 0;
  if (around.empty) return around;
  // -1, 0, 1: below the lower middle, between them, above the upper one. An endless line comes from below when it
  // climbs.
  const auto level = [&](const std::optional<LineEnd<Number>>& at, bool comes) {
    if (climb == 0) return (l.p.z - end).sign() > 0 ? 1 : (l.p.z + end).sign() < 0 ? -1 : 0;
    if (!at) return comes == (climb > 0) ? -1 : 1;
    const Number slope = climb > 0 ? l.d.z : -l.d.z;
    const auto above = [&](const Number& z) { return at->compare(climb > 0 ? z - l.p.z : l.p.z - z, slope) * climb; };
    return above(end) > 0 ? 1 : above(-end) < 0 ? -1 : 0;
  };
  LineInterval<Number> all;
  for (const bool comes : {true, false}) {
    std::optional<LineEnd<Number>>& to = comes ? all.in : all.out;
    to = comes ? around.in : around.out;
    if (const int at = level(to, comes); at != 0) {
      const LineInterval<Number> ball = through_ball(l, radius, at * half);
      if (ball.empty) return ball;
      to = comes ? ball.in : ball.out;
    }
  }
  return all;
}

// Of the body's surface at a local point, not of any length; for numbers that are neither large nor small.
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

// 0 where there is none, or none that can be trusted.
Vec3 world_normal(const Mat3& m, int orientation, Vec3 n) {
  const Vec3 carried = cross(m.c1, m.c2) * n.x + cross(m.c2, m.c0) * n.y + cross(m.c0, m.c1) * n.z;
  const double size = length(carried) * orientation;
  return std::fabs(size) > 1e-140 && std::fabs(size) < 1e140 ? carried * (1 / size) : Vec3{};
}

// The same for any numbers, at the parameter s.
template <class Number>
Dyadic3Of<Number> local_normal(ShapeForm form, Vec3 extent, const Line<Number>& l, double s, bool flat) {
  const Dyadic3Of<Number> p = l.p + l.d * Number(s);  // times w
  const Number zero(0.0), up(p.z.sign() < 0 ? -1.0 : 1.0);
  if (flat) return {zero, zero, up};
  if (form == ShapeForm::cylinder) return {p.x, p.y, zero};
  if (form == ShapeForm::capsule) {
    const Number end = Number(extent.z) * l.w;
    return {p.x, p.y, (p.z - end).sign() > 0 ? p.z - end : (p.z + end).sign() < 0 ? p.z + end : zero};
  }
  if (form == ShapeForm::cone) {
    const Vec3 across = unit_vector(Dyadic3Of<Number>{p.x, p.y, zero});
    const Number high = Number(extent.z) + Number(extent.z);
    if (across == Vec3{}) return {zero, zero, Number(1.0)};
    return {high * Number(across.x), high * Number(across.y), Number(extent.x)};
  }
  const Number a(extent.x), b(extent.y), c(extent.z);
  return {p.x * square(b * c), p.y * square(a * c), p.z * square(a * b)};
}

// Does the line pass a ball around the body by more than rounding can do?
bool passes_by(const Body& body, Vec3 extent, const Ray& ray) {
  const Vec3 d = ray.direction - base_of(ray), from = ray.origin - body.pose.translation;
  const Mat3& m = body.pose.linear;
  const double farthest = length(m.c0) * extent.x + length(m.c1) * extent.y + length(m.c2) * extent.z;
  const double off = (length(ray.origin) + length(body.pose.translation)) * 0x1p-40;
  return length(cross(from, d)) > (farthest + off) * (1 + 0x1p-20) * length(d) + length(from) * length(d) * 0x1p-40;
}

struct Curved {
  ShapeForm form;  // what its normals are like: a sphere is an ellipsoid
  Vec3 extent;     // radii, or radius, radius and half the height
  double radius;   // of a capsule
};

Curved curved(const ShapeData& shape) {
  const double half = shape.form == ShapeForm::capsule ? shape.vertices[1].z : 0;
  if (half > 0) return {ShapeForm::capsule, {shape.radius, shape.radius, half}, shape.radius};
  if (shape.form == ShapeForm::sphere || shape.form == ShapeForm::capsule)
    return {ShapeForm::ellipsoid, {shape.radius, shape.radius, shape.radius}, 0};
  return {shape.form, shape.extent, 0};
}

template <class Number>
LineInterval<Number> through(const Curved& set, const Line<Number>& line) {
  const double radius = set.extent.x, half = set.extent.z;
  if (set.form == ShapeForm::cylinder) return through_cylinder(line, radius, half);
  if (set.form == ShapeForm::cone) return through_cone(line, radius, half);
  if (set.form == ShapeForm::capsule) return through_capsule(line, radius, half);
  return through_ellipsoid(line, set.extent);
}

template <class Number>
void cast(const Body& body, const Curved& set, int orientation, const Ray& ray, bool ordinary, RayResult& result) {
  const Cofactors<Number> cofactors(body.pose.linear, orientation);
  const Line<Number> line{cofactors.to_local(exact_difference<Number>(ray.origin, body.pose.translation)),
                          cofactors.to_local(exact_difference<Number>(ray.direction, base_of(ray))), cofactors.w};
  const LineInterval<Number> inside = through(set, line);
  if (inside.holds_nothing() || !inside.in || !inside.out) return;
  const Number zero(0.0), one(1.0);
  const Pose to_local = ordinary ? inverse(body.pose) : Pose{};
  for (const LineEnd<Number>* end : {&*inside.in, &*inside.out}) {
    if (end->compare(zero, one) < 0) continue;
    RayHit hit;
    hit.t = end->rounded();
    if (hit.t > ray.max || (hit.t == ray.max && end->compare(Number(hit.t), one) > 0)) break;
    if (!result.hits.empty() && result.hits.front().t == hit.t) break;
    hit.point = point_at(ray, hit.t);
    if (ordinary)
      hit.normal = world_normal(body.pose.linear, orientation,
                                local_normal(set.form, set.extent, to_local * hit.point, end->flat));
    if (hit.normal == Vec3{})
      hit.normal = unit_vector(cofactors.normal_to_world(local_normal(set.form, set.extent, line, hit.t, end->flat)));
    if (hit.normal == Vec3{}) hit.normal = normal_of_ray(ray, end == &*inside.in);
    result.hits.push_back(hit);
  }
}

}  // namespace

RayResult curved_ray(const Body& body, const Ray& ray, const RaySettings& settings) {
  auto result = no_so_far<RayResult>();
  int orientation = 0;
  result.status = check_pose(body.pose, orientation);
  if (!is_ray(ray)) result.status = Status::invalid;
  if (result.status != Status::ok || !(ray.max >= 0)) return result;
  const Curved set = curved(data_of(body.shape));
  const bool ordinary = in_range(body.pose) && in_range(set.extent) && in_range(ray.origin) &&
                        in_range(ray.direction) && in_range(base_of(ray));
  ++result.counters.triangle_tests;
  if (ordinary && passes_by(body, set.extent + Vec3{0, 0, set.radius}, ray)) return result;
  ++result.counters.double_tests;
  const std::uint64_t exact_before = exact_count();
  count_exact();
  if (ordinary)
    cast<Dyadic>(body, set, orientation, ray, true, result);
  else
    cast<WideDyadic>(body, set, orientation, ray, false, result);
  result.counters.exact_tests += exact_count() - exact_before;
  result.answer = answer_of(!result.hits.empty());
  if (result.yes()) result.closest = result.hits.front();
  if (settings.want != RayWant::all) result.hits.clear();
  return result;
}

}  // namespace graze
