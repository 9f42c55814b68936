// move() against exact arithmetic: random small polyhedra, translated and rotated.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "motion/exact_rotation.h"
#include "tests/oracle/move_oracle.h"
#include "tests/oracle/same.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

// Closed, of four to twelve triangles; half of them with a dent.
inline Shape small_polyhedron(oracle::Dice& dice) {
  const auto corner = [&](Vec3 p) { return p + dice.in_cube(0.2); };
  if (dice.chance(3)) {
    return make_mesh({corner({1, 1, 1}), corner({-1, -1, 1}), corner({-1, 1, -1}), corner({1, -1, -1})},
                     {{0, 1, 3}, {0, 2, 1}, {0, 3, 2}, {1, 2, 3}});
  }
  // An octahedron; with a corner pushed in it is not convex.
  const double top = dice.chance(2) ? 1 : -0.3;
  return make_mesh({corner({1, 0, 0}), corner({0, 1, 0}), corner({-1, 0, 0}), corner({0, -1, 0}), corner({0, 0, top}),
                    corner({0, 0, -1})},
                   {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}});
}

inline double to_double(const oracle::Float& value) { return value.get_d(); }

struct MoveCase {
  Body moving, fixed;
  Motion motion;
};

inline MoveCase random_move(oracle::Dice& dice) {
  MoveCase c;
  const double size = dice.uniform(0.3, 1);
  c.moving = {small_polyhedron(dice), {random_linear(dice, PoseKind::rigid, size), {}}};
  const Vec3 towards = dice.direction();
  c.fixed = {small_polyhedron(dice),
             {random_linear(dice, PoseKind::rigid, dice.uniform(0.3, 1)), towards * dice.uniform(1.5, 4)}};
  if (dice.chance(2)) {
    c.motion = translation_by((towards + dice.in_cube(0.5)) * dice.uniform(0.5, 5));
  } else {
    // About an axis that carries the one to the other, more or less.
    const Vec3 there = c.fixed.pose.translation, side = cross(towards, dice.direction());
    const Vec3 origin = dice.chance(5) ? dice.in_cube(0.3) : there * 0.5 + side * dice.uniform(-2, 2);
    const double sign = dice.chance(4) ? -1 : 1;
    c.motion =
        rotation_about(origin, cross(-origin, there - origin) * (sign * dice.uniform(0.2, 2)) + dice.in_cube(0.2),
                       sign * dice.uniform(0.5, 6.28));
  }
  return c;
}

// What the answer gets wrong.
inline std::string fault_in_move(const MoveCase& c, const MoveResult& result, const oracle::MoveTruth& truth,
                                 std::uint64_t& unproven) {
  if (result.status != Status::ok) return std::string("status ") + name(result.status);
  if (!truth.hit) {
    if (!result.yes()) return {};
    if (result.proven) return "proves contact where there is none";
    ++unproven;
    const Body there{c.moving.shape, pose_at(c.moving.pose, c.motion, 0, result.upper)};
    return find_distance(there, c.fixed).distance <= 1e-9 ? "" : "a hit on a path that stays clear";
  }
  if (!result.yes()) return "misses the contact at " + std::to_string(to_double(truth.lo));
  if (truth.hi < result.lower) return "late: lo is after " + std::to_string(to_double(truth.lo));
  if (!(result.upper - result.lower < 1e-9)) return "wide: " + std::to_string(result.upper - result.lower);
  if (result.proven && truth.lo > result.upper) return "hi is before " + std::to_string(to_double(truth.lo));
  if (!result.proven) {
    ++unproven;
    if (truth.lo > result.upper + 1e-9) return "an unproven hit long before the contact";
  }
  return {};
}

inline Pose scaled(Pose pose, double by) {
  for (int k = 0; k < 3; ++k) pose.linear[k] = pose.linear[k] * by;
  pose.translation = pose.translation * by;
  return pose;
}
inline Motion scaled(Motion motion, double by) {
  motion.translation = motion.translation * by;
  motion.origin = motion.origin * by;
  motion.advance *= by;
  return motion;
}
inline bool same_answer(const MoveResult& x, const MoveResult& y) {
  return x.status == y.status && x.start == y.start && x.yes() == y.yes() && oracle::same(x.lower, y.lower) &&
         oracle::same(x.upper, y.upper) && x.proven == y.proven && x.phase == y.phase;
}

