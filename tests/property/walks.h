// Random walks of the character mover, in worlds that are turned and put anywhere: it climbs stairs, is never stopped
// by the inner edges of a flat floor, and leaves no closed room at any speed. Wherever it stands it is clear of
// everything by the exact predicate.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/mover.h"
#include "scenes/motion_scenes.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

// Everything is told in a frame with z up and carried into the world by a rigid pose.
struct WalkWorld {
  Pose frame;
  std::vector<Body> others;
  MoverSettings settings;
  Body walker;
  double half_height = 0, half_width = 0;  // of the walker, which is upright in the frame
  MoverCache cache;

  Vec3 place() const { return inverse(frame) * walker.pose.translation; }
  void put(Vec3 place) { walker.pose = {frame.linear, frame * place}; }
  void add(const scenes::MeshData& mesh, bool solid) {
    ShapeOptions options;
    options.solid = solid;
    others.push_back({make_mesh(mesh.vertices, mesh.triangles, options), frame});
  }
  MoverResult walk(Vec3 way) {
    const MoverResult result = graze::walk(walker, frame.linear * way, others, settings, &cache);
    walker.pose = result.pose;
    return result;
  }
};

inline WalkWorld random_world(oracle::Dice& dice) {
  WalkWorld world;
  const bool plain = dice.chance(4);
  const Vec3 offset = dice.chance(3) ? Vec3{} : dice.in_cube(dice.pick({10.0, 1e4, 0x1p20}));
  world.frame = plain ? Pose{} : Pose{to_matrix(dice.rotation()), offset};
  world.settings.up = world.frame.linear.c2 * dice.uniform(0.5, 2);
  world.settings.expel = dice.pick({1e-2, 1e-3, 1e-4});
  world.half_width = dice.uniform(0.2, 0.4);
  if (dice.chance(2)) {
    world.half_height = dice.uniform(0.5, 1);
    world.walker.shape = make_box({world.half_width, world.half_width, world.half_height});
  } else {
    const double half = dice.uniform(0.2, 0.6);
    world.half_height = half + world.half_width;
    world.walker.shape = make_capsule(world.half_width, half);
  }
  return world;
}

inline std::string fault_in_place(const WalkWorld& world, const MoverResult& result) {
  if (result.status != Status::ok) return std::string("status ") + name(result.status);
  if (result.rescue != MoverRescue::none) return std::string("rescued: ") + name(result.rescue);
  for (const Body& other : world.others) {
    const CollideResult met = collide(world.walker, other);
    if (met.status != Status::ok || met.yes()) return "in contact";
  }
  return {};
}

// A flat floor of random triangles: every way is gone in full, and the walker stays on the ground. The rounding of a
// turned floor, at most a few thousandths of the zone here, is not felt.
inline std::string walk_on_floor(oracle::Dice& dice, WalkWorld& world, int frames) {
  world.add(scenes::ragged_floor(10, static_cast<std::uint32_t>(dice.integer(3, 16)), dice.bits()), false);
  world.put({dice.uniform(-3, 3), dice.uniform(-3, 3), world.half_height + 2.5 * world.settings.expel});
  for (int i = 0; i < frames; ++i) {
    const double speed = std::pow(10.0, dice.uniform(-3, 0));
    const double turn = dice.uniform(-1, 1);
    Vec3 way = Vec3{turn, dice.chance(2) ? 1 - std::fabs(turn) : std::fabs(turn) - 1, 0} * speed;
    const Vec3 before = world.place();
    if (std::fabs(before.x) > 6 || std::fabs(before.y) > 6) way = Vec3{-before.x, -before.y, 0} * (speed / 10);
    const MoverResult result = world.walk(way - Vec3{0, 0, dice.chance(2) ? 0.1 : 0});
    if (const std::string fault = fault_in_place(world, result); !fault.empty()) return fault;
    const Vec3 error = world.place() - before - way;
    if (std::hypot(error.x, error.y) >
        1e-3 * world.settings.expel + 1e-6 * speed + 1e-14 * length(world.frame.translation))
      return "went " + std::to_string(std::hypot(error.x, error.y)) + " astray of " + std::to_string(speed);
    if (result.on_ground != Answer::yes || result.blocked || result.stepped) return "not simply on the ground";
    if (world.place().z - world.half_height > 4.01 * world.settings.expel) return "lifted";
  }
  return {};
}

