// Robots among obstacles, as MoveIt asks FCL about them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/robot_checker.h"
#include "scenes/robots.h"

namespace graze::bench {

struct RobotSetting {
  scenes::MeshRobot made;
  std::vector<scenes::Obstacle> obstacles;
  std::vector<CheckedPair> allowed;  // pairs of links
};

// Links are asked in poses that were computed ahead: their kinematics cost a peer nothing.
class RobotPeer {
 public:
  virtual ~RobotPeer() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual void load(const RobotSetting& setting) = 0;
  virtual bool valid(std::span<const Pose> links) = 0;
  virtual double distance(std::span<const Pose> links) = 0;  // 0 in contact
};

std::unique_ptr<RobotPeer> make_fcl_robot();

}  // namespace graze::bench
