#include "robot/adjacent.h"

#include "robot/kinematics.h"

namespace graze {

bool is_adjacent(const Robot& robot, const LinkPath& path) {
  if (path.joints().size() != 1 || path.is_held()) return false;
  const RobotJoint& joint = robot.joints[path.joints()[0]];
  std::vector<double> values = default_values(robot);
  std::vector<Pose> poses(robot.joints.size());
  const int last = path.is_rigid() ? 0 : adjacent_positions - 1;
  for (int i = 0; i <= last; ++i) {
    if (last > 0) {
      values[joint.variable] = value_at(searched_range(robot.variables[joint.variable]), double(i) / last);
    }
    poses[path.joints()[0]] = joint_pose(joint, joint_position(joint, values));
    Body a, b;
    path.place(poses, a, b);
    const CollideResult met = collide(a, b);
    if (met.status != Status::ok || !met.yes()) return false;
  }
  return true;
}

}  // namespace graze
