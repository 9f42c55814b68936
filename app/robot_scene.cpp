#include "app/robot_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/number_list.h"
#include "app/read_model.h"
#include "graze/error.h"

namespace graze::app {
namespace {

Pose read_place(const std::string& text) {
  const std::size_t count = static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1;
  if (count != 3 && count != 7) throw Error("--scene-at: x,y,z is needed, or x,y,z,qx,qy,qz,qw, not '" + text + "'");
  const std::vector<double> n = read_list(text, "--scene-at", count, "x,y,z[,qx,qy,qz,qw]");
  try {
    return make_pose_normalized({n[0], n[1], n[2]}, count == 3 ? Quat{} : Quat{n[3], n[4], n[5], n[6]});
  } catch (const Error& error) {
    throw Error("--scene-at " + text + ": " + error.what());
  }
}

// The name of the file, or where one of that name was before, with a number.
std::string unique_name(const std::string& path, std::vector<std::string>& names) {
  const std::string name = std::filesystem::path(path).filename().string();
  const auto before = std::count(names.begin(), names.end(), name);
  names.push_back(name);
  return before == 0 ? name : fmt::format("{}#{}", name, before + 1);
}

}  // namespace

RobotScene read_robot_scene(const std::vector<std::string>& files, const std::vector<std::string>& places) {
  if (places.size() > files.size()) {
    throw Error(
        fmt::format("--scene-at is given {} times, --scene {} times: each place is that of the file of the same "
                    "number",
                    places.size(), files.size()));
  }
  RobotScene scene;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < files.size(); ++i) {
    Pose place = i < places.size() ? read_place(places[i]) : Pose{};
    Assembly assembly = read_model(files[i], ReadOptions{}.deflection, true);
    const std::string name = unique_name(files[i], names);
    if (assembly.parts.empty()) {
      const std::string why =
          assembly.skipped.empty() ? "" : ": " + assembly.skipped[0].path + ": " + assembly.skipped[0].reason;
      throw Error(files[i] + ": there is no part in it that could be an obstacle" + why);
    }
    const double unit = assembly.metres_per_unit > 0 ? assembly.metres_per_unit : 1;
    if (unit != 1) {
      place = place * Pose{{{unit, 0, 0}, {0, unit, 0}, {0, 0, unit}}, {}};
      scene.remarks.push_back(fmt::format("{}: its unit, of {:.9g} m, is taken into account", name, unit));
    }
    if (assembly.deflection > 0) {
      scene.remarks.push_back(
          fmt::format("{}: curved faces are triangles, which may be {:.6g} m off", name, assembly.deflection * unit));
    }
    for (SkippedPart& part : assembly.skipped)
      scene.skipped.push_back({name + ":" + part.path, std::move(part.reason)});
    for (Part& part : assembly.parts) {
      if (!part.remark.empty()) scene.remarks.push_back(name + ":" + part.path + ": " + part.remark);
      scene.obstacles.push_back({name + ":" + part.path, std::move(part.shape), place * part.pose});
    }
  }
  return scene;
}

}  // namespace graze::app
