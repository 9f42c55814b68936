// Three stages, each with a proof of what it found: double, pairs of doubles, exact arithmetic. A stage that brackets
// the distance closely enough is the answer; whether the triangles meet is always decided exactly.
//
// The arguments are put in a fixed order first, so that ties and rounding cannot depend on theirs.
#include "narrow/triangle/triangle_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/before.h"
#include "math/constants.h"
#include "math/norms.h"
#include "narrow/triangle/closest_refined.h"
#include "narrow/triangle/closest_rounded.h"
#include "narrow/triangle/exact_distance.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {
namespace {

constexpr double unit = 0x1p-53;  // relative error of one rounding
constexpr double denormal = std::numeric_limits<double>::denorm_min();

// Double is good enough when its bracket, of which 96 units are the errors of its own arithmetic, is not wider than
// this many units of the size, and the distance not so small that little of it would be left.
constexpr double rounded_gap = 192 * unit;
constexpr double rounded_least = 0x1p-10;
// The same for pairs of doubles.
constexpr double refined_gap = 2 * unit;

Vec3 positive_zero(Vec3 p) { return {p.x + 0.0, p.y + 0.0, p.z + 0.0}; }
Triangle positive_zero(const Triangle& t) { return {positive_zero(t.a), positive_zero(t.b), positive_zero(t.c)}; }

bool before(const Triangle& a, const Triangle& b) {
  return a.a != b.a ? before(a.a, b.a) : a.b != b.b ? before(a.b, b.b) : before(a.c, b.c);
}

// `point` is a rounded point of the feature: never outside its box, and on a corner exactly that.
Vec3 settle(Vec3 point, const Triangle& t, TriangleFeature on) {
  const Vec3 corner[3] = {t.a, t.b, t.c};
  if (on.kind == TriangleFeature::Kind::vertex) return corner[on.index];
  const Vec3 p = corner[on.index], q = corner[on.index == 2 ? 0 : on.index + 1];
  Vec3 lo = min(p, q), hi = max(p, q);
  if (on.kind == TriangleFeature::Kind::face) {
    lo = min(lo, t.c);
    hi = max(hi, t.c);
  }
  return min(max(point, lo), hi);
}

Vec3 weighted(const Triangle& t, Vec3 weight) { return (t.a * weight.x + t.b * weight.y) + t.c * weight.z; }

TriangleDistance meeting(const Triangle& a, const Triangle& b) {
  const CommonPoint common = common_point(a, b);
  TriangleDistance result;
  result.point_a = result.point_b = common.point;
  result.feature_a = common.feature_a;
  result.feature_b = common.feature_b;
  using Kind = TriangleFeature::Kind;
  const bool corner = common.feature_a.kind == Kind::vertex || common.feature_b.kind == Kind::vertex;
  // Half a unit in the last place in three coordinates.
  if (!corner) result.point_bound = 2 * unit * std::max(largest(a), largest(b)) + denormal;
  return result;
}

// Takes the points from the frame of the guess to the world.
TriangleDistance finish(const Triangle& a, const Triangle& b, const RoundedClosest& frame, TriangleDistance result) {
  result.point_a = settle(frame.origin + result.point_a, a, result.feature_a);
  result.point_b = settle(frame.origin + result.point_b, b, result.feature_b);
  // 17 units of the size in each coordinate of a point relative to the origin, and one rounding of the point, which is
  // not further out than the origin and the size together.
  result.point_bound = 34 * unit * frame.size + 2 * unit * largest(frame.origin);
  return result;
}

TriangleDistance exact_result(const Triangle& a, const Triangle& b) {
  const ExactClosest closest = exact_closest(a, b);
  TriangleDistance result;
  result.distance = std::max(closest.distance, denormal);
  result.bound = closest.distance < infinity ? 2 * unit * result.distance + denormal : infinity;
  result.feature_a = closest.feature_a;
  result.feature_b = closest.feature_b;
  result.point_a = settle(weighted(a, closest.weight_a), a, result.feature_a);
  result.point_b = settle(weighted(b, closest.weight_b), b, result.feature_b);
  // A weight, a product and two sums each round once: 4 units for each corner's share, in three coordinates.
  result.point_bound = unit * 8 * std::max(largest(a), largest(b)) + 4 * denormal;
  result.normal = closest.direction;
  return result;
}

// For triangles in the fixed order.
TriangleDistance ordered_distance(const Triangle& a, const Triangle& b, const RoundedClosest& guess) {
  TriangleDistance result;
  if (guess.upper - guess.lower <= rounded_gap * guess.size && guess.distance >= rounded_least * guess.size) {
    result.distance = guess.distance;
    result.bound = std::max(guess.upper - guess.distance, guess.distance - guess.lower) * (1 + 4 * unit);
    result.feature_a = guess.feature_a;
    result.feature_b = guess.feature_b;
    result.normal = (guess.point_b - guess.point_a) * (1 / guess.distance);
    result.point_a = guess.point_a;
    result.point_b = guess.point_b;
    return finish(a, b, guess, result);
  }
  if (!(guess.lower > 0) && triangles_meet(a, b)) return meeting(a, b);
  const RefinedClosest refined = refine_closest(a, b, guess, refined_gap * guess.size);
  if (!refined.found || !((refined.upper - refined.lower).hi <= refined_gap * guess.size) || !(refined.lower.hi > 0))
    return exact_result(a, b);
  result.distance = refined.distance.hi;
  result.bound = (refined.upper - refined.lower).hi * (1 + 4 * unit) + 2 * unit * result.distance;
  result.feature_a = refined.feature_a;
  result.feature_b = refined.feature_b;
  result.normal = refined.direction * (1 / length(refined.direction));
  result.point_a = refined.point_a;
  result.point_b = refined.point_b;
  return finish(a, b, guess, result);
}

// Multiplies by 2^exponent; clears `exact` when that loses a digit.
double scale(double x, int exponent, bool& exact) {
  const double scaled = std::ldexp(x, exponent);
  exact = exact && std::ldexp(scaled, -exponent) == x;
  return scaled;
}
Vec3 scale(Vec3 p, int exponent, bool& exact) {
  return {scale(p.x, exponent, exact), scale(p.y, exponent, exact), scale(p.z, exponent, exact)};
}
Triangle scale(const Triangle& t, int exponent, bool& exact) {
  return {scale(t.a, exponent, exact), scale(t.b, exponent, exact), scale(t.c, exponent, exact)};
}

// The power of two that brings the size of `guess` near 1.
int scale_exponent(const Triangle& a, const Triangle& b, const RoundedClosest& guess) {
  return -std::ilogb(guess.size < infinity ? guess.size : std::max(largest(a), largest(b)));
}

TriangleDistance scaled_back(TriangleDistance d, int exponent) {
  bool exact = true;
  // Out of the doubles at the top: infinite. At the bottom: a rounding of half a denormal.
  d.distance = std::max(std::ldexp(d.distance, exponent), denormal);
  d.bound = d.distance < infinity ? std::ldexp(d.bound, exponent) + denormal : infinity;
  d.point_a = scale(d.point_a, exponent, exact);
  d.point_b = scale(d.point_b, exponent, exact);
  d.point_bound = std::ldexp(d.point_bound, exponent) + denormal;
  return d;
}

// Of a size that double does not take as it is.
TriangleDistance distance_out_of_range(const Triangle& a, const Triangle& b, RoundedClosest& guess) {
  if (triangles_meet(a, b)) return meeting(a, b);
  bool exact = true;
  const int exponent = scale_exponent(a, b, guess);
  const Triangle scaled_a = scale(a, exponent, exact), scaled_b = scale(b, exponent, exact);
  if (!exact || !find_closest_rounded(scaled_a, scaled_b, guess)) return exact_result(a, b);
  return scaled_back(ordered_distance(scaled_a, scaled_b, guess), -exponent);
}

bool ordered_within(const Triangle& a, const Triangle& b, double r, double s, const RoundedClosest& guess) {
  const DoubleDouble limit = two_sum(r, s);
  if (guess.upper < limit.hi * (1 - 4 * unit)) return true;
  if (guess.lower > limit.hi * (1 + 4 * unit)) return false;
  if (!(guess.lower > 0) && triangles_meet(a, b)) return true;
  const RefinedClosest refined = refine_closest(a, b, guess, 0x1p-90 * guess.size, &limit);
  if (refined.found && less(refined.upper, limit)) return true;
  if (less(limit, refined.lower)) return false;
  return exact_within(a, b, r, s);
}

}  // namespace

