// With A, B, C the corners minus the origin o and d the direction, the line of the ray passes the edges on the sides
//   w_a = det(d, B, C),  w_b = det(d, C, A),  w_c = det(d, A, B),
// and w_a + w_b + w_c = d . n for the normal n. The line meets the triangle when no two of them have opposite signs;
// when all are 0 the ray is in the plane of the triangle, or the triangle is degenerate. Else t = det(A, B, C) / d . n.
// Every triangle evaluates the shared edge B, C with the same exact sign (reversed), so that nothing leaks between two.
#include "narrow/ray/ray_triangle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "math/double_double.h"
#include "math/dyadic3.h"
#include "math/exact.h"
#include "math/ray_base.h"
#include "narrow/ray/ray_flat.h"
#include "narrow/ray/ray_kernels.h"

namespace graze {
namespace {

// A determinant with a bound on its error; the same bound as in math/exact.h.
struct BoundedVolume {
  double value, error;
};

BoundedVolume bounded_det3(Vec3 x, Vec3 y, Vec3 z) {
  const Vec3 left{y.y * z.z, y.z * z.x, y.x * z.y}, right{y.z * z.y, y.x * z.z, y.y * z.x};
  const Vec3 tiny{filter::tiny_minor, filter::tiny_minor, filter::tiny_minor};
  return {dot(x, left - right), dot(abs(x), (abs(left) + abs(right)) + tiny) * filter::bound3 + filter::tiny_total};
}

int sign(const BoundedVolume& b) { return b.value > b.error ? 1 : b.value < -b.error ? -1 : 0; }

int edge_side(const Ray& ray, const BoundedVolume& filtered, Vec3 p, Vec3 q) {
  const int s = sign(filtered);
  return s != 0 ? s : exact_det3({ray.direction, base_of(ray)}, {p, ray.origin}, {q, ray.origin});
}

RayCrossing flat_crossing(const Ray& ray, const Triangle& t) {
  Ratio parameter;
  if (!flat_parameter(ray, t, parameter)) return {};
  if ((parameter.numerator - parameter.denominator * Dyadic(ray.max)).sign() > 0) return {};
  const double rounded = quotient(parameter.numerator, parameter.denominator);
  const double infinity = std::numeric_limits<double>::infinity();
  return {true, true, std::max(0.0, std::nextafter(rounded, -infinity)), std::nextafter(rounded, infinity)};
}

// The sides as fractions of their sum, each rounded once.
Vec3 exact_barycentric(const Ray& ray, const Triangle& t) {
  const Dyadic3 d = exact_difference(ray.direction, base_of(ray));
  const Dyadic3 a = exact_difference(t.a, ray.origin), b = exact_difference(t.b, ray.origin),
                c = exact_difference(t.c, ray.origin);
  const Dyadic sides[3] = {dot(d, cross(b, c)), dot(d, cross(c, a)), dot(d, cross(a, b))};
  const Dyadic sum = sides[0] + sides[1] + sides[2];
  return {quotient(sides[0], sum), quotient(sides[1], sum), quotient(sides[2], sum)};
}

// Of a point in the plane of the triangle, or on the segment that it is.
Vec3 flat_barycentric(const Triangle& t, Vec3 point) {
  // Scaled near 1, so that no product leaves the doubles.
  Vec3 corner[3] = {t.a - point, t.b - point, t.c - point};
  double largest = 0;
  for (const Vec3& p : corner) largest = std::max({largest, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
  if (!(largest > 0) || !std::isfinite(largest)) return {1, 0, 0};  // three corners in one point, which is the hit
  const int exponent = -std::ilogb(largest);
  for (Vec3& p : corner) p = {std::scalbn(p.x, exponent), std::scalbn(p.y, exponent), std::scalbn(p.z, exponent)};
  const auto& [a, b, c] = corner;
  const Vec3 normal = cross(b - a, c - a);
  const Vec3 weight = max({}, {dot(cross(b, c), normal), dot(cross(c, a), normal), dot(cross(a, b), normal)});
  const double total = weight.x + weight.y + weight.z;
  if (total > 0) return {weight.x / total, weight.y / total, weight.z / total};
  // A segment, by its longest edge: the place of the point between the two ends.
  int p = 0, q = 1;
  double longest = -1;
  for (int i = 0; i < 3; ++i) {
    const Vec3 edge = corner[(i + 1) % 3] - corner[i];
    if (dot(edge, edge) > longest) {
      longest = dot(edge, edge);
      p = i;
      q = (i + 1) % 3;
    }
  }
  const double share = longest > 0 ? std::clamp(dot(-corner[p], corner[q] - corner[p]) / longest, 0.0, 1.0) : 0.0;
  Vec3 result;
  result[p] = 1 - share;
  result[q] = share;
  return result;
}

using Pairs3 = std::array<DoubleDouble, 3>;

Pairs3 pair_difference(Vec3 a, Vec3 b) { return {two_sum(a.x, -b.x), two_sum(a.y, -b.y), two_sum(a.z, -b.z)}; }
DoubleDouble dot(const Pairs3& a, const Pairs3& b) { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }
double size_of(const Pairs3& v) { return (std::fabs(v[0].hi) + std::fabs(v[1].hi)) + std::fabs(v[2].hi); }

// The parameter of a hit, numerator over denominator, in pairs of doubles. Each is off by less than 2^-96 of its size,
// the products of the sums of magnitudes, where those are not near the ends of the doubles.
struct PairRatio {
  DoubleDouble numerator, denominator;
  double numerator_size, denominator_size;
  bool usable;  // and the sign of the denominator is sure

  PairRatio(const Ray& ray, const Triangle& t) {
    const Pairs3 u = pair_difference(t.b, t.a), v = pair_difference(t.c, t.a), w = pair_difference(t.a, ray.origin);
    const Pairs3 d = pair_difference(ray.direction, base_of(ray));
    const Pairs3 normal = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const double normal_size = 2 * size_of(u) * size_of(v), w_size = size_of(w), d_size = size_of(d);
    const auto ordinary = [](double x) { return x > 1e-30 && x < 1e30; };
    numerator = dot(w, normal);
    denominator = dot(d, normal);
    numerator_size = w_size * normal_size;
    denominator_size = d_size * normal_size;
    usable = ordinary(normal_size) && ordinary(w_size) && ordinary(d_size) &&
             std::fabs(denominator.hi) > 0x1p-95 * denominator_size;
  }
};

}  // namespace

RayCrossing ray_meets_triangle(const Ray& ray, const Triangle& t) noexcept {
  const Vec3 a = t.a - ray.origin, b = t.b - ray.origin, c = t.c - ray.origin, d = ray.direction - base_of(ray);
  const BoundedVolume bounded_a = bounded_det3(d, b, c), bounded_b = bounded_det3(d, c, a);
  const int quick_a = sign(bounded_a), quick_b = sign(bounded_b);
  if (quick_a * quick_b < 0) return {};
  const BoundedVolume bounded_c = bounded_det3(d, a, b);
  const int quick_c = sign(bounded_c);
  if (quick_a * quick_c < 0 || quick_b * quick_c < 0) return {};

  const int side_a = quick_a != 0 ? quick_a : edge_side(ray, bounded_a, t.b, t.c);
  const int side_b = quick_b != 0 ? quick_b : edge_side(ray, bounded_b, t.c, t.a);
  const int side_c = quick_c != 0 ? quick_c : edge_side(ray, bounded_c, t.a, t.b);
  const int low = std::min({side_a, side_b, side_c}), high = std::max({side_a, side_b, side_c});
  if (low < 0 && high > 0) return {};
  if (low == 0 && high == 0) return flat_crossing(ray, t);
  const int facing = high > 0 ? 1 : -1;

  const BoundedVolume volume = bounded_det3(a, b, c);
  int ahead = sign(volume);
  if (ahead == 0) ahead = exact_det3({t.a, ray.origin}, {t.b, ray.origin}, {t.c, ray.origin});
  if (ahead * facing < 0) return {};

  // The three sides have one sign, so the sum loses nothing: relative error of the sum of bounds.
  const double slope = std::fabs(bounded_a.value) + std::fabs(bounded_b.value) + std::fabs(bounded_c.value);
  const double slope_error = (bounded_a.error + bounded_b.error + bounded_c.error) + slope * 0x1p-51;
  RayCrossing crossing{true, false, 0, 0, facing};
  const double infinity = std::numeric_limits<double>::infinity();
  const double height = std::fabs(volume.value);
  crossing.lo = std::max(0.0, (height - volume.error) / (slope + slope_error) * (1 - 0x1p-51) - 0x1p-1070);
  crossing.hi =
      slope > slope_error ? (height + volume.error) / (slope - slope_error) * (1 + 0x1p-51) + 0x1p-1070 : infinity;
  if (!(crossing.lo >= 0)) crossing.lo = 0;  // overflow on the way: know nothing
  if (!(crossing.hi >= 0)) crossing.hi = infinity;
  if (crossing.lo > ray.max) return {};
  if (crossing.hi > ray.max) {
    const Ratio exact = exact_parameter(ray, t, crossing);
    if ((exact.numerator - exact.denominator * Dyadic(ray.max)).sign() > 0) return {};
  }
  return crossing;
}

int compare(const Ratio& a, const Ratio& b) noexcept {
  return (a.numerator * b.denominator - b.numerator * a.denominator).sign();
}

int quick_order(const Ray& ray, const Triangle& p, const Triangle& q) noexcept {
  const PairRatio x(ray, p), y(ray, q);
  if (!x.usable || !y.usable) return 0;
  const DoubleDouble order = x.numerator * y.denominator - y.numerator * x.denominator;
  if (!(std::fabs(order.hi) >
        0x1p-92 * (x.numerator_size * y.denominator_size + y.numerator_size * x.denominator_size)))
    return 0;
  return ((order.hi > 0) == (x.denominator.hi > 0)) == (y.denominator.hi > 0) ? 1 : -1;
}

std::optional<int> neighbour_order(const Ray& ray, const Triangle& p, const RayCrossing& crossing_p, const Triangle& q,
                                   int ties) noexcept {
  const Vec3 corner_p[3] = {p.a, p.b, p.c}, corner_q[3] = {q.a, q.b, q.c};
  int own = -1, shared = 0;
  Vec3 edge[3];
  for (int i = 0; i < 3; ++i) {
    if (corner_q[i] == p.a || corner_q[i] == p.b || corner_q[i] == p.c) {
      edge[shared++] = corner_q[i];
    } else {
      own = i;
    }
  }
  if (shared != 2) return std::nullopt;
  // The hit of q is on that side of the plane of p, or on the edge that they share.
  const int beyond = side(corner_p[0], corner_p[1], corner_p[2], corner_q[own]) * crossing_p.facing;
  if (beyond == 0) return 0;
  const int order = beyond > 0 ? -1 : 1;
  if (order == ties) return order;
  const bool on_edge = sign_det3({ray.direction, base_of(ray)}, {edge[0], ray.origin}, {edge[1], ray.origin}) == 0;
  return on_edge ? 0 : order;
}

Ratio exact_parameter(const Ray& ray, const Triangle& t, const RayCrossing& crossing) noexcept {
  Ratio result;
  if (crossing.flat) {
    flat_parameter(ray, t, result);
    return result;
  }
  const Dyadic3 normal = cross(exact_difference(t.b, t.a), exact_difference(t.c, t.a));
  result.numerator = dot(exact_difference(t.a, ray.origin), normal);
  result.denominator = dot(exact_difference(ray.direction, base_of(ray)), normal);
  if (result.denominator.sign() < 0) return {-result.numerator, -result.denominator};
  return result;
}

double rounded_parameter(const Ray& ray, const Triangle& t, const RayCrossing& crossing) noexcept {
  if (!crossing.flat) {
    RayMeeting meeting;
    ray_kernels().meet_one({}, ray, t, meeting);
    if (!std::isnan(meeting.t)) return meeting.t;
  }
  const Ratio exact = exact_parameter(ray, t, crossing);
  return quotient(exact.numerator, exact.denominator);
}

Vec3 unit_normal(const Triangle& t) noexcept {
  const Vec3 u = t.b - t.a, v = t.c - t.a;
  const Vec3 left{u.y * v.z, u.z * v.x, u.x * v.y}, right{u.z * v.y, u.x * v.z, u.y * v.x};
  const Vec3 normal = left - right;
  const double square = dot(normal, normal), size = dot(abs(left) + abs(right), {1, 1, 1});
  // Each component is off by 4 * 2^-53 of its products; where little is left of them, or squares leave the doubles, the
  // exact normal is scaled by its largest component first.
  if (square > 1e-200 && square < 1e200 && square > 0x1p-16 * size * size) return normal * (1 / std::sqrt(square));
  return unit_vector(cross(exact_difference(t.b, t.a), exact_difference(t.c, t.a)));
}

Vec3 barycentric(const Ray& ray, const Triangle& t, const RayCrossing& crossing, Vec3 point) noexcept {
  if (crossing.flat) return flat_barycentric(t, point);
  // From the rounded point, which is off by a few units in the last place of the numbers that make it. Where that could
  // move a weight by 1e-9, the exact sides are taken.
  const Vec3 normal = cross(t.b - t.a, t.c - t.a);
  const Vec3 a = t.a - point, b = t.b - point, c = t.c - point;
  const Vec3 weight = max({}, {dot(cross(b, c), normal), dot(cross(c, a), normal), dot(cross(a, b), normal)});
  const Vec3 size = abs(ray.origin) + abs(point - ray.origin) + abs(a) + abs(b) + abs(c);
  const double edges = dot(abs(t.b - t.a) + abs(t.c - t.a), {1, 1, 1});
  const double square = dot(normal, normal);  // as large as the weights
  if (!(square > 1e-200) || !(square < 1e200) ||
      !(0x1p-50 * dot(size, {1, 1, 1}) * edges < 0x1p-30 * std::sqrt(square)))
    return exact_barycentric(ray, t);
  const double total = weight.x + weight.y + weight.z;
  return {weight.x / total, weight.y / total, weight.z / total};
}

}  // namespace graze
