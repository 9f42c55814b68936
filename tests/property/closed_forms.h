// The closed forms of pairs of primitives: what they know equals what the exact and certified ways say, and rational
// arithmetic where the cores are points and segments.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "narrow/body/so_far.h"
#include "narrow/collide/collide_table.h"
#include "narrow/distance/distance_table.h"
#include "narrow/within/within_table.h"
#include "tests/oracle/distance_oracle.h"
#include "tests/property/bodies.h"
#include "tests/property/distances.h"
#include "tests/property/tally.h"

namespace graze::property {

inline Shape random_closed(oracle::Dice& dice, ShapeForm form, double size, bool grid) {
  const auto some = [&] { return (grid ? dice.integer(1, 3) : dice.uniform(0.1, 1)) * size; };
  switch (form) {
    case ShapeForm::sphere:
      return make_sphere(some());
    case ShapeForm::capsule: {
      const double radius = some();
      return make_capsule(radius, dice.chance(6) ? 0 : some());
    }
    case ShapeForm::segment: {
      const Vec3 p = grid ? dice.grid(-2, 2) * size : dice.in_cube(size);
      return make_segment(p, dice.chance(6) ? p : grid ? dice.grid(-2, 2) * size : dice.in_cube(size));
    }
    case ShapeForm::box: {
      const double x = some(), y = some();
      return make_box({x, y, some()});
    }
    case ShapeForm::cylinder: {
      const double radius = some();
      return make_cylinder(radius, some());
    }
    case ShapeForm::cone: {
      const double radius = some();
      return make_cone(radius, some());
    }
    default:
      return make_point();
  }
}

// Near contact: b is moved along the normal, to a gap of a few last places, or of any size.
inline void bring_near(oracle::Dice& dice, const Body& a, Body& b, double size) {
  const DistanceResult d = distance_convex(a, b, {}, nullptr);
  if (d.status != Status::ok || d.distance == 0) return;
  const double rest = dice.chance(3) ? 0 : dice.chance(2) ? size * std::pow(10.0, dice.uniform(-16, 0)) : -0.1 * size;
  b.pose.translation = dice.nudge(b.pose.translation - d.normal * (d.distance - rest), dice.integer(0, 3));
}

inline bool round_form(ShapeForm form) {
  return form == ShapeForm::sphere || form == ShapeForm::capsule || form == ShapeForm::segment ||
         form == ShapeForm::point;
}

struct ClosedCounts {
  std::uint64_t asked = 0, collides = 0, distances = 0;
};

inline std::string fault_in_closed(oracle::Dice& dice, const Body& a, const Body& b, bool& hit, ClosedCounts& counts) {
  ++counts.asked;
  const CollideResult truth = collide_convex(a, b, {}, nullptr);
  hit = truth.yes();
  CollideResult c;
  if (closed_collide(a, b, {.all = true}, c)) {
    ++counts.collides;
    if (truth.status == Status::ok && c.yes() != truth.yes()) return "yes or no";
    if (c.pairs.size() != std::size_t(c.yes())) return "pairs";
  }
  const bool rational = round_form(a.shape.form()) && round_form(b.shape.form()) && dice.chance(4);
  const auto radius = [](const Body& body) { return oracle::exact(body.shape.radius()); };
  const oracle::Rational radii = radius(a) + radius(b) + oracle::exact(a.shape.margin() + b.shape.margin());
  oracle::Distance core;
  if (rational) {
    core = oracle::exact_distance(posed_triangles(a)[0], posed_triangles(b)[0]);
    if (collide(a, b).yes() != (core.compare(radii) <= 0)) return "yes or no in rational arithmetic";
  }
  DistanceResult d = at_distance_0();
  if (closed_distance(a, b, {}, d)) {
    ++counts.distances;
    DistanceResult back = at_distance_0();
    if (!closed_distance(b, a, {}, back) || !same_answer(back, mirrored(d))) return "swapped, it does not mirror";
    if (truth.status == Status::ok && (d.distance == 0) != truth.yes()) return "distance 0, or not";
    const DistanceResult other = distance_convex(a, b, {}, nullptr);
    if (d.lower > other.upper || other.lower > d.upper) return "the brackets have nothing in common";
    if (!(d.lower <= d.distance && d.distance <= d.upper)) return "the bracket does not hold the distance";
    if (rational && d.distance > 0 &&
        (core.compare(radii + oracle::exact(d.lower)) < 0 || core.compare(radii + oracle::exact(d.upper)) > 0))
      return "the bracket in rational arithmetic";
    const double size = std::fabs(d.point_a.x) + std::fabs(d.point_a.y) + std::fabs(d.point_a.z);
    const double apart = length(d.point_b - d.point_a);
    if (std::fabs(apart - d.distance) > 2 * d.point_bound + d.bound + 4e-16 * size) return "the points' distance";
    for (const bool first : {true, false}) {
      const Body point{make_point(), {{}, first ? d.point_a : d.point_b}};
      if (distance_convex(point, first ? a : b, {}, nullptr).lower > d.point_bound) return "a point is off its body";
    }
    if (d.distance > 0) {
      DistanceResult limited;
      const double max = d.distance * dice.uniform(0.1, 0.9);
      if (!closed_distance(a, b, {.max = max}, limited) || !limited.beyond || limited.lower != std::min(max, d.lower))
        return "beyond a limit";
    }
    const double span = d.distance > 0 ? d.distance : 1;
    for (const double tolerance : {dice.nudge(span, 4), span * dice.uniform(0.5, 1.5), 0.0}) {
      WithinResult near;
      if (!closed_within(a, b, tolerance, near)) continue;
      const WithinResult same = within_convex(a, b, tolerance, nullptr);
      if (same.status == Status::ok && near.yes() != same.yes()) return "within " + std::to_string(tolerance);
    }
  }
  return {};
}

inline Tally check_closed_forms(std::uint64_t seed, std::uint64_t rounds, ClosedCounts& counts) {
  using enum ShapeForm;
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t round = 0; round < rounds; ++round)
    for (const ShapeForm form_a : {sphere, capsule, segment, point, box, cylinder, cone})
      for (const ShapeForm form_b : {sphere, capsule, segment, point, box, cylinder, cone}) {
        if (collide_ways.at(family_of(form_a), family_of(form_b)).closed == nullptr) continue;
        const bool grid = dice.chance(3);
        const double size = grid ? 1 : std::pow(10.0, dice.uniform(-3, 3));
        const double ratio = grid || dice.chance(2) ? 1 : std::pow(10.0, dice.uniform(-6, 6));
        const Vec3 offset =
            grid || dice.chance(2) ? Vec3{} : dice.direction() * (size * std::pow(10.0, dice.uniform(0, 6)));
        Body a{random_closed(dice, form_a, size, grid), {{}, offset}};
        Body b{random_closed(dice, form_b, size * ratio, grid), {{}, offset}};
        if (grid) {  // touching, concentric and parallel ones
          b.pose.translation = dice.grid(-3, 3);
        } else {
          a.pose.linear = to_matrix(dice.rotation());
          b.pose.linear = dice.chance(4) ? a.pose.linear : to_matrix(dice.rotation());
          b.pose.translation = offset + dice.direction() * (size * (1 + ratio) * dice.uniform(0, 3));
          bring_near(dice, a, b, size);
        }
        if (dice.chance(4)) a.shape = with_margin(a.shape, grid ? 1.0 : size * dice.uniform(0, 1));
        bool hit = false;
        const std::string fault = fault_in_closed(dice, a, b, hit, counts);
        tally.count(name(form_a), hit);
        if (fault.empty()) continue;
        tally.failure = std::string(name(form_a)) + " and " + name(form_b) + ", round " + std::to_string(round) + ": " +
                        fault + "\n" + lines(a, b);
        return tally;
      }
  return tally;
}

}  // namespace graze::property
