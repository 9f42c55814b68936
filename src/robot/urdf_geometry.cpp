#include "robot/urdf_geometry.h"

#include "graze/error.h"
#include "robot/orientation.h"
#include "robot/primitives.h"

namespace graze {

namespace {

Shape make_primitive(const XmlFile& file, const XmlElement& kind) {
  if (kind.name == "box") return make_box_of(file.point(kind, "size") * 0.5);
  const double radius = file.number(kind, "radius");
  if (kind.name == "sphere") return make_sphere_of(radius);
  const double half = 0.5 * file.number(kind, "length");
  return kind.name == "capsule" ? make_capsule_of(radius, half) : make_cylinder_of(radius, half);
}

bool is_primitive(const std::string& name) {
  return name == "box" || name == "sphere" || name == "cylinder" || name == "capsule";
}

}  // namespace

void leave_aside(const std::vector<std::string>& what, std::vector<std::string>& remarks) {
  for (const std::string& each : what) remarks.push_back(each + ": left aside");
}

Pose read_origin(const XmlFile& file, const XmlElement& element, std::vector<std::string>& remarks) {
  const XmlElement* const origin = element.child("origin");
  if (!origin) return {};
  leave_aside(file.others(*origin, {"xyz", "rpy"}), remarks);
  return {turned(file, *origin, file.point(*origin, "rpy", {})), file.point(*origin, "xyz", {})};
}

Shape GeometryReader::read(const XmlElement& link, const std::string& name) {
  std::vector<CompoundPart> parts;
  int number = 0;
  for (const XmlElement& collision : link.children) {
    if (collision.name != "collision") continue;
    const std::string path = name + "/collision " + std::to_string(++number);
    const XmlElement* const geometry = collision.child("geometry");
    if (!geometry) file_.fail(collision, "<collision> of link '" + name + "' has no <geometry>");
    for (const XmlElement& other : collision.children) {
      if (other.name != "geometry" || &other == geometry) continue;
      draft_.skipped.push_back({path, "a second <geometry>: a <collision> has one (" + file_.place(other) + ")"});
    }
    const Pose origin = read_origin(file_, collision, draft_.remarks);
    for (const CompoundPart& part : read_geometry(*geometry, path)) parts.push_back({part.shape, origin * part.pose});
  }
  return shape_of(std::move(parts));
}

std::vector<CompoundPart> GeometryReader::read_geometry(const XmlElement& geometry, const std::string& path) {
  if (geometry.children.empty()) file_.fail(geometry, "<geometry> must hold one shape, not 0");
  // The first that can be read; extensions may stand beside it.
  const XmlElement* kind = nullptr;
  for (const XmlElement& child : geometry.children) {
    if (!kind && (child.name == "mesh" || is_primitive(child.name))) kind = &child;
  }
  if (!kind) kind = &geometry.children[0];
  for (const XmlElement& child : geometry.children) {
    if (&child == kind) continue;
    if (child.name == "mesh" || is_primitive(child.name)) {
      draft_.skipped.push_back(
          {path, "a second shape in <geometry>: a <collision> has one (" + file_.place(child) + ")"});
      continue;
    }
    draft_.remarks.push_back(file_.place(child) + ": <" + child.name + "> beside <" + kind->name +
                             "> in <geometry>: left aside");
  }
  const auto skip = [&](const std::string& reason) {
    draft_.skipped.push_back({path, "<" + kind->name + "> " + reason + " (" + file_.place(*kind) + ")"});
    return std::vector<CompoundPart>{};
  };
  if (kind->name != "mesh" && !is_primitive(kind->name)) {
    return skip("is no geometry that can be read: box, sphere, cylinder, capsule, mesh");
  }
  leave_aside(file_.others(*kind, {"size", "radius", "length", "filename", "scale"}), draft_.remarks);
  if (kind->name == "mesh") {
    return meshes_.read(file_.text(*kind, "filename"), file_.point(*kind, "scale", {1, 1, 1}), path, file_.path());
  }
  try {
    return {{make_primitive(file_, *kind), {}}};
  } catch (const Error& error) {
    const std::string message = error.what();
    if (message.starts_with(file_.path_of(*kind) + ":")) throw;  // a number is missing, or is none
    return skip("cannot be read: " + message);
  }
}

}  // namespace graze
