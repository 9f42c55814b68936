// <collision> elements of SDF -> shapes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "robot/draft.h"
#include "robot/meshes.h"
#include "robot/primitives.h"

namespace graze {

class SdfGeometry {
 public:
  SdfGeometry(const XmlFile& file, const ReadRobotSettings& settings, RobotDraft& draft)
      : file_(file), draft_(draft), meshes_(settings, draft) {}

  // All collision geometry of a <link>, posed by `pose_of`; what cannot be read goes to draft.skipped.
  std::vector<CompoundPart> read(const XmlElement& link, const std::string& name,
                                 const std::function<Pose(const XmlElement& collision)>& pose_of);

 private:
  std::vector<CompoundPart> read_geometry(const XmlElement& geometry, const std::string& path);
  double number(const XmlElement& kind, const char* child, double missing) const;
  Vec3 point(const XmlElement& kind, const char* child, Vec3 missing) const;

  const XmlFile& file_;
  RobotDraft& draft_;
  RobotMeshes meshes_;
};

}  // namespace graze
