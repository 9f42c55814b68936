// <geom> elements of MJCF -> shapes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "robot/draft.h"
#include "robot/meshes.h"
#include "robot/mjcf_defaults.h"

namespace graze {

class MjcfGeometry {
 public:
  MjcfGeometry(const XmlFile& file, const ReadRobotSettings& settings, const MjcfDefaults& defaults,
               const MjcfCompiler& compiler, RobotDraft& draft);

  // Of a <geom> that is complete, in the frame of its body. What cannot be read goes to draft.skipped.
  std::vector<CompoundPart> read(const XmlElement& geom, const std::string& path);

 private:
  std::vector<CompoundPart> read_mesh(const XmlElement& geom, const std::string& path);

  const XmlFile& file_;
  const MjcfCompiler& compiler_;
  RobotDraft& draft_;
  RobotMeshes meshes_;
  std::map<std::string, XmlElement> assets_;  // <mesh> elements by name, complete
};

}  // namespace graze
