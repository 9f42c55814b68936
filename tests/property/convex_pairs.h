// Distances, meetings and depths of random convex pairs of all kinds against the oracle.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "convex/depth.h"
#include "convex/gjk.h"
#include "convex/gjk_kernel.h"
#include "tests/oracle/convex_oracle.h"
#include "tests/oracle/dice.h"
#include "tests/property/tally.h"

namespace graze::property {

struct ConvexBody {
  std::string kind;
  std::unique_ptr<SupportTable> table;
  Support support;
};

// Half the extent of the set in the world, about.
inline double convex_size(const Support& s) {
  if (!s.of_points()) {
    const Mat3& m = s.pose.linear;
    return std::max({length(m.c0), length(m.c1), length(m.c2)}) * s.farthest + s.radius;
  }
  Vec3 centre;
  for (std::uint32_t i = 0; i < s.count; ++i) centre = centre + s.posed_point(i) * (1.0 / s.count);
  double size = 0;
  for (std::uint32_t i = 0; i < s.count; ++i) size = std::max(size, length(s.posed_point(i) - centre));
  return size + s.radius;
}

inline ConvexBody random_convex(oracle::Dice& dice, double size, bool few_points) {
  ConvexBody body;
  Pose pose = make_pose(dice.in_cube(10), dice.rotation());
  if (dice.chance(3))
    pose.linear =
        pose.linear * Mat3{{dice.uniform(0.3, 3), 0, 0}, {0, dice.uniform(0.3, 3), 0}, {0, 0, dice.uniform(0.3, 3)}};
  if (dice.chance(4))
    pose.linear = pose.linear * Mat3{{1, 0, 0}, {dice.uniform(-1, 1), 1, 0}, {0, dice.uniform(-1, 1), 1}};
  if (dice.chance(6)) pose.linear.c0 = -pose.linear.c0;
  const double margin = dice.chance(3) ? size * dice.uniform(0.01, 0.5) : 0;
  const auto points = [&](int count) {
    std::vector<Vec3> p;
    const Vec3 stretch{dice.uniform(0.3, 1), dice.uniform(0.3, 1), dice.uniform(0.3, 1)};
    for (int i = 0; i < count; ++i) {
      const Vec3 d = dice.direction() * size;
      p.push_back({d.x * stretch.x, d.y * stretch.y, d.z * stretch.z});
    }
    return p;
  };
  switch (dice.integer(0, few_points ? 5 : 10)) {
    case 0:
      body.kind = "point";
      body.support = support_of(std::vector<Vec3>{{}}, pose, dice.chance(2) ? 0 : size);
      break;
    case 1:
      body.kind = "segment";
      body.support = support_of(points(2), pose, margin);
      break;
    case 2:
      body.kind = "triangle";
      body.support = support_of(points(3), pose, margin);
      break;
    case 3:
      body.kind = "box";
      body.support = support_of_box({size * dice.uniform(0.1, 1), size * dice.uniform(0.1, 1), size}, pose, margin);
      break;
    case 4:
    case 5:
      body.kind = "few points";
      body.table = std::make_unique<SupportTable>(points(dice.integer(4, few_points ? 6 : 8)));
      body.support = support_of(*body.table, pose, margin);
      break;
    case 6:
      body.kind = "points";
      body.table = std::make_unique<SupportTable>(points(dice.integer(9, 32)));
      body.support = support_of(*body.table, pose, margin);
      break;
    case 7:
      body.kind = "many points";
      body.table = std::make_unique<SupportTable>(points(dice.integer(33, 300)));
      body.support = support_of(*body.table, pose, margin);
      break;
    case 8:
      body.kind = "ellipsoid";
      body.support =
          support_of_ellipsoid({size * dice.uniform(0.2, 1), size * dice.uniform(0.2, 1), size}, pose, margin);
      break;
    case 9:
      body.kind = "cylinder";
      body.support = support_of_cylinder(size * dice.uniform(0.2, 1), size * dice.uniform(0.2, 1), pose, margin);
      break;
    default:
      body.kind = "cone";
      body.support = support_of_cone(size * dice.uniform(0.2, 1), size * dice.uniform(0.2, 1), pose, margin);
      break;
  }
  return body;
}

// Moves b so that the sets are about `gap` apart; negative: into each other.
inline void bring_near(const Support& a, Support& b, double gap, oracle::Dice& dice) {
  const double far = 4 * (convex_size(a) + convex_size(b));
  b.pose.translation = (a.pose * a.centre - b.pose.linear * b.centre) + dice.direction() * far;
  const ConvexDistance d = convex_distance(a, b);
  b.pose.translation = b.pose.translation - d.normal * (d.lower - gap);
}

inline bool equal_bits(double x, double y) {
  return std::bit_cast<std::uint64_t>(x + 0.0) == std::bit_cast<std::uint64_t>(y + 0.0);
}
inline bool equal_bits(Vec3 a, Vec3 b) { return equal_bits(a.x, b.x) && equal_bits(a.y, b.y) && equal_bits(a.z, b.z); }

template <class Bracket>
inline std::string numbers(const Bracket& d) {
  std::ostringstream text;
  text.precision(17);
  text << " [" << d.lower << ", " << d.upper << "] in " << d.steps << " steps";
  return text.str();
}

// What is wrong with a distance; empty when nothing is.
inline std::string fault_in_convex_distance(const Support& a, const Support& b, const ConvexDistance& d) {
  using oracle::real;
  using oracle::Real;
  const bool points = a.of_points() && b.of_points();
  const double size = convex_size(a) + convex_size(b), apart = length(b.pose * b.centre - a.pose * a.centre);
  // Of curved sets that touch, rounding may end the search early: it says so, and its bracket is hardly wider.
  if (!d.converged && (points || d.lower > 0)) return "did not converge" + numbers(d);
  if (!(d.lower <= d.upper)) return "empty bracket";
  // Points have no size: only the rounding of their distance is left.
  const double widest = points ? 1e-9 : d.converged ? 1e-6 : 4e-6;
  if (!(d.upper - d.lower <= widest * size + 4e-14 * apart)) return "wide bracket" + numbers(d);
  if (d.relation == Relation::undecided && (points || d.lower > 0)) return "undecided";
  if (d.relation == Relation::meet) {
    if (d.lower != 0 || d.upper != 0) return "not 0";
    return {};
  }
  // The normal is rounded.
  if (d.lower > 0 && oracle::gap_along(a, b, real(d.normal)) / oracle::length(real(d.normal)) <
                         real(d.lower) - real(4e-16 * (size + apart)))
    return "lower bound" + numbers(d);
  if (points) {
    const auto triangle = [](const Support& s, const ConvexFeature& f) {
      const auto p = [&](std::uint32_t i) { return s.posed_point(f.point[std::min(i, f.count - 1)]); };
      return Triangle{p(0), p(1), p(2)};
    };
    if (d.feature_a.count == 0 || d.feature_b.count == 0) return "no features";
    const oracle::Distance near = oracle::exact_distance(triangle(a, d.feature_a), triangle(b, d.feature_b));
    const oracle::Rational most = oracle::exact(d.upper) + oracle::exact(a.radius) + oracle::exact(b.radius);
    if (near.compare(most) > 0) return "upper bound";
  } else {
    // In units of the set: of a small one far away, from the other or from the origin, the point's own rounding counts.
    const auto outside = [&](const Support& s, Vec3 point) {
      return !s.of_points() && s.radius == 0 &&
             oracle::outside(s, point) > 1e-8 + 1e-14 * (size + apart + length(point)) / convex_size(s);
    };
    if (outside(a, d.point_a)) return "point of a";
    if (outside(b, d.point_b)) return "point of b";
  }
  if (!(length(d.point_b - d.point_a) <= d.upper + 1e-13 * (size + apart + length(d.point_a))))
    return "points" + numbers(d);
  if (std::abs(length(d.normal) - 1) > 1e-14) return "normal";
  return {};
}

inline std::string fault_in_convex_depth(const Support& a, const Support& b, const ConvexDepth& d, oracle::Dice& dice) {
  using oracle::real;
  using oracle::Real;
  const bool points = a.of_points() && b.of_points();
  const double size = convex_size(a) + convex_size(b);
  if (!d.converged) return "depth did not converge" + numbers(d);
  if (d.relation == Relation::separate) return d.lower == 0 && d.upper == 0 ? "" : "depth of separate sets";
  if (!(d.lower <= d.upper)) return "empty bracket of the depth";
  if (!(d.upper - d.lower <= (points ? 1e-9 : 1e-6) * size)) return "wide bracket of the depth" + numbers(d);
  const auto along = [&](Vec3 n) { return Real(-oracle::gap_along(a, b, real(n)) / oracle::length(real(n))); };
  // The normal is rounded, and the depth along it may be more than the least by as much.
  if (length(d.normal) > 0 && along(d.normal) > real(d.upper * (1 + 0x1p-50))) return "upper depth";
  for (int i = 0; i < 40; ++i) {
    const Vec3 n = i < 20 ? dice.direction() : d.normal + dice.direction() * std::pow(10.0, dice.uniform(-8, 0));
    if (d.lower > 0 && along(n) < real(d.lower)) return "lower depth, " + std::to_string(along(n).get_d()) + numbers(d);
  }
  return {};
}

// All fields that a caller sees, in both orders, for all instruction sets.
inline std::string fault_in_symmetry(const Support& a, const Support& b) {
  const ConvexDistance d = convex_distance(a, b), e = convex_distance(b, a);
  if (d.relation != e.relation || !equal_bits(d.lower, e.lower) || !equal_bits(d.upper, e.upper) ||
      !equal_bits(d.normal, -e.normal) || !equal_bits(d.point_a, e.point_b) || !equal_bits(d.point_b, e.point_a) ||
      d.feature_a.point != e.feature_b.point || d.steps != e.steps)
    return "distance is not mirrored" + numbers(d) + numbers(e);
  const ConvexMeeting m = convex_meeting(a, b), n = convex_meeting(b, a);
  if (m.relation != n.relation || !equal_bits(m.axis, -n.axis) || !equal_bits(m.lower, n.lower))
    return "meeting is not mirrored";
  if (m.relation != d.relation && m.relation != Relation::undecided && d.relation != Relation::undecided)
    return "meeting is not what distance says";
  // Of a set and itself any direction and its opposite are as good, and so they are of curved sets about one centre.
  const bool centred = !a.of_points() && !b.of_points() && a.pose.translation == b.pose.translation;
  const bool equal = centred || (a.kind == b.kind && a.count == b.count && a.pose == b.pose && a.extent == b.extent &&
                                 a.table == b.table && std::equal(a.points.x, a.points.x + 8, b.points.x) &&
                                 std::equal(a.points.y, a.points.y + 8, b.points.y) &&
                                 std::equal(a.points.z, a.points.z + 8, b.points.z));
  const ConvexDepth p = convex_depth(a, b), q = convex_depth(b, a);
  if (!equal && (p.relation != q.relation || !equal_bits(p.lower, q.lower) || !equal_bits(p.upper, q.upper) ||
                 !equal_bits(p.normal, -q.normal) || !equal_bits(p.point_a, q.point_b)))
    return "depth is not mirrored" + numbers(p) + numbers(q);
  if (p.relation != m.relation && p.relation != Relation::undecided && m.relation != Relation::undecided)
    return "depth is not what meeting says";
  const CoreRequest request;
  for (const auto kernel : {&ConvexKernels::distance, &ConvexKernels::decide, &ConvexKernels::depth}) {
    CoreAnswer first{}, other{};
    (convex_kernels(Isa::scalar).*kernel)(a, b, request, first);
    for (const Isa isa : instruction_sets().subspan(1)) {
      (convex_kernels(isa).*kernel)(a, b, request, other);
      if (first.inside != other.inside || !equal_bits(first.lower, other.lower) ||
          !equal_bits(first.upper, other.upper) || !equal_bits(first.normal, other.normal) ||
          !equal_bits(first.point_a, other.point_a) || first.steps != other.steps)
        return "instruction sets differ";
    }
  }
  ConvexCache cache;
  const ConvexDistance first = convex_kernels(Isa::scalar).measure(a, b, {}, &cache);
  for (const Isa isa : instruction_sets()) {
    ConvexCache start = cache;
    const ConvexDistance cold = convex_kernels(isa).measure(a, b, {}, nullptr);
    const ConvexDistance warm = convex_kernels(isa).measure(a, b, {}, &start);
    start = cache;
    const ConvexDistance plain = convex_kernels(Isa::scalar).measure(a, b, {}, &start);
    if (!equal_bits(first.lower, cold.lower) || !equal_bits(first.upper, cold.upper) ||
        !equal_bits(first.normal, cold.normal) || !equal_bits(first.point_b, cold.point_b) ||
        first.feature_a.point != cold.feature_a.point || !equal_bits(plain.lower, warm.lower) ||
        !equal_bits(plain.upper, warm.upper) || !equal_bits(plain.point_b, warm.point_b))
      return "instruction sets measure differently";
  }
  return {};
}

inline std::string fault_in_warm_start(const Support& a, Support b, double size, oracle::Dice& dice) {
  ConvexCache cache;
  (void)convex_distance(a, b, {}, &cache);
  b.pose.translation = b.pose.translation + dice.direction() * (size * std::pow(10.0, dice.uniform(-6, 0)));
  const ConvexDistance warm = convex_distance(a, b, {}, &cache), cold = convex_distance(a, b);
  if (warm.relation != cold.relation && warm.relation != Relation::undecided && cold.relation != Relation::undecided)
    return "warm start changes the answer";
  return fault_in_convex_distance(a, b, warm);
}

// Hits: pairs that meet.
inline Tally check_convex_pairs(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const double scale = std::abs(dice.magnitude(-3, 3));
    ConvexBody a = random_convex(dice, scale, false);
    ConvexBody b = random_convex(dice, dice.chance(2) ? scale : std::abs(dice.magnitude(-3, 3)), false);
    const double size = convex_size(a.support) + convex_size(b.support);
    const double gap = dice.chance(4)   ? std::abs(dice.magnitude(-12, 3)) * size
                       : dice.chance(3) ? std::abs(dice.magnitude(-6, 3))
                       : dice.chance(6) ? 0
                                        : -size * std::pow(10.0, dice.uniform(-12, 0));
    bring_near(a.support, b.support, gap, dice);
    const ConvexDistance d = convex_distance(a.support, b.support);
    tally.count(a.kind < b.kind ? a.kind + " " + b.kind : b.kind + " " + a.kind, d.relation == Relation::meet);
    std::string fault = fault_in_convex_distance(a.support, b.support, d);
    if (fault.empty()) fault = fault_in_convex_depth(a.support, b.support, convex_depth(a.support, b.support), dice);
    if (fault.empty()) fault = fault_in_symmetry(a.support, b.support);
    if (fault.empty()) fault = fault_in_warm_start(a.support, b.support, size, dice);
    if (!fault.empty())
      tally.failure = fault + ", size " + std::to_string(convex_size(a.support)) + " and " +
                      std::to_string(convex_size(b.support)) + ": " + a.kind + " with " + b.kind + ", case " +
                      std::to_string(i) + ", gap " + std::to_string(gap / size) + " of the size";
  }
  return tally;
}

