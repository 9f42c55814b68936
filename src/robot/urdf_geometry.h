// <collision> elements -> shapes in the frame of their link.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graze/robot.h"
#include "io/xml.h"

namespace graze {

// xyz and rpy of the <origin> of an element; without one, the identity. Roll about x, then pitch about y, then yaw
// about z, all of them fixed axes.
Pose read_origin(const XmlFile& file, const XmlElement& element, std::vector<std::string>& remarks);

// Tells what XmlFile::others() found.
void leave_aside(const std::vector<std::string>& what, std::vector<std::string>& remarks);

class GeometryReader {
 public:
  GeometryReader(const XmlFile& file, const ReadRobotSettings& settings, Robot& robot)
      : file_(file), settings_(settings), robot_(robot) {}

  // All collision geometry of a <link>; what cannot be read goes to robot.skipped. An empty handle: there is none.
  Shape read(const XmlElement& link, const std::string& name);

 private:
  std::vector<CompoundPart> read_geometry(const XmlElement& geometry, const std::string& path);
  std::vector<CompoundPart> read_mesh_parts(const XmlElement& mesh, const std::string& path);
  std::string resolve(const std::string& filename) const;

  const XmlFile& file_;
  const ReadRobotSettings& settings_;
  Robot& robot_;
  std::map<std::string, std::vector<Part>> meshes_;  // by path: links that use one mesh share its shape
};

}  // namespace graze
