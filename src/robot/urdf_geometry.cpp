#include "robot/urdf_geometry.h"

#include <filesystem>

#include "graze/error.h"
#include "robot/kinematics.h"

namespace graze {

namespace {

namespace fs = std::filesystem;

Shape make_primitive(const XmlFile& file, const XmlElement& kind) {
  try {
    if (kind.name == "box") {
      file.only(kind, {"size"});
      return make_box(file.point(kind, "size") * 0.5);
    }
    if (kind.name == "sphere") {
      file.only(kind, {"radius"});
      return make_sphere(file.number(kind, "radius"));
    }
    file.only(kind, {"radius", "length"});
    const double radius = file.number(kind, "radius"), half = 0.5 * file.number(kind, "length");
    return kind.name == "capsule" ? make_capsule(radius, half) : make_cylinder(radius, half);
  } catch (const Error& error) {
    const std::string message = error.what();
    if (message.starts_with(file.path() + ":")) throw;
    file.fail(kind, "<" + kind.name + ">: " + message);
  }
}

}  // namespace

Pose read_origin(const XmlFile& file, const XmlElement& element) {
  const XmlElement* const origin = element.child("origin");
  if (!origin) return {};
  file.only(*origin, {"xyz", "rpy"});
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
    const Pose origin = read_origin(file_, collision);
    for (const CompoundPart& part : read_geometry(*geometry, path)) parts.push_back({part.shape, origin * part.pose});
  }
  if (parts.empty()) return {};
  if (parts.size() == 1 && parts[0].pose == Pose{}) return parts[0].shape;
  return make_compound(std::move(parts));
}

std::vector<CompoundPart> GeometryReader::read_geometry(const XmlElement& geometry, const std::string& path) {
  if (geometry.children.size() != 1) {
    file_.fail(geometry, "<geometry> must hold one shape, not " + std::to_string(geometry.children.size()));
  }
  const XmlElement& kind = geometry.children[0];
  if (kind.name == "mesh") return read_mesh_parts(kind, path);
  if (kind.name == "box" || kind.name == "sphere" || kind.name == "cylinder" || kind.name == "capsule") {
    return {{make_primitive(file_, kind), {}}};
  }
  robot_.skipped.push_back({path, "<" + kind.name + "> is no geometry that can be read (line " +
                                      std::to_string(kind.line) + "): box, sphere, cylinder, capsule, mesh"});
  return {};
}

std::vector<CompoundPart> GeometryReader::read_mesh_parts(const XmlElement& mesh, const std::string& path) {
  file_.only(mesh, {"filename", "scale"});
  const std::string& filename = file_.text(mesh, "filename");
  const Vec3 scale = file_.point(mesh, "scale", {1, 1, 1});
  const Pose scaling{{{scale.x, 0, 0}, {0, scale.y, 0}, {0, 0, scale.z}}, {}};
  if (fault(scaling) != PoseFault::none) file_.fail(mesh, "a scale of 0 leaves nothing of the mesh " + filename);

  const std::string found = resolve(filename);
  if (found.empty()) {
    robot_.skipped.push_back({path, "there is no mesh " + filename +
                                        (filename.starts_with("package://") ? "; say where packages are" : "")});
    return {};
  }
  auto known = meshes_.find(found);
  if (known == meshes_.end()) {
    try {
      Assembly assembly = read_assembly(found);
      for (const SkippedPart& part : assembly.skipped) {
        robot_.skipped.push_back({path, filename + ", " + part.path + ": " + part.reason});
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
    if (root.filename() == package && there(root / within)) return (root / within).string();
    return {};
  };
  for (const std::string& path : settings_.package_paths) {
    fs::path root = fs::absolute(path, ignored).lexically_normal();
    if (!root.has_filename()) root = root.parent_path();
    if (std::string found = below(root); !found.empty()) return found;
  }
  for (fs::path root = folder;; root = root.parent_path()) {
    if (std::string found = below(root); !found.empty()) return found;
    if (root == root.parent_path()) return {};
  }
}

}  // namespace graze