// Hulls of few points, often touching, against brute force over all their features. Hits: pairs that meet.
inline Tally check_exact_convex_pairs(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const char* kind = "grid";
    Support a, b;
    ConvexBody body_a, body_b;
    const int how = dice.integer(0, 3);
    if (how < 3) {
      const auto grid = [&](Vec3 offset) {
        std::vector<Vec3> p;
        for (int k = dice.integer(1, 6); k > 0; --k) p.push_back(dice.grid(-2, 2) + offset);
        return support_of(p);
      };
      a = grid({});
      b = grid(dice.chance(2) ? Vec3{} : dice.grid(-3, 3));
      if (how == 1) {
        kind = "grid, rotated";
        const Pose pose = make_pose(dice.grid(-5, 5), dice.rotation());
        a.pose = b.pose = pose;
      }
      if (how == 2) {
        kind = "grid, nudged";
        for (Support* s : {&a, &b})
          for (std::uint32_t k = 0; k < 8; ++k)
            s->points.x[k] = k < s->count ? dice.nudge(s->points.x[k], 1) : s->points.x[s->count - 1];
        if (dice.chance(2)) a.radius = dice.integer(0, 2);
      }
    } else {
      kind = "any place";
      body_a = random_convex(dice, 1, true);
      body_b = random_convex(dice, 1, true);
      a = body_a.support;
      b = body_b.support;
      bring_near(a, b, dice.chance(2) ? 0 : dice.uniform(-1, 0.3), dice);
    }
    const std::vector<Vec3> p = oracle::hull_points(a), q = oracle::hull_points(b);
    const oracle::Distance truth = oracle::hull_distance(p, q);
    const oracle::Rational radii = oracle::exact(a.radius) + oracle::exact(b.radius);
    const bool meet = truth.compare(radii) <= 0;
    tally.count(kind, meet);
    const ConvexDistance d = convex_distance(a, b);
    const ConvexDepth depth = convex_depth(a, b);
    std::string fault;
    if ((d.relation == Relation::meet) != meet || (convex_meeting(a, b).relation == Relation::meet) != meet ||
        (depth.relation == Relation::meet) != meet) {
      fault = meet ? "they meet" : "they are apart";
    } else if (!meet && (truth.compare(radii + oracle::exact(d.lower)) < 0 ||
                         truth.compare(radii + oracle::exact(d.upper)) > 0)) {
      fault = "the distance is not in its bracket";
    }
    if (fault.empty()) fault = fault_in_convex_distance(a, b, d);
    if (fault.empty()) fault = fault_in_symmetry(a, b);
    if (fault.empty()) fault = fault_in_convex_depth(a, b, depth, dice);
    if (fault.empty() && meet) {
      // Cores that are apart are not deep in each other; their radii are.
      const oracle::Real exact = oracle::hull_depth(a, b);
      const bool cores_meet = truth.zero();
      const oracle::Real slack = oracle::real(1e-15);
      if (cores_meet && (exact < oracle::real(depth.lower) - slack || exact > oracle::real(depth.upper) + slack))
        fault = "the depth is not in its bracket";
    }
    if (!fault.empty()) tally.failure = fault + ": " + kind + ", case " + std::to_string(i);
  }
  return tally;
}

}  // namespace graze::property
