// A small arm: which links can meet, and is a path free?
#include <graze/robot.h>

#include <cstdio>
#include <vector>

int main() {
  // As read_robot() would make it of a URDF file: a base with a wall on it, and an arm that turns about z.
  graze::Robot robot;
  robot.name = "example";
  const auto box = [](graze::Vec3 half, graze::Vec3 at) {
    return graze::make_compound({{graze::make_box(half), graze::make_pose(at)}});
  };
  robot.links = {{"base", box({1, 1, 0.1}, {0, 0, -0.2}), graze::RobotLink::none},
                 {"post", box({0.1, 0.1, 0.2}, {0, 0, 0}), 0},
                 {"arm", box({0.5, 0.1, 0.1}, {0.5, 0, 0.4}), 1},
                 {"wall", box({0.1, 0.5, 1}, {0.7, 0, 0}), 2}};
  graze::RobotJoint mount, turn, stand;
  turn.name = "turn";
  turn.kind = graze::JointKind::revolute;
  turn.axis = {0, 0, 1};
  turn.variable = 0;
  mount.child = 1;
  turn.parent = 1;
  turn.child = 2;
  stand.child = 3;
  robot.joints = {mount, turn, stand};
  robot.variables = {{"turn", -3, 3}};

  const graze::SelfCollisionMatrix matrix = graze::self_collision_matrix(robot, {.samples = 1000});
  for (const graze::SelfPair& pair : matrix.pairs) {
    std::printf("%s, %s: %s%s\n", robot.links[pair.a].name.c_str(), robot.links[pair.b].name.c_str(), name(pair.value),
                pair.proven ? "" : " (by samples)");
  }
  const std::vector<std::vector<double>> path = {{2}, {-2}};  // free at both ends
  const graze::TrajectoryResult result = graze::check_trajectory(robot, path);
  for (const graze::TrajectoryContact& contact : result.contacts) {
    std::printf("%s meets %s between %.6f and %.6f of the way\n", robot.links[contact.a].name.c_str(),
                robot.links[contact.b].name.c_str(), contact.from.fraction, contact.to.fraction);
  }
  return result.contacts.size() == 1 && result.unfinished.empty() ? 0 : 1;
}
