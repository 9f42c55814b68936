#include "io/foreign_scene.h"

#include <cmath>
#include <map>
#include <utility>

#include "graze/error.h"
#include "io/limits.h"
#include "io/part_list.h"

namespace graze {

namespace {

class SceneReader {
 public:
  SceneReader(ForeignScene scene, std::uint64_t file_bytes)
      : scene_(std::move(scene)), places_(scene_.nodes.size()), parts_(file_bytes) {}

  Assembly read() {
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) visit(i);
    for (SkippedPart& part : scene_.skipped) parts_.skip(std::move(part.path), std::move(part.reason));
    Assembly assembly = std::move(parts_).finish(scene_.unit_in_last_place);
    for (const std::string& note : scene_.notes) assembly.notes.push_back(printable(note));
    for (const std::string& note : without_faces_) assembly.notes.push_back(printable(note));
    if (assembly.parts.empty() && assembly.skipped.empty()) {
      std::string text = "it has no faces";
      for (const std::string& note : assembly.notes) text += (&note == assembly.notes.data() ? ": " : "; ") + note;
      throw Error(text);
    }
    const double metres = scene_.metres_per_unit;
    assembly.metres_per_unit = std::isfinite(metres) && metres > 0 ? metres : 0;
    assembly.up = scene_.up;
    assembly.deflection = scene_.deflection;
    return assembly;
  }

 private:
  struct Place {
    Pose pose;
    std::string path;
    bool skipped = false;
    int depth = 0;
  };
  struct Group {
    PartShape part;
    std::string fault;      // why there is no shape
    std::string lost;       // what of it is not there, and should be
    std::string only = {};  // what it is made of, where that is no surface
  };

  void visit(std::size_t index) {
    const ForeignNode& node = scene_.nodes[index];
    Place& place = places_[index];
    place.pose = node.pose;
    if (node.parent != ForeignNode::no_parent) {
      if (node.parent >= index) throw Error("node " + std::to_string(index) + " stands before its parent: damaged?");
      const Place& parent = places_[node.parent];
      place.pose = parent.pose * node.pose;
      place.path = parent.path;
      place.skipped = parent.skipped;
      place.depth = parent.depth + 1;
      if (place.depth > limits::nesting)
        throw Error("node " + std::to_string(index) + " is nested more than " + std::to_string(limits::nesting) +
                    " deep");
    }
    if (place.skipped) return;
    if (!node.name.empty()) place.path = parts_.unique(place.path.empty() ? node.name : place.path + "/" + node.name);
    if (const PoseFault fault = graze::fault(place.pose); fault != PoseFault::none) {
      place.skipped = true;
      parts_.skip(place.path, std::string(fault == PoseFault::singular ? "its transform flattens it"
                                                                       : "its transform leaves the finite numbers") +
                                  "; what hangs on the node is skipped too");
      return;
    }
    if (!node.fault.empty()) parts_.skip(place.path, node.fault);
    if (node.meshes.empty()) return;
    const Group& group = shape_of(node.meshes);
    if (!group.only.empty()) return without_faces_.push_back(place.path + " has no faces, only " + group.only);
    if (!group.fault.empty()) return parts_.skip(place.path, group.fault);
    if (!group.lost.empty()) parts_.skip(place.path, group.lost);
    parts_.add({node.name, place.path, group.part.shape, place.pose, group.part.remark, node.global_id});
  }

  const Group& shape_of(const std::vector<std::uint32_t>& meshes) {
    const auto [found, added] = groups_.try_emplace(meshes);
    Group& group = found->second;
    if (!added) return group;
    try {
      group.part = read(meshes, group);
    } catch (const Error& error) {
      group.fault = error.what();
    }
    return group;
  }

  PartShape read(const std::vector<std::uint32_t>& meshes, Group& group) const {
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    std::string left_out;
    for (const std::uint32_t index : meshes) {
      if (index >= scene_.meshes.size()) throw Error("there is no mesh " + std::to_string(index));
      const ForeignMesh& mesh = scene_.meshes[index];
      const std::uint64_t first = vertices.size();
      if (first + mesh.vertices.size() > UINT32_MAX) throw Error("it has too many vertices");
      for (Index3 triangle : mesh.triangles) {
        for (std::uint32_t& corner : triangle) {
          if (corner >= mesh.vertices.size()) {
            throw Error("a triangle names vertex " + std::to_string(corner) + ", but there are " +
                        std::to_string(mesh.vertices.size()));
          }
          corner += static_cast<std::uint32_t>(first);
        }
        triangles.push_back(triangle);
      }
      vertices.insert(vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
      if (!mesh.lost.empty()) group.lost += (group.lost.empty() ? "" : "; ") + mesh.lost;
      if (!mesh.left_out.empty()) left_out += (left_out.empty() ? "" : "; ") + mesh.left_out;
    }
    if (triangles.empty() && !group.lost.empty()) throw Error("it has no triangles, but " + group.lost);
    if (triangles.empty() && !left_out.empty()) {
      group.only = left_out;
      return {};
    }
    if (triangles.empty()) throw Error("it has no triangles");
    PartShape part = make_part_shape(std::move(vertices), std::move(triangles));
    if (!left_out.empty()) part.remark += (part.remark.empty() ? "" : "; ") + ("left out: " + left_out);
    return part;
  }

  ForeignScene scene_;
  std::vector<Place> places_;
  std::map<std::vector<std::uint32_t>, Group> groups_;
  std::vector<std::string> without_faces_;  // notes
  PartList parts_;
};

}  // namespace

Assembly make_assembly(ForeignScene scene, std::uint64_t file_bytes) {
  return SceneReader(std::move(scene), file_bytes).read();
}

}  // namespace graze
