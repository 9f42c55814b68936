// The character mover: a body that walks among others. It slides along what it meets, steps up and down, stands on what
// is flat enough, and is never in contact with anything: every way it goes is one that `move` proved free.
#pragma once

#include <span>
#include <vector>

#include "graze/motion.h"

namespace GRAZE_API graze {

// How a walker walks. Lengths are in the unit of the world.
struct MoverSettings {
  Vec3 up{0, 0, 1};                // any length but 0
  double expel = 1e-3;             // how far it keeps from everything, above 0; at a stop it is at most 4 times as far
  double step = 0.25;              // the height of a step that it climbs, or goes down without falling; 0: none
  double steepest = 0.7;           // the least cosine between `up` and the normal of what it can stand on
  std::uint64_t budget = 1 << 24;  // of each `move`
};

// Where it last stood in the clear: kept from walk to walk, for when something moves into the walker.
struct MoverCache {
  bool used = false;  // there is a safe pose
  Pose safe;          // world frame
};

// How a walker that something had moved into, or that was put into something, was freed: none was needed; pushed out;
// put back to the last safe_pose; put to the nearest_free place that was found; or stuck, and not freed.
enum class MoverRescue : std::uint8_t { none, pushed, safe_pose, nearest_free, stuck };
const char* name(MoverRescue rescue) noexcept;  // the enumerator in words

// What a walker slid along: a wall, or a ramp, that took a part of its way.
struct MoverWall {
  Vec3 point;            // world, about half way between the two
  Vec3 normal;           // unit, towards the walker: of the surface itself, also where it was taken for upright
  std::size_t body = 0;  // which of the others
  Feature feature;       // of that body
};

// Budget: it went as far as was proven. Any other status but ok: it stays where it was.
struct [[nodiscard]] MoverResult : Outcome {
  Pose pose;                           // where it is now: clear of all others by the exact predicate, unless stuck
  Answer on_ground = Answer::unknown;  // does it stand on something flat enough?
  Vec3 ground;                         // unit normal of the ground, towards the walker; 0 in the air
  std::size_t ground_body = 0;         // which of the others it stands on
  int planes = 0;                      // how many it slid along on the way that it went; as many as `walls`
  // Those planes, in the order in which it met them: up to five across, and one that it slid down in the air. Of a step
  // that it climbed those above it. Not the ground that it came down on.
  std::vector<MoverWall> walls;
  bool stepped = false;  // up a step
  bool blocked = false;  // the planes it met let it go no farther; where it slid the whole time it is not
  MoverRescue rescue = MoverRescue::none;  // how it was freed before it walked
  Counters counters;                       // the work that was done
};

// Walks `way`: first the part across `up`, sliding along up to five planes and climbing steps, then the part along it;
// without a part upward a walker that stood on the ground stays on it, up to a step down. The others stand while it
// walks; where they moved into it before, it is pushed out, else put back to the last safe pose, else to the nearest
// free place that is found (the last resort of pseudo-continuous systems), and the walk goes on from there.
MoverResult walk(const Body& walker, Vec3 way, std::span<const Body> others, const MoverSettings& settings = {},
                 MoverCache* cache = nullptr) noexcept;

}  // namespace graze
