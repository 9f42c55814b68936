// Round bodies about one axis or one point: as deep in each other along a ring of directions, or along all of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "tests/property/convex_pairs.h"

namespace graze::property {

inline ConvexBody round_body(oracle::Dice& dice, int form, double size, const Pose& pose) {
  ConvexBody body;
  const double margin = dice.chance(3) ? size * dice.uniform(0.01, 0.5) : 0;
  const auto some = [&] { return size * (dice.chance(3) ? 1 : dice.uniform(0.2, 1)); };
  const double x = some(), y = some();
  switch (form) {
    case 0:
      body.kind = "ellipsoid";
      body.support = support_of_ellipsoid({x, y, size}, pose, margin);
      break;
    case 1:
      body.kind = "spheroid";
      body.support = support_of_ellipsoid({x, x, y}, pose, margin);
      break;
    case 2:
      body.kind = "ball";
      body.support = support_of_ellipsoid({size, size, size}, pose, margin);
      break;
    case 3:
      body.kind = "cylinder";
      body.support = support_of_cylinder(x, y, pose, margin);
      break;
    case 4:
      body.kind = "cone";
      body.support = support_of_cone(x, y, pose, margin);
      break;
    case 5:
      body.kind = "box";
      body.support = support_of_box({x, y, size}, pose, margin);
      break;
    case 6:
      body.kind = "point";
      body.support = support_of(std::vector<Vec3>{{}}, pose, margin);
      break;
    default:
      body.kind = "segment";
      body.support = support_of(std::vector<Vec3>{{0, 0, -x}, {0, 0, x}}, pose, margin);
  }
  return body;
}

// Hits: pairs that meet.
inline Tally check_round_pairs(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const double size = std::abs(dice.magnitude(-3, 3));
    Pose first = dice.chance(2) ? Pose{} : make_pose(dice.in_cube(10), dice.rotation());
    const Pose second = dice.chance(4) ? make_pose(first.translation, dice.rotation()) : first;
    if (dice.chance(5)) {
      const double across = dice.uniform(0.3, 3);
      first.linear = first.linear * Mat3{{across, 0, 0}, {0, across, 0}, {0, 0, dice.uniform(0.3, 3)}};
    }
    if (dice.chance(6)) first.linear.c0 = -first.linear.c0;
    const ConvexBody a = round_body(dice, dice.integer(0, 4), size, first);
    ConvexBody b =
        round_body(dice, dice.integer(0, 7), size * (dice.chance(2) ? 1 : std::pow(10.0, dice.uniform(-6, 1))), second);
    Vec3 place;
    if (dice.chance(2)) place.z = size * dice.uniform(-1, 1);
    if (dice.chance(3)) place = place + dice.direction() * (size * std::pow(10.0, dice.uniform(-16, 0)));
    if (dice.chance(4)) place = place * 8;
    b.support.pose.translation = a.support.pose * place;
    const ConvexDistance d = convex_distance(a.support, b.support);
    tally.count(a.kind, d.relation == Relation::meet);
    std::string fault = fault_in_convex_distance(a.support, b.support, d);
    if (fault.empty()) fault = fault_in_convex_depth(a.support, b.support, convex_depth(a.support, b.support), dice);
    if (fault.empty()) fault = fault_in_symmetry(a.support, b.support);
    if (!fault.empty()) tally.failure = fault + ": " + a.kind + " with " + b.kind + ", case " + std::to_string(i);
  }
  return tally;
}

}  // namespace graze::property