// What must not change an answer: powers of two, who is called the moving one, other bodies far away. And a free way is
// free the other way round.
inline Tally check_move_symmetries(std::uint64_t seed, std::uint64_t cases) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < cases && !tally.failed(); ++i) {
    MoveCase c = random_move(dice);
    if (dice.chance(4)) c.motion = screw_about(c.motion.origin, c.motion.axis + Vec3{0, 0, 1e-3}, 2, 0.5);
    if (dice.chance(4))
      c.motion = translation_with_rotation(dice.in_cube(2), c.motion.origin, c.motion.axis + Vec3{0, 0, 1e-3}, 2);
    const Motion other = dice.chance(3) ? translation_by(dice.in_cube(1)) : Motion{};
    const std::vector<MovingBody> others{{c.fixed, other}};
    const MoveResult result = move(c.moving, c.motion, others);
    tally.count(other.kind == Motion::Kind::none ? "one moves" : "both move", result.yes());
    const double by = dice.chance(2) ? 0x1p10 : 0x1p-10;
    const std::vector<MovingBody> larger{{{c.fixed.shape, scaled(c.fixed.pose, by)}, scaled(other, by)}};
    const std::string what = "case " + std::to_string(i) + ": ";
    if (!same_answer(move({c.moving.shape, scaled(c.moving.pose, by)}, scaled(c.motion, by), larger), result))
      tally.failure = what + "a power of two changes the answer";
    const std::vector<MovingBody> self{{c.moving, c.motion}};
    const MoveResult swapped = move(c.fixed, other, self);
    if (!same_answer(swapped, result)) tally.failure = what + "swapping the bodies changes the answer";
    if (result.yes() && result.start == MoveStart::clear &&
        !(swapped.contact.moving == result.contact.other && swapped.contact.other == result.contact.moving &&
          swapped.contact.normal == -result.contact.normal))
      tally.failure = what + "swapping the bodies does not mirror the contact";
    std::vector<MovingBody> many = others;
    many.push_back({{c.fixed.shape, make_pose({100, 100, 100})}, {}});
    if (!same_answer(move(c.moving, c.motion, many), result))
      tally.failure = what + "a body far away changes the answer";
    if (c.motion.kind == Motion::Kind::none || other.kind != Motion::Kind::none || result.yes()) continue;
    Motion back = c.motion;
    back.translation = -back.translation;
    back.angle = -back.angle;
    back.advance = -back.advance;
    if (back.kind == Motion::Kind::translation_with_rotation) back.origin = back.origin + c.motion.translation;
    const MoveResult returned = move({c.moving.shape, pose_at(c.moving.pose, c.motion, 0, 1)}, back, others);
    if (returned.proven) tally.failure = what + "the way back of a free way is not free";
  }
  return tally;
}

// The exact stage of rotations by itself: around the true time it finds contact, before it none.
inline Tally check_exact_rotations(std::uint64_t seed, std::uint64_t cases) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < cases && !tally.failed(); ++i) {
    const MoveCase c = random_move(dice);
    if (c.motion.kind != Motion::Kind::rotation || collide(c.moving, c.fixed).yes()) continue;
    const std::vector<Triangle> moving = posed_triangles(c.moving), fixed = posed_triangles(c.fixed);
    const oracle::MoveTruth truth =
        oracle::MoveOracle(moving, fixed).rotated(c.motion.origin, c.motion.axis, c.motion.angle);
    const double time = truth.hit ? to_double(truth.lo) : dice.uniform(0, 1);
    const Path path = path_of(c.motion, 0);
    const auto first_in = [&](double from, double to) {
      TurnedContact first;
      for (const Triangle& a : moving)
        for (const Triangle& b : fixed) {
          const TurnedContact found = exact_turned_contact(a, path, c.motion.axis, b, from, to);
          first.known = found.known;
          if (found.hit && (!first.hit || found.lo < first.lo)) first = found;
        }
      return first;
    };
    tally.count("rotation", truth.hit);
    const std::string what = "case " + std::to_string(i) + ": ";
    const double from = std::max(0.0, time - 0x1p-21), to = std::min(1.0, from + 0x1p-20);
    const TurnedContact found = first_in(from, to);
    if (!found.known) tally.failure = what + "not known";
    if (found.hit != (truth.hit && truth.hi < to)) tally.failure = what + "hit";
    if (found.hit && !(truth.lo <= found.hi && truth.hi >= found.lo)) tally.failure = what + "time";
    if (found.hit && !(found.hi - found.lo < 0x1p-34)) tally.failure = what + "wide";
    if (truth.hit && first_in(std::max(0.0, from - 0x1p-20), from).hit) tally.failure = what + "hit before";
  }
  return tally;
}

inline Tally check_moves(std::uint64_t seed, std::uint64_t cases, std::uint64_t& unproven) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < cases && !tally.failed(); ++i) {
    const MoveCase c = random_move(dice);
    if (collide(c.moving, c.fixed).yes()) continue;
    const std::vector<MovingBody> others{{c.fixed, {}}};
    const MoveResult result = move(c.moving, c.motion, others);
    const oracle::MoveOracle oracle(posed_triangles(c.moving), posed_triangles(c.fixed));
    const bool turn = c.motion.kind == Motion::Kind::rotation;
    const oracle::MoveTruth truth =
        turn ? oracle.rotated(c.motion.origin, c.motion.axis, c.motion.angle) : oracle.translated(c.motion.translation);
    tally.count(turn ? "rotation" : "translation", truth.hit);
    const std::string fault = fault_in_move(c, result, truth, unproven);
    if (!fault.empty()) tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + lines(c.moving, c.fixed);
  }
  return tally;
}

}  // namespace graze::property
