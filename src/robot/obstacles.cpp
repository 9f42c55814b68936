#include "robot/obstacles.h"

#include <utility>

#include "graze/error.h"
#include "robot/kinematics.h"

namespace graze {

Robot with_obstacles(Robot robot, std::span<const Obstacle> obstacles) {
  if (!obstacles.empty() && robot.links.empty()) throw Error("the robot has no links");
  for (const Obstacle& obstacle : obstacles) {
    const auto fail = [&](const char* what) { throw Error("obstacle '" + obstacle.name + "': " + what); };
    if (!obstacle.shape) fail("its shape is an empty handle");
    if (fault(obstacle.pose) == PoseFault::not_finite) fail("its pose is not finite");
    if (fault(obstacle.pose) == PoseFault::singular) fail("its pose is singular");
    RobotLink link;
    link.name = obstacle.name;
    link.shape = make_compound({{obstacle.shape, obstacle.pose}});
    const Box box = link.shape.bounds();
    if (!is_finite(box.lo) || !is_finite(box.hi)) fail("it has no end, or coordinates beyond all doubles");
    link.joint = static_cast<std::uint32_t>(robot.joints.size());
    RobotJoint joint;
    joint.name = obstacle.name;
    joint.child = static_cast<std::uint32_t>(robot.links.size());
    robot.links.push_back(std::move(link));
    robot.joints.push_back(std::move(joint));
  }
  return robot;
}

bool stand_in_contact(const Robot& robot, const LinkPath& path) {
  if (path.is_held() || !path.is_rigid()) return false;
  std::vector<Pose> links(robot.links.size());
  Body a, b;
  path.place(default_values(robot), links, a, b);
  const CollideResult met = collide(a, b);
  return met.status == Status::ok && met.yes();
}

}  // namespace graze
