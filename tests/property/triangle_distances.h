// Distances of triangles against the rational oracle.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "narrow/triangle/triangle_distance.h"
#include "narrow/triangle/triangle_triangle.h"
#include "tests/oracle/distance_cases.h"
#include "tests/oracle/distance_oracle.h"
#include "tests/property/triangle_pairs.h"

namespace graze::property {

inline double extent(const Triangle& a, const Triangle& b) {
  const Box box = merge(merge(merge(merge(Box{}, a.a), a.b), a.c), merge(merge(merge(Box{}, b.a), b.b), b.c));
  const Vec3 size = box.hi * 0.5 - box.lo * 0.5;
  return 2 * std::max({size.x, size.y, size.z});
}

inline bool same_bits(double x, double y) { return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y); }

// What is wrong with the distance of (a, b); empty when nothing is.
inline std::string fault_in_distance(const Triangle& a, const Triangle& b, const oracle::Distance& truth) {
  using oracle::exact;
  using oracle::Rational;
  const TriangleDistance d = triangle_distance(a, b);
  if (triangles_meet(a, b) != truth.zero() || (d.distance == 0) != truth.zero()) return "zero";
  if (truth.zero() && d.bound != 0) return "bound of 0";
  constexpr double denormal = std::numeric_limits<double>::denorm_min();
  const double size = extent(a, b);
  if (std::isinf(d.distance)) {
    if (truth.compare(exact(std::numeric_limits<double>::max())) < 0) return "infinite";
  } else {
    if (!(d.bound >= 0) || !(d.bound <= 0x1p-45 * size + 3 * denormal)) return "wide bound";
    const Rational low = exact(d.distance) - exact(d.bound), high = exact(d.distance) + exact(d.bound);
    if (truth.compare(high) > 0 || (low > 0 && truth.compare(low) < 0)) return "bound";
  }

  // The points: on their features, and as far apart as the distance says.
  const auto fault_of_point = [&](Vec3 point, const Triangle& t, TriangleFeature on) {
    const Vec3 corner[4] = {t.a, t.b, t.c, t.a};
    if (on.index > 2) return true;
    Triangle feature = t;
    if (on.kind == TriangleFeature::Kind::vertex) {
      const Vec3 p = corner[on.index];
      if (!truth.zero() || d.point_bound == 0) return on.kind == TriangleFeature::Kind::vertex && point != p;
      feature = {p, p, p};
    }
    if (on.kind == TriangleFeature::Kind::edge)
      feature = {corner[on.index], corner[on.index + 1], corner[on.index + 1]};
    return oracle::exact_distance(feature, {point, point, point}).compare(exact(d.point_bound)) > 0;
  };
  double reach = 0;
  for (Vec3 p : {a.a, a.b, a.c, b.a, b.b, b.c}) reach = std::max({reach, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  if (!(d.point_bound >= 0) || !(d.point_bound <= 0x1p-46 * reach + 8 * denormal)) return "wide point bound";
  if (fault_of_point(d.point_a, a, d.feature_a)) return "point a";
  if (fault_of_point(d.point_b, b, d.feature_b)) return "point b";
  if (std::isfinite(d.distance)) {
    const Rational slack = 2 * exact(d.point_bound) + 2 * exact(d.bound), low = exact(d.distance) - slack;
    const oracle::Distance apart =
        oracle::exact_distance({d.point_a, d.point_a, d.point_a}, {d.point_b, d.point_b, d.point_b});
    if (apart.compare(exact(d.distance) + slack) > 0 || (low > 0 && apart.compare(low) < 0)) return "points apart";
  }

  // Any difference of two points that is as short as `bound` says is this near to the true one.
  if (truth.zero()) {
    if (d.normal != Vec3{}) return "normal";
  } else if (std::isfinite(d.distance)) {
    const oracle::Point n = truth.difference();
    const oracle::Integer most =
        std::max({oracle::Integer(abs(n.x)), oracle::Integer(abs(n.y)), oracle::Integer(abs(n.z))});
    const Vec3 right{oracle::nearest(n.x, most), oracle::nearest(n.y, most), oracle::nearest(n.z, most)};
    const double allowed = 2 * std::sqrt(d.bound / d.distance) + 1e-14;
    if (!(length(d.normal - right * (1 / length(right))) <= allowed)) return "normal";
    if (!(std::abs(length(d.normal) - 1) < 1e-14)) return "length of the normal";
  }

  const TriangleDistance back = triangle_distance(b, a);
  if (!same_bits(back.distance, d.distance) || !same_bits(back.bound, d.bound) || back.point_a != d.point_b ||
      back.point_b != d.point_a || back.feature_a != d.feature_b || back.feature_b != d.feature_a ||
      back.normal != -d.normal || back.point_bound != d.point_bound)
    return "mirror";
  return {};
}

// Every pair with distances just at, below and above the true one, as one double and as a sum of two.
struct WithinTally {
  std::uint64_t yes = 0, no = 0, ties = 0;
};
inline std::string fault_in_within(oracle::Dice& dice, const Triangle& a, const Triangle& b,
                                   const oracle::Distance& truth, WithinTally& tally) {
  const double distance = triangle_distance(a, b).distance, most = std::numeric_limits<double>::max();
  const double near = std::min(distance, most);
  for (int k = 0; k < 6; ++k) {
    double r = near, s = 0;
    if (k == 0) r = dice.nudge(near, 1);
    if (k == 1) r = near * dice.uniform(0, 1.9);
    if (k == 2) r = near * 0.25, s = dice.nudge(near * 0.75, 1);
    if (k == 3) r = near, s = near * dice.pick({0x1p-60, -0x1p-60, 0x1p-80, -0x1p-100, 0x1p-107, -0x1p-104});
    if (k == 4) r = near * 2, s = -near * dice.uniform(0.9, 1.1);
    if (!std::isfinite(r) || !std::isfinite(s)) continue;
    const oracle::Rational sum = oracle::exact(r) + oracle::exact(s);
    const int order = truth.compare(sum);
    const bool expected = sum >= 0 && order <= 0;
    ++(expected ? tally.yes : tally.no);
    if (order == 0 && sgn(sum) > 0) ++tally.ties;
    if (triangles_within(a, b, r, s) != expected || triangles_within(b, a, s, r) != expected) return "within";
  }
  return {};
}

inline Tally check_triangle_distances(std::uint64_t seed, std::uint64_t count, WithinTally& within) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const oracle::DistanceKind kind = oracle::distance_kinds[i % oracle::distance_kinds.size()];
    const oracle::TriangleCase c = make_distance_case(dice, kind);
    const oracle::Distance truth = oracle::exact_distance(c.a, c.b);
    tally.count(name(kind), !truth.zero());
    std::string fault = oracle::proven(truth, c.a, c.b) ? "" : "the oracle";
    if (fault.empty()) fault = fault_in_distance(c.a, c.b, truth);
    if (fault.empty()) fault = fault_in_within(dice, c.a, c.b, truth, within);
    if (!fault.empty()) {
      tally.failure = std::string(name(kind)) + ", case " + std::to_string(i) + ": " + fault + "\n" +
                      lines(single(c.a), single(c.b));
      return tally;
    }
  }
  return tally;
}
inline Tally check_triangle_distances(std::uint64_t seed, std::uint64_t count) {
  WithinTally within;
  return check_triangle_distances(seed, count, within);
}

}  // namespace graze::property
