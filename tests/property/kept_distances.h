// Distances of hulls that move a little, asked with one cache: against a query without it, and the proof of the lower
// bound in rational numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/graze.h"
#include "math/posed_point.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/same.h"
#include "tests/property/manifolds.h"
#include "tests/property/tally.h"

namespace graze::property {

inline std::string fault_in_kept_distance(const Body& a, const Body& b, const DistanceResult& found,
                                          const DistanceResult& cold) {
  if (found.status != cold.status) return "a cache changes the status";
  if (!found.ok()) return {};
  if (found.beyond != cold.beyond) return "a cache changes what is beyond";
  if (found.beyond) return found.lower <= cold.lower + 1e-9 * (1 + cold.lower) ? "" : "a wrong bound beyond";
  if ((found.distance == 0) != (cold.distance == 0)) return "a cache changes zero";
  if (std::fabs(found.distance - cold.distance) > found.bound + cold.bound) return "a cache changes the distance";
  if (found.distance == 0) {
    if (!(found.point_a == found.point_b)) return "two common points";
    for (const Body& body : {a, b}) {
      const DistanceResult off = find_distance({make_point(), make_pose(found.point_a)}, body);
      if (off.ok() && off.lower > found.point_bound) return "a common point that is outside";
    }
    return {};
  }
  if (!(found.lower <= found.distance && found.distance <= found.upper)) return "a distance outside its bracket";
  const std::vector<Vec3> corners_a = posed_corners(a), corners_b = posed_corners(b);
  double size = 0, far = 0;
  for (const std::vector<Vec3>* corners : {&corners_a, &corners_b})
    for (const Vec3& p : *corners) {
      size = std::max(size, length(p - (*corners)[0]));
      far = std::max(far, length(p));
    }
  if (!(found.upper - found.lower <= 1e-9 * size + 1e-12 * far + 2 * (cold.upper - cold.lower)))
    return "a wide bracket";
  // |n| is 1 to within 2^-50.
  const oracle::Rational gap = exact_reach(corners_b, found.normal).least - exact_reach(corners_a, found.normal).most;
  if (oracle::exact(found.lower) > gap + oracle::exact(0x1p-49 * found.lower))
    return "a lower bound that its normal does not prove";
  const double between = length(found.point_b - found.point_a);
  if (std::fabs(between - found.distance) > found.bound + 2 * found.point_bound) return "points at another distance";
  return {};
}

inline Tally check_kept_distances(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  const auto hull = [&] {
    std::vector<Vec3> points;
    const int corners = dice.pick({4, 8, 9, 20, 32, 33, 120});
    const Vec3 axes{dice.uniform(0.3, 1), dice.uniform(0.3, 1), dice.uniform(0.3, 1)};
    for (int i = 0; i < corners; ++i) {
      const Vec3 d = dice.direction();
      points.push_back({d.x * axes.x, d.y * axes.y, d.z * axes.z});
    }
    if (dice.chance(6))
      points = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}};
    return make_convex(points);
  };
  for (std::uint64_t i = 0; i < count; ++i) {
    const Pose world =
        dice.chance(2) ? Pose{} : make_pose(dice.direction() * std::pow(10.0, dice.uniform(-1, 6)), dice.rotation());
    const double scale = dice.chance(4) ? std::pow(10.0, dice.uniform(-6, 4)) : 1;
    const Vec3 scales = dice.chance(4) ? Vec3{scale, 0.5 * scale, 2 * scale} : Vec3{scale, scale, scale};
    Body a{hull(), world * make_pose({}, dice.rotation(), scales)};
    Body b{hull(), world * make_pose(dice.direction() * (3 * scale), dice.rotation(), {scale, scale, scale})};
    const DistanceResult start = find_distance(a, b);
    if (start.ok() && start.distance > 0)
      b.pose.translation =
          b.pose.translation - start.normal * (start.distance * dice.pick({0.0, 0.9, 0.99999, 1.01, 1.2}));
    const Vec3 step = dice.in_cube(dice.pick({0.0, 1e-6, 0.004, 0.1}) * scale);
    const Vec3 axis = dice.direction() * dice.pick({0.0, 1e-6, 0.005, 0.1});
    const Mat3 turn = to_matrix(normalized({axis.x, axis.y, axis.z, 1}));
    const double max = dice.chance(3) ? start.distance * dice.uniform(0, 1) : std::numeric_limits<double>::infinity();
    PairCache cache, turned;
    bool apart = false;
    int met = 0;  // frames
    for (int frame = 0; frame < 6; ++frame) {
      const DistanceResult cold = find_distance(a, b, {.max = max}), found = find_distance(a, b, {.max = max}, &cache);
      DistanceResult other = find_distance(b, a, {.max = max}, &turned);
      std::string fault = fault_in_kept_distance(a, b, found, cold);
      std::swap(other.point_a, other.point_b);
      other.normal = Vec3{} - other.normal;
      const bool mirrors = other.distance == found.distance && other.lower == found.lower &&
                           other.upper == found.upper && other.point_a == found.point_a &&
                           other.point_b == found.point_b && other.normal == found.normal;
      if (fault.empty() && found.ok() && !found.beyond && !mirrors) fault = "(b, a) does not mirror (a, b)";
      apart = apart || (found.ok() && found.distance > 0);
      met += found.ok() && found.distance == 0 ? 1 : 0;
      if (!fault.empty()) {
        tally.failure = fault + ", case " + std::to_string(i) + ", frame " + std::to_string(frame) + "\n" + lines(a, b);
        return tally;
      }
      b.pose.translation = b.pose.translation + step;
      b.pose.linear = turn * b.pose.linear;
    }
    tally.count("kept distances", apart);
    tally.count("meet again", met > 1);
  }
  return tally;
}

}  // namespace graze::property
