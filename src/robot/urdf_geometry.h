// <collision> elements -> shapes in the frame of their link.
#pragma once

#include <string>
#include <vector>

#include "io/xml.h"
#include "robot/draft.h"
#include "robot/meshes.h"

namespace graze {

// xyz and rpy of the <origin> of an element; without one, the identity. Roll about x, then pitch about y, then yaw
// about z, all of them fixed axes.
Pose read_origin(const XmlFile& file, const XmlElement& element, std::vector<std::string>& remarks);

// Tells what XmlFile::others() found.
void leave_aside(const std::vector<std::string>& what, std::vector<std::string>& remarks);

class GeometryReader {
 public:
  GeometryReader(const XmlFile& file, const ReadRobotSettings& settings, RobotDraft& draft)
      : file_(file), draft_(draft), meshes_(settings, draft) {}

  // All collision geometry of a <link>; what cannot be read goes to draft.skipped. An empty handle: there is none.
  Shape read(const XmlElement& link, const std::string& name);

 private:
  std::vector<CompoundPart> read_geometry(const XmlElement& geometry, const std::string& path);

  const XmlFile& file_;
  RobotDraft& draft_;
  RobotMeshes meshes_;
};

}  // namespace graze
