#include "robot/urdf_geometry.h"

#include <filesystem>

#include "base/json_text.h"
#include "graze/error.h"
#include "robot/kinematics.h"
#include "robot/packages.h"

namespace graze {

namespace {

namespace fs = std::filesystem;

// A box that is flat, down to a point, is the polygon, segment or point that it is; so are round shapes of radius 0.
Shape make_box_of(Vec3 half) {
  if (!(half.x >= 0 && half.y >= 0 && half.z >= 0)) return make_box(half);  // which says what is wrong
  if (half.x > 0 && half.y > 0 && half.z > 0) return make_box(half);
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  }
  return make_convex(std::move(corners));
}

Shape make_primitive(const XmlFile& file, const XmlElement& kind) {
  if (kind.name == "box") return make_box_of(file.point(kind, "size") * 0.5);
  if (kind.name == "sphere") {
    const double radius = file.number(kind, "radius");
    return radius == 0 ? make_point() : make_sphere(radius);
  }
  const double radius = file.number(kind, "radius"), half = 0.5 * file.number(kind, "length");
  if (radius == 0 && half >= 0) return make_segment({0, 0, -half}, {0, 0, half});
  return kind.name == "capsule" ? make_capsule(radius, half) : make_cylinder(radius, half);
}

std::string text_of(double value) {
  std::string text;
  append_number(text, value);
  return text;
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
  const Vec3 rpy = file.point(*origin, "rpy", {});
  for (int axis = 0; axis < 3; ++axis) {
    if (std::fabs(rpy[axis]) > largest_angle) file.fail(*origin, "rpy has an angle beyond 4096 radians");
  }
  const Mat3 roll = rotation({1, 0, 0}, rpy.x), pitch = rotation({0, 1, 0}, rpy.y), yaw = rotation({0, 0, 1}, rpy.z);
  return {yaw * (pitch * roll), file.point(*origin, "xyz", {})};
}

Shape GeometryReader::read(const XmlElement& link, const std::string& name) {
  std::vector<CompoundPart> parts;
  int number = 0;
  for (const XmlElement& collision : link.children) {
    if (collision.name != "collision") continue;
    const std::string path = name + "/collision " + std::to_string(++number);
    const XmlElement* const geometry = collision.child("geometry");
    if (!geometry) file_.fail(collision, "<collision> of link '" + name + "' has no <geometry>");
    const Pose origin = read_origin(file_, collision, robot_.remarks);
    for (const CompoundPart& part : read_geometry(*geometry, path)) parts.push_back({part.shape, origin * part.pose});
  }
  if (parts.empty()) return {};
  if (parts.size() == 1 && parts[0].pose == Pose{}) return parts[0].shape;
  return make_compound(std::move(parts));
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
    robot_.remarks.push_back("line " + std::to_string(child.line) + ": <" + child.name + "> beside <" + kind->name +
                             "> in <geometry>: left aside");
  }
  const auto skip = [&](const std::string& reason) {
    robot_.skipped.push_back({path, "<" + kind->name + "> " + reason + " (line " + std::to_string(kind->line) + ")"});
    return std::vector<CompoundPart>{};
  };
  if (kind->name != "mesh" && !is_primitive(kind->name)) {
    return skip("is no geometry that can be read: box, sphere, cylinder, capsule, mesh");
  }
  leave_aside(file_.others(*kind, {"size", "radius", "length", "filename", "scale"}), robot_.remarks);
  if (kind->name == "mesh") return read_mesh_parts(*kind, path);
  try {
    return {{make_primitive(file_, *kind), {}}};
  } catch (const Error& error) {
    const std::string message = error.what();
    if (message.starts_with(file_.path() + ":")) throw;  // a number is missing, or is none
    return skip("cannot be read: " + message);
  }
}

std::vector<CompoundPart> GeometryReader::read_mesh_parts(const XmlElement& mesh, const std::string& path) {
  const std::string& filename = file_.text(mesh, "filename");
  const Vec3 scale = file_.point(mesh, "scale", {1, 1, 1});
  const Pose scaling{{{scale.x, 0, 0}, {0, scale.y, 0}, {0, 0, scale.z}}, {}};
  if (fault(scaling) != PoseFault::none) {
    robot_.skipped.push_back({path, "a scale of 0 leaves nothing of the mesh " + filename});
    return {};
  }

  const std::string found = resolve(filename);
  if (found.empty()) {
    robot_.skipped.push_back({path, "there is no mesh " + filename +
                                        (filename.starts_with("package://") ? "; say where packages are" : "")});
    return {};
  }
  auto known = meshes_.find(found);
  if (known == meshes_.end()) {
    try {
      Assembly assembly = read_assembly(found, {.readers = settings_.readers});
      for (const SkippedPart& part : assembly.skipped) {
        robot_.skipped.push_back({path, filename + ", " + part.path + ": " + part.reason});
      }
      // Lengths of a robot are metres, and so are those of a file that does not say.
      const double unit = assembly.metres_per_unit > 0 ? assembly.metres_per_unit : 1;
      if (unit != 1) {
        const Pose in_metres{{{unit, 0, 0}, {0, unit, 0}, {0, 0, unit}}, {}};
        for (Part& part : assembly.parts) part.pose = in_metres * part.pose;
        robot_.remarks.push_back(filename + ": its unit, of " + text_of(unit) + " m, is taken into account");
      }
      known = meshes_.emplace(found, std::move(assembly.parts)).first;
    } catch (const Error& error) {
      robot_.skipped.push_back({path, error.what()});
      return {};
    }
  }
  std::vector<CompoundPart> parts;
  for (const Part& part : known->second) {
    if (!part.remark.empty()) robot_.remarks.push_back(path + ": " + filename + ": " + part.remark);
    parts.push_back({part.shape, scaling * part.pose});
  }
  return parts;
}

// The file that a URDF means; empty: there is none.
std::string GeometryReader::resolve(const std::string& filename) const {
  std::error_code ignored;
  const auto there = [&](const fs::path& path) { return fs::is_regular_file(path, ignored); };
  const fs::path folder = fs::absolute(fs::path(file_.path()), ignored).parent_path();
  if (filename.starts_with("file://")) {
    const fs::path path = filename.substr(7);
    return there(path) ? path.string() : "";
  }
  if (!filename.starts_with("package://")) {
    const fs::path path = folder / filename;  // an absolute one stays what it is
    return there(path) ? path.string() : "";
  }
  const std::string rest = filename.substr(10), package = rest.substr(0, rest.find('/'));
  const std::string within = package.size() < rest.size() ? rest.substr(package.size() + 1) : "";
  const auto below = [&](const fs::path& root) -> std::string {
    if (there(root / rest)) return (root / rest).string();
    const bool called_so = root.filename() == package || package_name(root) == package;
    return called_so && there(root / within) ? (root / within).string() : "";
  };
  for (const std::string& path : settings_.package_paths) {
    fs::path root = fs::absolute(path, ignored).lexically_normal();
    if (!root.has_filename()) root = root.parent_path();
    if (std::string found = below(root); !found.empty()) return found;
    for (const fs::path& each : packages_in(root, package)) {
      if (there(each / within)) return (each / within).string();
    }
  }
  for (fs::path root = folder;; root = root.parent_path()) {
    if (std::string found = below(root); !found.empty()) return found;
    if (root == root.parent_path()) return {};
  }
}

}  // namespace graze
