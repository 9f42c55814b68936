// The winding number: by a ray where it is a whole number, else by the solid angles of all triangles.
//
// The angle of a triangle seen from p (van Oosterom and Strackee): with a, b, c from p to the corners,
// tan(angle / 2) = a . (b x c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|). Numerator and denominator come with
// bounds, and so does the angle between where they are and where they may be.
#include <algorithm>
#include <cmath>

#include "base/guard.h"
#include "graze/solid.h"
#include "math/bounded.h"
#include "math/constants.h"
#include "narrow/body/placement.h"
#include "narrow/inside/winding_near.h"

namespace graze {
namespace {

// The angle of (x, y) from the x axis for x, y >= 0, not both 0, within 2^-46. Halved three times by
// tan(t/2) = tan t / (1 + sqrt(1 + tan^2 t)), it is below pi/16, where the tail of the series after t^21 is below
// 2^-57; some forty roundings follow, each of 2^-53 of at most pi/2.
double quarter_angle(double x, double y) {
  const double largest = std::max(x, y);
  x /= largest;
  y /= largest;
  double t = y / (x + std::sqrt(x * x + y * y));
  t = t / (1 + std::sqrt(1 + t * t));
  t = t / (1 + std::sqrt(1 + t * t));
  const double square = t * t;
  double sum = 0;
  for (int k = 21; k >= 3; k -= 2) sum = (1.0 / k - sum) * square;
  return 8 * (t - t * sum);
}

// The angle of (x, y), between -pi and pi.
Bounded angle(Bounded x, Bounded y) {
  const double off = std::sqrt(x.error * x.error + y.error * y.error) * (1 + 0x1p-40);
  const double size = std::sqrt(x.value * x.value + y.value * y.value) * (1 - 0x1p-40);
  // The point may be anywhere around the origin, or on either side of where the angle jumps.
  const bool jumps = x.value < 0 && std::fabs(y.value) <= y.error;
  if (!(off < size) || jumps) return {0, pi * (1 + 0x1p-40)};
  const double quarter = quarter_angle(std::fabs(x.value), std::fabs(y.value));
  const double up = x.value < 0 ? pi - quarter : quarter;
  // asin(s) <= s pi/2
  return {y.value < 0 ? -up : up, off / size * 1.6 + 0x1p-45};
}

struct BoundedVec {
  Bounded x, y, z;
};
Bounded dot(const BoundedVec& a, const BoundedVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
BoundedVec cross(const BoundedVec& a, const BoundedVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
BoundedVec from(Vec3 p, Vec3 q) {
  return {Bounded(q.x) - Bounded(p.x), Bounded(q.y) - Bounded(p.y), Bounded(q.z) - Bounded(p.z)};
}

Bounded half_solid_angle(const Triangle& t, Vec3 point) {
  const BoundedVec a = from(point, t.a), b = from(point, t.b), c = from(point, t.c);
  const Bounded la = sqrt(dot(a, a)), lb = sqrt(dot(b, b)), lc = sqrt(dot(c, c));
  return angle(la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb, dot(a, cross(b, c)));
}

void estimate(const Posed& body, Vec3 point, WindingResult& result) {
  Bounded sum;
  for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) {
    ++result.counters.triangle_tests;
    sum = sum + half_solid_angle(body.triangle(i), point);
  }
  // The constant, the quotient and their bounds are rounded.
  result.winding = sum.value / (2 * pi) * body.orientation;
  result.bound = sum.error / (2 * pi) * (1 + 0x1p-40) + std::fabs(result.winding) * 0x1p-50;
  // No triangle has more than half of the sphere.
  const double most = double(body.shape->triangle_count);
  if (result.bound <= most) return;
  result.winding = 0;
  result.bound = most;
}

}  // namespace

WindingResult winding(const Body& body, Vec3 point) noexcept {
  return guarded<WindingResult>([&] {
    WindingResult result;
    PlacedBody placed;
    result.status = !is_finite(point) ? Status::invalid : make_posed(body, placed.body);
    if (result.status != Status::ok) return result;
    if (placed.body.shape->topology().closed) {
      placed.placement = place(*placed.body.shape, body.pose);
      const WindingNear near(SolidBody(placed), point, result.counters);
      if (near.triangles().empty()) {
        result.exact = true;
        // The triangles of a box are those of both diagonals of each face: its hull is where one of them winds.
        const bool twice = body.shape.form() == ShapeForm::box;
        result.winding = twice ? std::ceil(0.5 * near.winding()) : near.winding();
        result.bound = 0;
        return result;
      }
    }
    estimate(placed.body, point, result);
    if (body.shape.form() == ShapeForm::box) {
      result.winding *= 0.5;
      result.bound *= 0.5;
    }
    return result;
  });
}

}  // namespace graze
