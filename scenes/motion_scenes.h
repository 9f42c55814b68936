// Scenes of bodies in motion, each with the truth about its first contact. Every coordinate is a multiple of 2^-32 and
// no pose turns its body: so an offset of up to 2^20 moves every scene without rounding, and its truth stays the same.
#pragma once

#include <string>
#include <vector>

#include "graze/motion.h"
#include "scenes/scenes.h"

namespace graze::scenes {

struct MovingSceneBody {
  SceneBody body;
  Motion motion = {};
};

// What an exact answer would say. Where it is not a simple fraction the scene's file tells how it is bracketed.
struct MotionTruth {
  bool hit = false;
  int phase = 0;                    // of the hit
  double earliest = 0, latest = 0;  // the fraction of the phase at which they first touch is between them
  std::size_t body = 0;             // which of the others is touched
  std::size_t bodies = 1;           // so many from that one on are touched at the same time
  bool grazing = false;             // a touch that a gap as small as a tolerance precedes by the tolerance's root
};

struct MotionScene {
  std::string name;
  MovingSceneBody moving;
  std::vector<MovingSceneBody> others;
  MotionTruth truth;
};

// "blade-vs-rod/170" and so on, in the order of their files below; throws Error naming them for another name.
std::vector<std::string> motion_scene_names();
MotionScene motion_scene(const std::string& name);

// Everything larger by a power of two: no bit of any fraction changes.
MotionScene scaled(const MotionScene& scene, double by);
// Elsewhere; `by` is a multiple of 2^-32 of up to 2^20.
MotionScene offset(const MotionScene& scene, Vec3 by);

// One scene a file; `variant` is what follows the slash.
MotionScene thin_wall_bullet(
    const std::string& variant);                       // a centimetre through a tenth of a millimetre in a kilometre
MotionScene blade_vs_rod(const std::string& variant);  // a blade spun in place meets a peg
MotionScene second_root_rods(const std::string& variant);  // edges whose lines meet once in vain
MotionScene tangent_spin(const std::string& variant);      // a corner's circle and a wall: touched, missed, cut
MotionScene key_in_lock(const std::string& variant);       // in, then a quarter turn
MotionScene interlocked_tori(const std::string& variant);  // links of a chain
MotionScene brick_wall(const std::string& variant);        // 200 bricks a thousandth of a millimetre apart
MotionScene gear_train(const std::string& variant);        // three gears that turn at once, ten micrometres of play
MotionScene screw_insertion(const std::string& variant);   // a bolt in a nut, twenty micrometres of room

// What a walker is tried on: a flat floor of random triangles around the origin, about 1 per cell, z = 0; and a
// staircase of closed boxes from x = 0 on, `width` wide around y = 0, with a landing.
MeshData ragged_floor(double half, std::uint32_t cells, std::uint64_t seed);
MeshData staircase(int steps, double rise, double tread, double width);

}  // namespace graze::scenes
