// Stores for tests, in folders that are gone afterwards.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "graze/store.h"
#include "scenes/planted.h"

namespace graze {

// A folder of its own for one test.
class TestFolder {
 public:
  explicit TestFolder(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / ("graze-store-" + name + "-" + counter())) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  static std::string counter() {
    static int count = 0;
    std::ifstream self("/proc/self/stat");
    std::string pid;
    self >> pid;
    return pid + "-" + std::to_string(count++);
  }
  std::filesystem::path path_;
};

inline std::vector<Part> parts_of(const scenes::PlantedScene& plant) {
  std::vector<Part> parts;
  for (const scenes::SceneBody& body : plant.scene.bodies)
    parts.push_back({body.name, body.name, body.shape, body.pose, ""});
  return parts;
}

inline void write_store(const std::string& folder, const std::vector<Part>& parts) {
  StoreWriter writer(folder);
  for (const Part& part : parts) writer.add(part);
  StoreInfo info;
  info.metres_per_unit = 1;
  writer.finish(info);
}

struct Found {
  StoreCheckResult done;
  std::vector<Clash> clashes;
  std::vector<UndecidedPair> undecided;
};

inline Found check(const std::string& folder, StoreCheckSettings settings, const ClashSets& sets = {},
                   int threads = 1) {
  const PartStore store(folder);
  settings.clash.threads = threads;
  const auto engine = make_thread_engine(threads);
  Found found;
  found.done = check_store(store, settings, sets, *engine);
  if (!found.done.complete) return found;
  for_each_clash(
      store, settings, found.done, [&](const std::vector<UndecidedPair>& pairs) { found.undecided = pairs; },
      [&](const Clash& clash) { found.clashes.push_back(clash); });
  return found;
}

// All numbers of a clash but the id and the rule, as bytes to compare.
inline std::string bytes_of(const Clash& clash) {
  std::string text = std::to_string(clash.a) + " " + std::to_string(clash.b) + " " + name(clash.value) +
                     (clash.a_is_inside ? " a " : " b ") + name(clash.fit.kind) +
                     (clash.fit.shaft_is_a ? " a " : " b ");
  for (const double value : {clash.distance, clash.bound, clash.local_lower, clash.local_upper, clash.volume_lower,
                             clash.volume_upper, clash.depth_lower, clash.depth_upper, clash.fit.shaft, clash.fit.bore})
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
  for (const Vec3 value : {clash.point, clash.normal, clash.box.lo, clash.box.hi, clash.region.lo, clash.region.hi,
                           clash.fit.point, clash.fit.axis})
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
  return text;
}

inline std::string bytes_of(const std::vector<Clash>& clashes) {
  std::string text;
  for (const Clash& clash : clashes) text += bytes_of(clash) + "\n";
  return text;
}

}  // namespace graze