// A closed room of thin walls with pillars in it: whatever the speed, the walker stays inside.
inline std::string walk_in_room(oracle::Dice& dice, WalkWorld& world, int frames) {
  scenes::MeshData room = scenes::cube(static_cast<std::uint32_t>(dice.integer(1, 3)));
  for (Vec3& v : room.vertices) v = {4 * v.x, 4 * v.y, 1.5 * v.z + 1.5};
  world.add(room, false);
  for (int i = 0; i < 4; ++i) {
    scenes::MeshData pillar = scenes::cube(1);
    const Mat3 turned = to_matrix(dice.rotation());
    const Vec3 at{dice.pick({-1.0, 1.0}) * dice.uniform(1.5, 3), dice.uniform(-3, 3), dice.uniform(0, 1.5)};
    for (Vec3& v : pillar.vertices) v = at + turned * (v * 0.3);
    world.add(pillar, true);
  }
  world.put({0, 0, world.half_height + 0.05});
  if (fault_in_place(world, {}) == "in contact") return {};  // a pillar is there
  for (int i = 0; i < frames; ++i) {
    const double speed = std::pow(10.0, dice.uniform(-2, 4));
    const MoverResult result = world.walk(dice.direction() * speed);
    if (const std::string fault = fault_in_place(world, result); !fault.empty()) return fault;
    const Vec3 p = world.place();
    if (std::fabs(p.x) > 4 || std::fabs(p.y) > 4 || p.z < 0 || p.z > 3) return "left the room";
  }
  return {};
}

// Ten steps of 0.2 up, at walking speeds, with gravity.
inline std::string walk_upstairs(oracle::Dice& dice, WalkWorld& world, int frames) {
  world.add(scenes::ragged_floor(10, 9, dice.bits()), false);
  world.add(scenes::staircase(10, 0.2, 0.3, 3), true);
  world.put({dice.uniform(-1.5, -0.5), dice.uniform(-0.5, 0.5), world.half_height + 0.01});
  const double aside = dice.uniform(-0.05, 0.05), speed = 6.0 / frames;
  for (int i = 0; i < frames; ++i) {
    const MoverResult result = world.walk(Vec3{speed, speed * aside, -0.5 * speed});
    if (const std::string fault = fault_in_place(world, result); !fault.empty()) return fault;
    if (world.place().x > 3.3) break;
  }
  const double height = world.place().z - world.half_height;
  return height > 1.99 && height < 2.05
             ? ""
             : "at a height of " + std::to_string(height) + ", x " + std::to_string(world.place().x);
}

// A hit is a walk that met something: the stairs, or a wall.
inline Tally check_walks(std::uint64_t seed, std::uint64_t walks, int frames) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < walks && !tally.failed(); ++i) {
    WalkWorld world = random_world(dice);
    const int kind = static_cast<int>(i % 3);
    const char* const names[] = {"flat floor", "closed room", "stairs"};
    const std::string fault = kind == 0   ? walk_on_floor(dice, world, frames)
                              : kind == 1 ? walk_in_room(dice, world, frames)
                                          : walk_upstairs(dice, world, dice.integer(40, 120));
    tally.count(names[kind], kind != 0);
    if (!fault.empty())
      tally.failure = std::string(names[kind]) + ", walk " + std::to_string(i) + " (" +
                      name(world.walker.shape.form()) + ", expel " + std::to_string(world.settings.expel) +
                      ", offset " + std::to_string(length(world.frame.translation)) + "): " + fault;
  }
  return tally;
}

}  // namespace graze::property
