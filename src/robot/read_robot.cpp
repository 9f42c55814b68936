// read_robot of graze/robot.h: the format is told by the root of the file.
#include "base/float_state.h"
#include "robot/include.h"
#include "robot/readers.h"
#include "robot/xacro.h"

namespace graze {

Robot read_robot(const std::string& path, const ReadRobotSettings& settings) {
  const FloatState standard;
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
  RobotDraft draft = read_sdf(whole, settings);
  draft.skipped.insert(draft.skipped.begin(), skipped.begin(), skipped.end());
  return robot_of(whole, std::move(draft));
}

}  // namespace graze
