// Meshes that robots name: where they are, and what they hold.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "robot/draft.h"

namespace graze {

class RobotMeshes {
 public:
  // What cannot be read is told in the draft.
  RobotMeshes(const ReadRobotSettings& settings, RobotDraft& draft) : settings_(settings), draft_(draft) {}

  // In metres, scaled; `path` is the place in the robot, for what is told, `beside` the file that names the mesh.
  // Empty: it was skipped.
  std::vector<CompoundPart> read(const std::string& filename, Vec3 scale, const std::string& path,
                                 const std::string& beside);

 private:
  const ReadRobotSettings& settings_;
  RobotDraft& draft_;
  std::map<std::string, Assembly> meshes_;  // by path: links that use one mesh share its shape
};

}  // namespace graze
