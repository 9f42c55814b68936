#include "robot/adjacent.h"

#include <cmath>

#include "robot/kinematics.h"

namespace graze {

bool is_adjacent(const Robot& robot, const LinkPath& path) {
  if (path.joints().size() != 1 || path.is_held()) return false;
  const RobotJoint& joint = robot.joints[path.joints()[0]];
  std::vector<double> values = default_values(robot);
  std::vector<Pose> links(robot.links.size());
  const int last = path.is_rigid() ? 0 : adjacent_positions - 1;
  for (int i = 0; i <= last; ++i) {
    if (last > 0) {
      values[joint.variable] = value_at(searched_range(robot.variables[joint.variable]), double(i) / last);
    }
    Body a, b;
    path.place(values, links, a, b);
    const CollideResult met = collide(a, b);
    if (met.status != Status::ok) return false;
    // Flush links touch in some poses and not in others, as rounding has it: they belong together in all of them.
    // What is not small beside the links is a gap.
    const double rounding = path.rounding(largest_slides(robot, values, values));
    const bool flush = std::isfinite(rounding) && rounding <= 1e-9 * path.size() && within(a, b, rounding).yes();
    if (!met.yes() && !flush) return false;
  }
  return true;
}

}  // namespace graze
