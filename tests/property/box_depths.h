// The depth of two boxes (narrow/depth/box_penetration.h) against the general way for convex bodies
// (narrow/depth/convex_penetration.h): the brackets intersect, none is wider, and the vector parts the boxes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "narrow/body/body_order.h"
#include "narrow/depth/box_penetration.h"
#include "narrow/depth/convex_penetration.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

struct BoxPair {
  std::string kind;
  Body a, b;
};

inline BoxPair box_pair(oracle::Dice& dice) {
  const auto half = [&] { return Vec3{dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1)}; };
  const auto eighth = [&] { return 0.125 * dice.integer(1, 8); };
  const auto turned = [&] { return random_linear(dice, PoseKind::rigid, 1); };
  BoxPair pair;
  Vec3 half_a = half(), half_b = half();
  Pose pose_a, pose_b;
  switch (dice.integer(0, 7)) {
    case 0:
      pair.kind = "anyhow";
      pose_a = {turned(), dice.in_cube(1)};
      pose_b = {turned(), pose_a.translation + dice.in_cube(1)};
      break;
    case 1:
      pair.kind = "aligned";
      pose_b.translation = dice.in_cube(1);
      break;
    case 2:
      pair.kind = "lattice";
      half_a = {eighth(), eighth(), eighth()};
      half_b = {eighth(), eighth(), eighth()};
      pose_b.translation = dice.grid(-8, 8) * 0.125;
      if (dice.chance(2)) std::swap(pose_b.linear.c0, pose_b.linear.c1);
      break;
    case 3: {
      pair.kind = "turned together";
      const Pose both{turned(), dice.in_cube(dice.chance(2) ? 2 : 100)};
      pose_a = both;
      pose_b = both * Pose{{}, dice.chance(2) ? dice.in_cube(1) : dice.grid(-8, 8) * 0.125};
      break;
    }
    case 4: {
      pair.kind = "stacked with yaw";
      const double angle = dice.uniform(0, 6.3);
      pose_b =
          make_pose({dice.uniform(-0.5, 0.5), dice.uniform(-0.5, 0.5), (half_a.z + half_b.z) - dice.uniform(0, 0.1)},
                    {0, 0, std::sin(angle / 2), std::cos(angle / 2)});
      if (dice.chance(2)) {
        const Pose both{turned(), dice.in_cube(2)};
        pose_a = both * pose_a;
        pose_b = both * pose_b;
      }
      break;
    }
    case 5:
      pair.kind = "duplicate";
      half_b = half_a;
      pose_a = pose_b = {turned(), dice.in_cube(2)};
      break;
    case 6: {
      pair.kind = "of other sizes, far away";
      const double size = std::pow(10.0, dice.uniform(-3, 3));
      half_a = half_a * size;
      half_b = half_b * (size * dice.uniform(0.1, 1));
      pose_a = {turned(), dice.direction() * (size * std::pow(10.0, dice.uniform(0, 6)))};
      pose_b = {turned(), pose_a.translation + dice.in_cube(size)};
      break;
    }
    default: {
      pair.kind = "nearly parallel";
      const Mat3 linear = turned();
      const double angle = std::pow(10.0, dice.uniform(-17, -3));
      pose_a = {linear, dice.in_cube(1)};
      pose_b = {linear * make_pose({}, {0, 0, angle, 1}).linear, pose_a.translation + dice.in_cube(1)};
      break;
    }
  }
  pair.a = {make_box(half_a), pose_a};
  pair.b = {make_box(half_b), pose_b};
  return pair;
}

// A hit: the boxes are deep, and the quick way told.
inline Tally check_box_depths(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    BoxPair pair = box_pair(dice);
    if (body_order(pair.a, pair.b) > 0) std::swap(pair.a, pair.b);
    PenetrationResult quick;
    const bool told = box_penetration(pair.a, pair.b, quick);
    tally.count(pair.kind, told && quick.depth > 0);
    if (!told) continue;
    const PenetrationResult plain = convex_penetration(pair.a, pair.b);
    const PenetrationResult back = find_penetration(pair.b, pair.a);
    std::string fault;
    if (plain.status != Status::ok) fault = "no answer the other way";
    if ((quick.depth > 0) != (plain.depth > 0)) fault = "one way deep, the other way not";
    if (!(quick.lower <= quick.depth)) fault = "lower above depth";
    if (quick.lower > plain.depth || plain.lower > quick.depth) fault = "the brackets do not intersect";
    if (quick.depth - quick.lower > plain.depth - plain.lower)
      fault = "wider: " + std::to_string((quick.depth - quick.lower) / (plain.depth - plain.lower));
    if (quick.depth > 0) {
      Body moved_a = pair.a, moved_b = pair.b;
      moved_a.pose.translation = moved_a.pose.translation + quick.vector;
      moved_b.pose.translation = moved_b.pose.translation - quick.vector;
      const Vec3 normal = quick.vector * (-1 / quick.depth);
      if (!convex_parted(moved_a, pair.b, normal) || !convex_parted(pair.a, moved_b, normal))
        fault = "the vector does not part them";
      for (const Body* body : {&pair.a, &pair.b})
        if (!collide(Body{make_point(), make_pose(quick.inside)}, *body).yes()) fault = "`inside` is not in a body";
    }
    if (!(back.vector == Vec3{} - quick.vector) && body_order(pair.a, pair.b) != 0) fault = "swapping does not mirror";
    if (back.depth != quick.depth || back.lower != quick.lower) fault = "swapping changes a number";
    if (!fault.empty()) {
      tally.failure = "case " + std::to_string(i) + ", " + pair.kind + ": " + fault + "\n" + lines(pair.a, pair.b);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
