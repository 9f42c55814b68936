// read_robot of graze/robot.h: the format is told by the root of the file.
#include "base/float_state.h"
#include "graze/error.h"
#include "robot/include.h"
#include "robot/readers.h"
#include "robot/xacro.h"

namespace graze {

namespace {

Robot read_any(const std::string& path, const ReadRobotSettings& settings) {
  XmlFile file(path);
  const std::string format = file.root().name;
  if (format == "mujoco") {
    const XmlFile whole = with_mjcf_includes(file);
    return robot_of(whole, read_mjcf(whole, settings));
  }
  if (format != "robot" && format != "sdf") {
    file.fail(file.root(),
              "the file holds a <" + format + ">, not a robot: <robot> of URDF, <sdf> of SDF or <mujoco> of MJCF");
  }
  if (is_xacro(file)) file = expand_xacro(file, settings);
  if (format == "robot") return robot_of(file, read_urdf(file, settings));
  std::vector<SkippedPart> skipped;
  const XmlFile whole = with_sdf_includes(file, settings, skipped);
  return robot_of(whole, read_sdf(whole, settings, std::move(skipped)));
}

}  // namespace

Robot read_robot(const std::string& path, const ReadRobotSettings& settings) {
  const FloatState standard;
  Robot robot = read_any(path, settings);
  if (settings.allow_incomplete || robot.skipped.empty()) return robot;
  const SkippedPart& first = robot.skipped[0];
  const std::size_t more = robot.skipped.size() - 1;
  throw Error(path + ": collision geometry cannot be read: " + first.path + ": " + first.reason +
              (more > 0 ? " (and " + std::to_string(more) + " more)" : "") +
              ". Mend it, or set allow_incomplete (--allow-incomplete) to go on without it; no verdict is then free");
}

}  // namespace graze
