// move() on meshes of many triangles, against the exact predicate at times before and at the contact that it finds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

inline Motion mesh_motion(oracle::Dice& dice, Vec3 towards) {
  const Vec3 origin = dice.chance(2) ? dice.in_cube(0.5) : dice.in_cube(3), axis = dice.direction();
  const double angle = dice.chance(3) ? dice.uniform(-0.3, 0.3) : dice.uniform(-6.28, 6.28);
  switch (dice.integer(0, 5)) {
    case 0:
    case 1:
      return translation_by((towards + dice.in_cube(0.5)) * dice.uniform(0.2, 5));
    case 2:
      return rotation_about(origin, axis, angle);
    case 3:
      return screw_about(origin, axis, angle, dice.uniform(-2, 2));
    case 4:
      return translation_with_rotation(towards * dice.uniform(-0.5, 3), origin, axis, angle);
    default:
      return translation_then_rotation(towards * dice.uniform(-0.5, 1.5), origin, axis, angle);
  }
}

// Both bodies at a time of a phase.
inline std::pair<Body, Body> at_time_of(const MovingBody& a, const MovingBody& b, int phase, double time) {
  return {{a.body.shape, pose_at(a.body.pose, a.motion, phase, time)},
          {b.body.shape, pose_at(b.body.pose, b.motion, phase, time)}};
}

inline std::string fault_in_mesh_move(const MovingBody& a, const MovingBody& b, const MoveResult& result,
                                      oracle::Dice& dice) {
  if (result.status != Status::ok) return std::string("status ") + name(result.status);
  const int last = result.yes() ? result.phase : std::max(a.motion.phases(), b.motion.phases()) - 1;
  for (int phase = 0; phase <= last; ++phase)
    for (int k = 0; k < 24; ++k) {
      // Poses are rounded, and so may meet a little too soon.
      const double until = result.yes() && phase == last ? result.lower - 1e-9 : 1;
      const double time = k < 4 ? until - dice.uniform(0, 1e-4) : dice.uniform(0, until);
      if (!(time >= 0)) continue;
      const auto [body_a, body_b] = at_time_of(a, b, phase, time);
      if (collide(body_a, body_b).yes())
        return "late: contact at " + std::to_string(time) + " of phase " + std::to_string(phase) + ", lo is " +
               std::to_string(result.lower);
    }
  if (!result.yes()) return {};
  if (!(result.upper - result.lower < 1e-9)) return "wide: " + std::to_string(result.upper - result.lower);
  const auto [body_a, body_b] = at_time_of(a, b, result.phase, result.upper);
  return find_distance(body_a, body_b).distance <= 1e-8 ? "" : "no contact at hi";
}

inline Tally check_mesh_moves(std::uint64_t seed, std::uint64_t cases, std::uint32_t triangles) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < cases && !tally.failed(); ++i) {
    const auto random_body = [&] {
      const auto kind = dice.chance(4) ? PoseKind::sheared : PoseKind::rigid;
      return Body{random_surface(dice, triangles), {random_linear(dice, kind, dice.uniform(0.3, 1)), {}}};
    };
    MovingBody a{random_body()}, b{random_body()};
    const Vec3 towards = dice.direction();
    b.body.pose.translation = towards * dice.uniform(0.5, 2.2);
    a.motion = mesh_motion(dice, towards);
    if (dice.chance(3)) b.motion = mesh_motion(dice, -towards);
    const std::vector<MovingBody> others{b};
    const MoveResult result = move(a.body, a.motion, others);
    if (result.start != MoveStart::clear) continue;
    static const char* const kinds[] = {
        "none", "translation", "rotation", "translation, then rotation", "screw", "translation with rotation"};
    tally.count(b.motion.kind == Motion::Kind::none ? kinds[int(a.motion.kind)] : "both move", result.yes());
    const std::string fault = fault_in_mesh_move(a, b, result, dice);
    if (!fault.empty()) tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + lines(a.body, b.body);
  }
  return tally;
}

}  // namespace graze::property
