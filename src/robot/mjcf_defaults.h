// What MJCF says once for many elements: defaults by class, and the compiler's units.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/math.h"
#include "io/xml.h"

namespace graze {

class MjcfDefaults {
 public:
  // Of the <default> elements of a <mujoco>.
  explicit MjcfDefaults(const XmlFile& file);

  // The element with the attributes that it leaves to its class: its own `class`, else `child_class`, else those for
  // all. Throws Error where there is no such class.
  XmlElement complete(const XmlElement& element, const std::string& child_class) const;

 private:
  using Attributes = std::vector<std::pair<std::string, std::string>>;
  using Kinds = std::map<std::string, Attributes>;  // by the element's name
  void add(const XmlElement& element, const std::string& name, const Kinds& inherited);

  const XmlFile& file_;
  std::map<std::string, Kinds> classes_;
};

// Attributes of <compiler>, all elements of that name together.
struct MjcfCompiler {
  bool degrees = true, auto_limits = true, strip_path = false;
  std::string euler = "xyz", mesh_folder;
};
MjcfCompiler read_mjcf_compiler(const XmlFile& file);

// Position and orientation: pos, and one of quat, axisangle, euler, xyaxes, zaxis.
Pose read_mjcf_pose(const XmlFile& file, const XmlElement& element, const MjcfCompiler& compiler);

// The least rotation that takes the z axis to a direction.
Mat3 z_to(Vec3 direction);

}  // namespace graze
