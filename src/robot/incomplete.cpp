#include "robot/incomplete.h"

#include <algorithm>

namespace graze {

bool is_incomplete(const Robot& robot) noexcept {
  return !robot.skipped.empty() ||
         std::any_of(robot.links.begin(), robot.links.end(), [](const RobotLink& link) { return link.incomplete; });
}

bool lacks_geometry(const RobotLink& a, const RobotLink& b) noexcept {
  const auto may_meet = [](const RobotLink& link) { return bool(link.shape) || link.incomplete; };
  return (a.incomplete || b.incomplete) && may_meet(a) && may_meet(b);
}

std::string missing_reason(const Robot& robot, const RobotLink& a, const RobotLink& b) {
  const RobotLink& link = a.incomplete ? a : b;
  const std::string text = "geometry of link '" + link.name + "' is missing";
  const auto lost = std::find_if(robot.skipped.begin(), robot.skipped.end(),
                                 [&](const SkippedPart& part) { return part.path.starts_with(link.name + "/"); });
  return lost == robot.skipped.end() ? text : text + ": " + lost->path + ": " + lost->reason;
}

}  // namespace graze
