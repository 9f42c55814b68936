// What the scenes of motion are built of.
#pragma once

#include <cmath>
#include <utility>

#include "scenes/boxes.h"
#include "scenes/motion_scenes.h"
#include "scenes/turn.h"

namespace graze::scenes {

inline constexpr double grid = 0x1p-32;  // metres or millimetres, as the scene says

// The nearest multiple of the grid: off by at most half of it.
inline double snapped(double x) { return std::floor(x * 0x1p32 + 0.5) * grid; }
inline Vec3 snapped(Vec3 p) { return {snapped(p.x), snapped(p.y), snapped(p.z)}; }

// About the z axis.
inline Vec3 turned(Turn t, Vec3 p) { return {p.x * t.cos - p.y * t.sin, p.x * t.sin + p.y * t.cos, p.z}; }
inline Turn degrees(double angle) { return turn(angle, 360); }
inline constexpr double radian = 0.017453292519943295;  // of a degree

// A solid of closed shells, on the grid.
inline Shape snapped_solid(MeshData mesh) {
  for (Vec3& v : mesh.vertices) v = snapped(v);
  return make_mesh(std::move(mesh.vertices), std::move(mesh.triangles), {.solid = true, .tags = {}, .margin = 0});
}

inline Shape box_solid(Vec3 lo, Vec3 hi) {
  MeshData mesh;
  add_box(mesh, lo, hi);
  return snapped_solid(std::move(mesh));
}

inline MotionTruth hit_at(double fraction, double off, int phase = 0) {
  return {.hit = true,
          .phase = phase,
          .earliest = fraction - off,
          .latest = fraction + off,
          .body = 0,
          .bodies = 1,
          .grazing = false};
}

// Two doubles' worth around a quotient of doubles, which is off by half of the last place.
inline MotionTruth hit_at_quotient(double way, double whole, int phase = 0) {
  return hit_at(way / whole, 0x1p-52 * (way / whole), phase);
}

[[noreturn]] inline void unknown_variant(const std::string& scene, const std::string& variant) {
  throw Error("the scene " + scene + " has no variant '" + variant + "'");
}

}  // namespace graze::scenes
