// The scenes of motion against their truth: as they are, larger and smaller by powers of two, and far from the origin.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "scenes/motion_scenes.h"
#include "tests/property/tally.h"

namespace graze::property {

inline MoveResult move_scene(const scenes::MotionScene& scene, const MoveSettings& settings = {}) {
  std::vector<MovingBody> others;
  for (const scenes::MovingSceneBody& other : scene.others)
    others.push_back({{other.body.shape, other.body.pose}, other.motion});
  return move({scene.moving.body.shape, scene.moving.body.pose}, scene.moving.motion, others, settings);
}

inline std::string in_words(const MoveResult& result) {
  char text[256];
  std::snprintf(text, sizeof text, "%s, start %s, hit %d%s, phase %d, [%.17g, %.17g], gap %g, fraction %.17g, body %zu",
                name(result.status), name(result.start), result.yes(), result.proven ? " (proven)" : "", result.phase,
                result.lower, result.upper, result.gap, result.fraction, result.contact.body);
  return text;
}

// What is wrong with an answer; nothing when it agrees. `width` is how wide a bracket may be, and how much earlier than
// the truth a gap that is called contact.
inline std::string fault_in_answer(const scenes::MotionTruth& truth, const MoveResult& result, double width = 1e-9) {
  const auto wrong = [&](const char* what) { return std::string(what) + ": " + in_words(result); };
  if (result.status != Status::ok) return wrong("status");
  if (result.start != MoveStart::clear) return wrong("start");
  if (result.yes() != truth.hit) return wrong(truth.hit ? "missed" : "a hit of nothing");
  if (!truth.hit) return result.fraction == 1 && !result.stopped ? "" : wrong("stopped");
  if (result.phase != truth.phase) return wrong("phase");
  if (result.contact.body < truth.body || result.contact.body >= truth.body + truth.bodies) return wrong("body");
  if (result.lower > truth.latest) return wrong("late");
  if (result.proven && result.upper < truth.earliest) return wrong("contact before it can be");
  if (truth.grazing && !result.proven) return "";
  if (result.upper < truth.earliest - width || result.upper > truth.latest + width) return wrong("hi");
  if (result.upper - result.lower > width) return wrong("wide");
  return "";
}

// By the exact predicate on the rounded poses a ten-millionth of the motion after `hi`.
inline bool contact_is_seen(const scenes::MotionScene& scene, const MoveResult& result) {
  const scenes::MovingSceneBody& other = scene.others[result.contact.body];
  const auto at = [&](const scenes::MovingSceneBody& body) {
    return Body{body.body.shape, pose_at(body.body.pose, body.motion, result.phase, result.upper + 1e-7)};
  };
  return collide(at(scene.moving), at(other)).yes();
}

inline std::string fault_in_scene(const std::string& name) {
  const scenes::MotionScene scene = scenes::motion_scene(name);
  const MoveResult plain = move_scene(scene);
  if (const std::string fault = fault_in_answer(scene.truth, plain); !fault.empty()) return fault;
  if (plain.yes() && !scene.truth.grazing && !contact_is_seen(scene, plain)) return "no contact is seen after hi";
  for (const double factor : {0x1p10, 0x1p-10}) {
    const MoveResult other = move_scene(scenes::scaled(scene, factor));
    if (other.lower != plain.lower || other.upper != plain.upper || other.fraction != plain.fraction ||
        other.phase != plain.phase)
      return "scaled by " + std::to_string(factor) + ": " + in_words(other) + "\n instead of " + in_words(plain);
  }
  for (const Vec3 by : {Vec3{0x1p20, 0x1p20, 0x1p20}, Vec3{-0x1p20, 0x1p19, 0}}) {
    const MoveResult other = move_scene(scenes::offset(scene, by));
    if (const std::string fault = fault_in_answer(scene.truth, other); !fault.empty()) return "offset, " + fault;
  }
  return "";
}

// All of them, the large ones too; the seed only names the round.
inline Tally check_motion_scenes(std::uint64_t seed) {
  Tally tally;
  tally.seed = seed;
  for (const std::string& name : scenes::motion_scene_names()) {
    const std::string fault = fault_in_scene(name);
    tally.count(name.substr(0, name.find('/')), scenes::motion_scene(name).truth.hit);
    if (!fault.empty() && !tally.failed()) tally.failure = name + ": " + fault;
  }
  return tally;
}

}  // namespace graze::property
