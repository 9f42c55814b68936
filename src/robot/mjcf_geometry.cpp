#include "robot/mjcf_geometry.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "graze/error.h"
#include "robot/orientation.h"
#include "robot/primitives.h"

namespace graze {

MjcfGeometry::MjcfGeometry(const XmlFile& file, const ReadRobotSettings& settings, const MjcfDefaults& defaults,
                           const MjcfCompiler& compiler, RobotDraft& draft)
    : file_(file), compiler_(compiler), draft_(draft), meshes_(settings, draft) {
  for (const XmlElement& section : file.root().children) {
    if (section.name != "asset") continue;
    for (const XmlElement& element : section.children) {
      if (element.name != "mesh") continue;
      const std::string* const filename = element.find("file");
      const std::string* const given = element.find("name");
      const std::string name = given      ? *given
                               : filename ? std::filesystem::path(*filename).stem().string()
                                          : std::string();
      assets_.emplace(name, defaults.complete(element, ""));
    }
  }
}

std::vector<CompoundPart> MjcfGeometry::read(const XmlElement& geom, const std::string& path) {
  const std::string* const type_given = geom.find("type");
  const std::string type = type_given ? *type_given : geom.find("mesh") ? "mesh" : "sphere";
  const auto skip = [&](const std::string& reason) {
    draft_.skipped.push_back({path, "<geom> of type " + type + " " + reason + " (" + file_.place(geom) + ")"});
    return std::vector<CompoundPart>{};
  };
  if (type == "mesh") return read_mesh(geom, path);
  if (geom.find("mesh")) return skip("that is fitted to a mesh is not read");
  Pose pose = read_mjcf_pose(file_, geom, compiler_);
  std::vector<double> size = geom.find("size") ? file_.numbers(geom, "size") : std::vector<double>{};
  if (geom.find("fromto")) {
    const std::vector<double> n = file_.numbers(geom, "fromto");
    if (n.size() != 6) file_.fail(geom, "fromto of <geom> has " + std::to_string(n.size()) + " numbers, not 6");
    const Vec3 from{n[0], n[1], n[2]}, to{n[3], n[4], n[5]}, along = to - from;
    const double far = length(along);
    if (!(far > 0)) return skip("has a fromto of length 0");
    pose = {z_to(along / far), from * 0.5 + to * 0.5};
    if (size.empty()) file_.fail(geom, "<geom> has a fromto and no size");
    // Of boxes and ellipsoids both sides across have the first size.
    const bool both = type == "box" || type == "ellipsoid";
    size = both ? std::vector<double>{size[0], size[0], 0.5 * far} : std::vector<double>{size[0], 0.5 * far};
  }
  const auto needs = [&](std::size_t count) {
    if (size.size() < count) {
      file_.fail(geom, "size of <geom> has " + std::to_string(size.size()) + " numbers; a " + type + " needs " +
                           std::to_string(count));
    }
  };
  try {
    Shape shape;
    if (type == "plane") {
      shape = make_halfspace({0, 0, 1}, 0);
    } else if (type == "sphere") {
      needs(1);
      shape = make_sphere_of(size[0]);
    } else if (type == "capsule" || type == "cylinder") {
      needs(2);
      shape = type == "capsule" ? make_capsule_of(size[0], size[1]) : make_cylinder_of(size[0], size[1]);
    } else if (type == "box") {
      needs(3);
      shape = make_box_of({size[0], size[1], size[2]});
    } else if (type == "ellipsoid") {
      needs(3);
      shape = make_ellipsoid({size[0], size[1], size[2]});
    } else {
      return skip("cannot be read: plane, sphere, capsule, cylinder, ellipsoid, box, mesh");
    }
    return {{std::move(shape), pose}};
  } catch (const Error& error) {
    const std::string message = error.what();
    if (message.starts_with(file_.path_of(geom) + ":")) throw;  // a number is missing, or is none
    return skip("cannot be read: " + message);
  }
}

std::vector<CompoundPart> MjcfGeometry::read_mesh(const XmlElement& geom, const std::string& path) {
  const std::string& name = file_.text(geom, "mesh");
  const auto found = assets_.find(name);
  if (found == assets_.end()) file_.fail(geom, "there is no mesh '" + name + "'");
  const XmlElement& asset = found->second;
  const Pose pose = read_mjcf_pose(file_, geom, compiler_);
  const Vec3 scale = file_.point(asset, "scale", {1, 1, 1});
  const auto posed = [&](std::vector<CompoundPart> parts) {
    // A mesh may be given in another frame than its own.
    Pose reference{{}, file_.point(asset, "refpos", {})};
    if (asset.find("refquat")) {
      const std::vector<double> n = file_.numbers(asset, "refquat");
      if (n.size() != 4 || (n[0] == 0 && n[1] == 0 && n[2] == 0 && n[3] == 0))
        file_.fail(asset, "refquat is no rotation");
      reference.linear = to_matrix(normalized({n[1], n[2], n[3], n[0]}));
    }
    const Pose back = seen_from(reference, {});
    for (CompoundPart& part : parts) part.pose = pose * (back == Pose{} ? part.pose : back * part.pose);
    return parts;
  };
  if (const std::string* const given = asset.find("file")) {
    namespace fs = std::filesystem;
    const fs::path file = compiler_.strip_path ? fs::path(*given).filename() : fs::path(*given);
    // Beside the file that the robot is; else beside the one that names the mesh.
    const std::string where = (fs::path(compiler_.mesh_folder) / file).string();
    std::error_code ignored;
    const bool beside_first = fs::is_regular_file(fs::path(file_.path()).parent_path() / where, ignored);
    return posed(meshes_.read(where, scale, path, beside_first ? file_.path() : file_.path_of(asset)));
  }
  if (!asset.find("vertex")) {
    draft_.skipped.push_back({path, "mesh '" + name + "' has neither a file nor vertices"});
    return {};
  }
  const std::vector<double> n = file_.numbers(asset, "vertex");
  if (n.size() % 3 != 0) file_.fail(asset, "vertex of <mesh> has " + std::to_string(n.size()) + " numbers");
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < n.size(); i += 3) {
    vertices.push_back({n[i] * scale.x, n[i + 1] * scale.y, n[i + 2] * scale.z});
  }
  std::vector<Index3> triangles;
  if (asset.find("face")) {
    const std::vector<double> corners = file_.numbers(asset, "face");
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
      Index3 triangle;
      for (std::size_t k = 0; k < 3; ++k) {
        const double corner = corners[i + k];
        if (!(corner >= 0 && corner < double(vertices.size()))) file_.fail(asset, "face of <mesh> names no vertex");
        triangle[k] = static_cast<std::uint32_t>(corner);
      }
      triangles.push_back(triangle);
    }
  }
  // Vertices alone are their hull.
  try {
    if (triangles.empty()) return posed({{make_convex(std::move(vertices)), {}}});
    const Shape surface = make_mesh(std::move(vertices), std::move(triangles));
    try {
      return posed({{as_solid(surface), {}}});
    } catch (const Error& error) {
      draft_.remarks.push_back(path + ": mesh '" + name + "' is a surface: " + error.what());
      return posed({{surface, {}}});
    }
  } catch (const Error& error) {
    draft_.skipped.push_back({path, "mesh '" + name + "' cannot be read: " + error.what()});
    return {};
  }
}

}  // namespace graze
