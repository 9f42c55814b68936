#include "narrow/ray/ray_flat.h"

#include "math/exact.h"
#include "math/ray_base.h"
#include "narrow/triangle/flat.h"

namespace graze {
namespace {

int next(int axis) { return axis == 2 ? 0 : axis + 1; }
int previous(int axis) { return axis == 0 ? 2 : axis - 1; }

// The component along an axis of the ray's direction x (p - q), exactly.
int cross_sign(int axis, const Ray& ray, Vec3 p, Vec3 q) {
  const int i = next(axis), j = previous(axis);
  return exact_cross2d(ray.direction[i], base_of(ray)[i], ray.direction[j], base_of(ray)[j], p[i], q[i], p[j], q[j]);
}

Dyadic difference(double p, double q) { return Dyadic(p) - Dyadic(q); }

Ratio positive(const Dyadic& numerator, const Dyadic& denominator) {
  if (denominator.sign() < 0) return {-numerator, -denominator};
  return {numerator, denominator};
}

// The least of the parameters offered that are not negative.
struct Least {
  bool found = false;
  Ratio value;

  void offer(const Ratio& ratio) {
    if (ratio.numerator.sign() < 0 || (found && compare(value, ratio) <= 0)) return;
    found = true;
    value = ratio;
  }
};

// Of a point on the line of the ray.
Ratio point_parameter(const Ray& ray, Vec3 p) {
  const int axis = ray.direction.x != base_of(ray).x ? 0 : ray.direction.y != base_of(ray).y ? 1 : 2;
  return positive(difference(p[axis], ray.origin[axis]), difference(ray.direction[axis], base_of(ray)[axis]));
}

// Of the crossing of the ray's line with the line of p and q, which are on strictly different sides of it, seen along
// the axis: (p - o) x (q - p) / d x (q - p).
Ratio crossing_parameter(const Ray& ray, Vec3 p, Vec3 q, int axis) {
  const int i = next(axis), j = previous(axis);
  const Dyadic edge_i = difference(q[i], p[i]), edge_j = difference(q[j], p[j]);
  const Dyadic numerator = difference(p[i], ray.origin[i]) * edge_j - difference(p[j], ray.origin[j]) * edge_i;
  const Dyadic denominator =
      difference(ray.direction[i], base_of(ray)[i]) * edge_j - difference(ray.direction[j], base_of(ray)[j]) * edge_i;
  return positive(numerator, denominator);
}

// A segment in a common plane with the ray, the plane not seen edge-on along the axis.
void offer_segment(const Ray& ray, const Segment& s, int axis, Least& least) {
  const int p = cross_sign(axis, ray, s.p, ray.origin), q = cross_sign(axis, ray, s.q, ray.origin);
  if (p == 0) least.offer(point_parameter(ray, s.p));
  if (q == 0) least.offer(point_parameter(ray, s.q));
  if (p * q < 0) least.offer(crossing_parameter(ray, s.p, s.q, axis));
}

// A segment, or point, on the line of the ray.
void offer_on_line(const Ray& ray, const Segment& s, Least& least) {
  const Ratio p = point_parameter(ray, s.p), q = point_parameter(ray, s.q);
  if (p.numerator.sign() * q.numerator.sign() < 0) {
    least.offer({Dyadic(), Dyadic(1)});
    return;
  }
  least.offer(p);
  least.offer(q);
}

}  // namespace

bool flat_parameter(const Ray& ray, const Triangle& t, Ratio& parameter) noexcept {
  Least least;
  const int axis = projection_axis(t);
  if (axis >= 0) {
    const int ab = turn(axis, t.a, t.b, ray.origin), bc = turn(axis, t.b, t.c, ray.origin);
    const int ca = turn(axis, t.c, t.a, ray.origin);
    if ((ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0)) {
      least.offer({Dyadic(), Dyadic(1)});
    } else {
      offer_segment(ray, {t.a, t.b}, axis, least);
      offer_segment(ray, {t.b, t.c}, axis, least);
      offer_segment(ray, {t.c, t.a}, axis, least);
    }
  } else {
    const Segment s = degenerate_segment(t);
    int crossing_axis = -1;
    bool on_line = true;
    for (int k = 0; k < 3; ++k) {
      if (cross_sign(k, ray, s.q, s.p) != 0) crossing_axis = k;
      if (cross_sign(k, ray, s.p, ray.origin) != 0) on_line = false;
    }
    if (crossing_axis >= 0)
      offer_segment(ray, s, crossing_axis, least);
    else if (on_line)
      offer_on_line(ray, s, least);
  }
  if (least.found) parameter = least.value;
  return least.found;
}

}  // namespace graze
