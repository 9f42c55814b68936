#include "robot/sdf_geometry.h"

#include "graze/error.h"

namespace graze {

std::vector<CompoundPart> SdfGeometry::read(const XmlElement& link, const std::string& name,
                                            const std::function<Pose(const XmlElement& collision)>& pose_of) {
  std::vector<CompoundPart> parts;
  for (const XmlElement& collision : link.children) {
    if (collision.name != "collision") continue;
    const std::string path = name + "/" + (collision.find("name") ? *collision.find("name") : "collision");
    const XmlElement* const geometry = collision.child("geometry");
    if (!geometry) file_.fail(collision, "<collision> of link '" + name + "' has no <geometry>");
    for (const XmlElement& other : collision.children) {
      if (other.name != "geometry" || &other == geometry) continue;
      draft_.skipped.push_back({path, "a second <geometry>: a <collision> has one (" + file_.place(other) + ")"});
    }
    const Pose pose = pose_of(collision);
    for (const CompoundPart& part : read_geometry(*geometry, path)) parts.push_back({part.shape, pose * part.pose});
  }
  return parts;
}

double SdfGeometry::number(const XmlElement& kind, const char* child, double missing) const {
  const XmlElement* const element = kind.child(child);
  return element ? file_.content_number(*element) : missing;
}

Vec3 SdfGeometry::point(const XmlElement& kind, const char* child, Vec3 missing) const {
  const XmlElement* const element = kind.child(child);
  if (!element) return missing;
  const std::vector<double> n = file_.content_numbers(*element, 3);
  return {n[0], n[1], n[2]};
}

std::vector<CompoundPart> SdfGeometry::read_geometry(const XmlElement& geometry, const std::string& path) {
  if (geometry.children.empty()) file_.fail(geometry, "<geometry> must hold one shape, not 0");
  const XmlElement& kind = geometry.children[0];
  for (std::size_t i = 1; i < geometry.children.size(); ++i) {
    const XmlElement& other = geometry.children[i];
    draft_.skipped.push_back({path, "<" + other.name + "> beside <" + kind.name +
                                        "> in <geometry>: a <collision> has one shape (" + file_.place(other) + ")"});
  }
  const auto skip = [&](const std::string& reason) {
    draft_.skipped.push_back({path, "<" + kind.name + "> " + reason + " (" + file_.place(kind) + ")"});
    return std::vector<CompoundPart>{};
  };
  try {
    // What is not given is as the format says.
    if (kind.name == "empty") return {};
    if (kind.name == "box") return {{make_box_of(point(kind, "size", {1, 1, 1}) * 0.5), {}}};
    if (kind.name == "sphere") return {{make_sphere_of(number(kind, "radius", 1)), {}}};
    if (kind.name == "cylinder" || kind.name == "capsule") {
      const bool round = kind.name == "capsule";
      const double radius = number(kind, "radius", round ? 0.5 : 1), half = 0.5 * number(kind, "length", 1);
      return {{round ? make_capsule_of(radius, half) : make_cylinder_of(radius, half), {}}};
    }
    if (kind.name == "cone") return {{make_cone(number(kind, "radius", 0.5), 0.5 * number(kind, "length", 1)), {}}};
    if (kind.name == "ellipsoid") return {{make_ellipsoid(point(kind, "radii", {1, 1, 1})), {}}};
    if (kind.name == "plane") return {{make_halfspace(point(kind, "normal", {0, 0, 1}), 0), {}}};
    if (kind.name != "mesh") {
      return skip("is no geometry that can be read: box, sphere, cylinder, capsule, cone, ellipsoid, plane, mesh");
    }
    if (kind.child("submesh")) {
      draft_.remarks.push_back(file_.place(kind) + ": <submesh> is left aside: the whole mesh is taken");
    }
    const XmlElement* const uri = kind.child("uri");
    if (!uri) file_.fail(kind, "<mesh> has no <uri>");
    return meshes_.read(file_.content(*uri), point(kind, "scale", {1, 1, 1}), path, file_.path_of(kind));
  } catch (const Error& error) {
    const std::string message = error.what();
    if (message.starts_with(file_.path_of(kind) + ":")) throw;  // a number is missing, or is none
    return skip("cannot be read: " + message);
  }
}

}  // namespace graze
