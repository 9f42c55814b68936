#include "scenes/motion_scenes.h"

#include <string_view>

namespace graze::scenes {
namespace {

struct Entry {
  std::string_view name;
  MotionScene (*make)(const std::string& variant);
  std::vector<std::string> variants;
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {{"thin-wall-bullet", thin_wall_bullet, {"hit", "beside"}},
                                         {"blade-vs-rod", blade_vs_rod, {"15", "170", "350"}},
                                         {"second-root-rods", second_root_rods, {"100", "170"}},
                                         {"tangent-spin", tangent_spin, {"touch", "miss", "cut"}},
                                         {"key-in-lock", key_in_lock, {"right", "wrong-notch", "too-thick"}},
                                         {"interlocked-tori", interlocked_tori, {"pull", "spin"}},
                                         {"brick-wall", brick_wall, {"ram", "along", "out"}},
                                         {"gear-train", gear_train, {"right", "wrong-ratio"}},
                                         {"screw-insertion", screw_insertion, {"right", "wrong-pitch"}}};
  return all;
}

template <class Change>
MotionScene changed(const MotionScene& scene, const Change& change) {
  MotionScene result = scene;
  change(result.moving);
  for (MovingSceneBody& other : result.others) change(other);
  return result;
}

}  // namespace

std::vector<std::string> motion_scene_names() {
  std::vector<std::string> names;
  for (const Entry& entry : entries())
    for (const std::string& variant : entry.variants) names.push_back(std::string(entry.name) + "/" + variant);
  return names;
}

MotionScene motion_scene(const std::string& name) {
  const std::size_t slash = name.find('/');
  for (const Entry& entry : entries()) {
    if (name.substr(0, slash) != entry.name) continue;
    const std::string variant = slash == std::string::npos ? entry.variants[0] : name.substr(slash + 1);
    MotionScene scene = entry.make(variant);
    scene.name = std::string(entry.name) + "/" + variant;
    return scene;
  }
  std::string known;
  for (const std::string& each : motion_scene_names()) known += (known.empty() ? "" : ", ") + each;
  throw Error("there is no scene '" + name + "' (there are: " + known + ")");
}

MotionScene scaled(const MotionScene& scene, double by) {
  return changed(scene, [&](MovingSceneBody& moved) {
    Pose& pose = moved.body.pose;
    for (int column = 0; column < 3; ++column) pose.linear[column] = pose.linear[column] * by;
    pose.translation = pose.translation * by;
    moved.motion.translation = moved.motion.translation * by;
    moved.motion.origin = moved.motion.origin * by;
    moved.motion.advance *= by;
  });
}

MotionScene offset(const MotionScene& scene, Vec3 by) {
  return changed(scene, [&](MovingSceneBody& moved) {
    moved.body.pose.translation = moved.body.pose.translation + by;
    moved.motion.origin = moved.motion.origin + by;
  });
}

}  // namespace graze::scenes