TriangleDistance triangle_distance(const Triangle& first, const Triangle& second) noexcept {
  const Triangle a = positive_zero(first), b = positive_zero(second);
  const bool swapped = before(b, a);
  const Triangle &x = swapped ? b : a, &y = swapped ? a : b;
  RoundedClosest guess;
  TriangleDistance result =
      find_closest_rounded(x, y, guess) ? ordered_distance(x, y, guess) : distance_out_of_range(x, y, guess);
  if (swapped) {
    std::swap(result.point_a, result.point_b);
    std::swap(result.feature_a, result.feature_b);
    result.normal = -result.normal;
  }
  return result;
}

bool triangles_within(const Triangle& a, const Triangle& b, double r, double s) noexcept {
  if (!(r + s >= 0)) return false;
  if (!std::isfinite(r) || !std::isfinite(s)) return true;
  if (r == -s) return triangles_meet(a, b);
  RoundedClosest guess;
  if (find_closest_rounded(a, b, guess)) return ordered_within(a, b, r, s, guess);
  if (triangles_meet(a, b)) return true;
  bool exact = true;
  const int exponent = scale_exponent(a, b, guess);
  const Triangle scaled_a = scale(a, exponent, exact), scaled_b = scale(b, exponent, exact);
  const double scaled_r = scale(r, exponent, exact), scaled_s = scale(s, exponent, exact);
  if (!exact || !find_closest_rounded(scaled_a, scaled_b, guess)) return exact_within(a, b, r, s);
  return ordered_within(scaled_a, scaled_b, scaled_r, scaled_s, guess);
}

}  // namespace graze
