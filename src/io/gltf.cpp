// glTF 2.0: every node with a mesh is a part. A mesh is the triangles of all its primitives (materials cut one body
// into several, and are the tags of its triangles); nodes with the same mesh share its shape. Node transforms are taken
// in double as the JSON says them.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graze/error.h"
#include "io/gltf_document.h"
#include "io/limits.h"
#include "io/part_list.h"
#include "io/readers.h"
#include "io/text_file.h"

namespace graze {

namespace {

using Json = nlohmann::json;

template <std::size_t n>
std::optional<std::array<double, n>> numbers(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  if (!found->is_array() || found->size() != n) {
    throw Error(std::string("'") + key + "' must have " + std::to_string(n) + " numbers");
  }
  std::array<double, n> values;
  for (std::size_t i = 0; i < n; ++i) {
    if (!(*found)[i].is_number()) throw Error(std::string("'") + key + "' has something that is not a number");
    values[i] = (*found)[i].get<double>();
  }
  return values;
}

// Quaternions in files are rounded to floats and often to few digits; farther off than this they are wrong.
constexpr double quaternion_slack = 1e-3;

Quat unit_quaternion(const std::array<double, 4>& q) {
  const double length = std::sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
  if (!(std::fabs(length - 1) <= quaternion_slack)) throw Error("'rotation' is not a unit quaternion");
  return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

// Of rows that are given in few bits: they are as long as they are.
Quat rounded_quaternion(const std::array<double, 4>& q) {
  const double length = std::sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
  if (!(std::fabs(length - 1) <= 0.02)) throw Error("an instance has a rotation that is no unit quaternion");
  return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

Pose local_pose(const Json& node) {
  if (const auto m = numbers<16>(node, "matrix")) {
    std::array<std::array<double, 4>, 4> rows;
    for (std::size_t i = 0; i < 16; ++i) rows[i % 4][i / 4] = (*m)[i];
    return pose_from_matrix(rows);
  }
  const auto t = numbers<3>(node, "translation"), s = numbers<3>(node, "scale");
  const auto q = numbers<4>(node, "rotation");
  return make_pose(t ? Vec3{(*t)[0], (*t)[1], (*t)[2]} : Vec3{}, q ? unit_quaternion(*q) : Quat{},
                   s ? Vec3{(*s)[0], (*s)[1], (*s)[2]} : Vec3{1, 1, 1});
}

std::string name_of(const Json& object, const std::string& otherwise) {
  const auto found = object.find("name");
  if (found == object.end() || !found->is_string() || found->get_ref<const std::string&>().empty()) return otherwise;
  return found->get<std::string>();
}

enum Mode { triangles_mode = 4, strip_mode = 5, fan_mode = 6 };

void append_triangles(std::vector<Index3>& triangles, const std::vector<std::uint32_t>& i, std::uint64_t mode) {
  if (mode == triangles_mode) {
    for (std::size_t k = 0; k + 2 < i.size(); k += 3) triangles.push_back({i[k], i[k + 1], i[k + 2]});
    return;
  }
  for (std::size_t k = 0; k + 2 < i.size(); ++k) {
    if (mode == fan_mode) {
      triangles.push_back({i[0], i[k + 1], i[k + 2]});
    } else if (k % 2 == 0) {
      triangles.push_back({i[k], i[k + 1], i[k + 2]});
    } else {
      triangles.push_back({i[k + 1], i[k], i[k + 2]});
    }
  }
}

class GltfReader {
 public:
  GltfReader(const std::string& path, const std::vector<std::string>& unpacked)
      : document_(path, unpacked), parts_(document_.bytes()) {
    const auto meshes = document_.json().find("meshes");
    if (meshes != document_.json().end() && meshes->is_array()) meshes_.resize(meshes->size());
    const auto materials = document_.json().find("materials");
    if (materials != document_.json().end() && materials->is_array())
      for (std::size_t i = 0; i < materials->size(); ++i)
        materials_.push_back(printable(name_of((*materials)[i], "material " + std::to_string(i))));
    material_count_ = materials_.size();
    const auto nodes = document_.json().find("nodes");
    if (nodes != document_.json().end() && nodes->is_array()) node_seen_.resize(nodes->size());
  }

  Assembly read(const std::vector<MeshDecoder>& decoders) {
    count_uses();
    for (const MeshDecoder& decoder : decoders) unpack(decoder);
    for (const std::uint64_t root : roots()) {
      pending_.push_back({root, {}, std::make_shared<std::string>(), false, 0});
      while (!pending_.empty()) {
        const Pending next = std::move(pending_.back());
        pending_.pop_back();
        visit(next);
      }
    }
    Assembly assembly = std::move(parts_).finish(0x1p-23);
    assembly.metres_per_unit = 1;
    assembly.up = UpAxis::y;
    assembly.materials = materials_;
    assembly.notes = without_faces_;
    note_other_scenes(assembly);
    if (assembly.parts.empty() && assembly.skipped.empty()) {
      std::string text = "it has no faces";
      for (const std::string& note : assembly.notes) text += (&note == assembly.notes.data() ? ": " : "; ") + note;
      throw Error(text);
    }
    if (hidden_ > 0)
      assembly.notes.push_back(
          (hidden_ == 1 ? "1 node with a mesh is" : std::to_string(hidden_) + " nodes with a mesh are") +
          " hidden by KHR_node_visibility, and no part: " + printable(first_hidden_) +
          (hidden_ == 1 ? "" : " and others"));
    if (const auto used = document_.json().find("extensionsUsed"); used != document_.json().end() && used->is_array()) {
      for (const Json& name : *used) {
        if (!name.is_string() || gltf_extension_is_read(name.get_ref<const std::string&>())) continue;
        if (std::none_of(decoders.begin(), decoders.end(), [&](const auto& d) { return name == d.extension; }))
          assembly.notes.push_back(
              printable("it uses the extension " + name.get<std::string>() + ", which is not read"));
      }
    }
    return assembly;
  }

 private:
  struct Pending {
    std::uint64_t node;
    Pose parent;
    std::shared_ptr<const std::string> parent_path;  // of all children
    bool hidden;
    int depth;
  };

  // Meshes that hang on no node of the scene: nothing of the scene is lost by that.
  void note_other_scenes(Assembly& assembly) const {
    std::size_t others = 0;
    for (std::size_t i = 0; i < node_seen_.size(); ++i) {
      const Json& node = document_.json()["nodes"][i];
      if (!node_seen_[i] && node.is_object() && node.contains("mesh")) ++others;
    }
    if (others > 0)
      assembly.notes.push_back(std::to_string(others) +
                               " nodes with a mesh are in other scenes, or below nodes that are lost: not read");
  }

  // Of the file's scene; all nodes that are no node's child when it has no scenes.
  std::vector<std::uint64_t> roots() const {
    const Json& file = document_.json();
    if (file.contains("scenes")) return list(document_.at("scenes", gltf_number(file, "scene", 0)), "nodes");
    std::vector<bool> child(node_seen_.size());
    for (std::size_t i = 0; i < child.size(); ++i) {
      for (const std::uint64_t c : list(document_.at("nodes", i), "children")) {
        if (c < child.size()) child[c] = true;
      }
    }
    std::vector<std::uint64_t> result;
    for (std::size_t i = 0; i < child.size(); ++i) {
      if (!child[i]) result.push_back(i);
    }
    return result;
  }

  std::vector<std::uint64_t> list(const Json& object, const char* key) const {
    std::vector<std::uint64_t> result;
    const auto found = object.find(key);
    if (found == object.end()) return result;
    if (!found->is_array()) throw Error(std::string("'") + key + "' is not an array");
    for (const Json& element : *found) {
      if (!element.is_number_unsigned()) throw Error(std::string("'") + key + "' has something that is no index");
      result.push_back(element.get<std::uint64_t>());
    }
    return result;
  }

  void visit(const Pending& at) {
    const std::string fallback = "node " + std::to_string(at.node);
    const Json& node = document_.at("nodes", at.node);
    if (node_seen_[at.node]) throw Error(fallback + " has two parents, or is its own");
    node_seen_[at.node] = true;
    if (at.depth > limits::nesting)
      throw Error(fallback + " is nested more than " + std::to_string(limits::nesting) + " deep");
    const std::string name = name_of(node, mesh_name(node, fallback));
    const std::string path = parts_.unique(at.parent_path->empty() ? name : *at.parent_path + "/" + name);

    Pose pose;
    try {
      pose = at.parent * local_pose(node);
      if (fault(pose) == PoseFault::singular) throw Error("its transform flattens it");
      if (fault(pose) != PoseFault::none) throw Error("its transform leaves the finite numbers");
    } catch (const Error& error) {
      parts_.skip(path, std::string(error.what()) + "; what hangs on the node is skipped too");
      return;
    }
    const bool hidden = at.hidden || hides(node);
    if (hidden && node.contains("mesh") && hidden_++ == 0) first_hidden_ = path;
    if (!hidden && node.contains("mesh") && node.contains("skin"))
      parts_.skip(path, "it is bent by a skin, which is not read: taken as it is unbent");
    if (!hidden && node.contains("mesh") && morphs(node))
      parts_.skip(path, "it is bent by morph targets, which are not read: taken as it is unbent");
    if (!hidden && node.contains("mesh")) add_part(node, name, path, pose);

    // The first child is visited next.
    const std::vector<std::uint64_t> children = list(node, "children");
    const auto shared_path = std::make_shared<const std::string>(path);
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      pending_.push_back({*child, pose, shared_path, hidden, at.depth + 1});
  }

  // KHR_node_visibility: the node and all that hangs on it are not there.
  static bool hides(const Json& node) {
    const auto extensions = node.find("extensions");
    if (extensions == node.end() || !extensions->is_object()) return false;
    const auto visibility = extensions->find("KHR_node_visibility");
    if (visibility == extensions->end()) return false;
    if (!visibility->is_object()) throw Error("KHR_node_visibility is not an object");
    const auto visible = visibility->find("visible");
    if (visible == visibility->end()) return false;
    if (!visible->is_boolean()) throw Error("'visible' of KHR_node_visibility is neither true nor false");
    return !visible->get<bool>();
  }

  // Has the node, or else its mesh, a weight that moves vertices?
  bool morphs(const Json& node) const {
    const auto index = node.find("mesh");
    const bool known = index->is_number_unsigned() && index->get<std::uint64_t>() < meshes_.size();
    if (!known && !node.contains("weights")) return false;
    const Json& of = node.contains("weights") ? node : document_.json()["meshes"][index->get<std::uint64_t>()];
    if (!of.is_object() || !of.contains("weights") || !of["weights"].is_array()) return false;
    const Json& weights = of["weights"];
    return std::any_of(weights.begin(), weights.end(), [](const Json& weight) { return weight != 0; });
  }

  // Of a node without a name that has a mesh with one.
  std::string mesh_name(const Json& node, const std::string& otherwise) const {
    const auto index = node.find("mesh");
    if (index == node.end() || !index->is_number_unsigned() || index->get<std::uint64_t>() >= meshes_.size())
      return otherwise;
    return name_of(document_.json()["meshes"][index->get<std::uint64_t>()], otherwise);
  }

  // EXT_mesh_gpu_instancing: the mesh once a row of the attributes; one pose where there is none.
  std::vector<Pose> instances(const Json& node) const {
    const auto extensions = node.find("extensions");
    if (extensions == node.end() || !extensions->is_object() || !extensions->contains("EXT_mesh_gpu_instancing"))
      return {Pose{}};
    const Json& instancing = (*extensions)["EXT_mesh_gpu_instancing"];
    const auto attributes = instancing.is_object() ? instancing.find("attributes") : instancing.end();
    if (!instancing.is_object() || attributes == instancing.end() || !attributes->is_object())
      throw Error("EXT_mesh_gpu_instancing has no 'attributes'");
    std::vector<Vec3> moves, scales;
    std::vector<std::array<double, 4>> turns;
    if (attributes->contains("TRANSLATION")) moves = document_.points(gltf_number(*attributes, "TRANSLATION"));
    if (attributes->contains("SCALE")) scales = document_.points(gltf_number(*attributes, "SCALE"));
    if (attributes->contains("ROTATION")) turns = document_.quadruples(gltf_number(*attributes, "ROTATION"));
    const std::size_t count = std::max({moves.size(), scales.size(), turns.size()});
    for (const std::size_t size : {moves.size(), scales.size(), turns.size()})
      if (size != 0 && size != count) throw Error("EXT_mesh_gpu_instancing has attributes of different counts");
    if (count == 0) throw Error("EXT_mesh_gpu_instancing has no attribute that places its instances");
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < count; ++i) {
      poses.push_back(make_pose(moves.empty() ? Vec3{} : moves[i],
                                turns.empty() ? Quat{} : rounded_quaternion(turns[i]),
                                scales.empty() ? Vec3{1, 1, 1} : scales[i]));
    }
    return poses;
  }

  void add_part(const Json& node, const std::string& name, const std::string& path, const Pose& pose) {
    try {
      const std::uint64_t index = gltf_number(node, "mesh");
      const Json& mesh = document_.at("meshes", index);
      if (!meshes_[index].done) read_mesh(mesh, meshes_[index]);
      if (!meshes_[index].fault.empty()) throw Error(meshes_[index].fault);
      if (!meshes_[index].only.empty()) {
        without_faces_.push_back(printable(path + " has no faces: " + meshes_[index].only));
        return;
      }
      if (!meshes_[index].lost.empty()) parts_.skip(path, meshes_[index].lost);
      const std::vector<Pose> poses = instances(node);
      for (std::size_t i = 0; i < poses.size(); ++i) {
        const bool one = poses.size() == 1;
        const Pose placed = one && poses[i] == Pose{} ? pose : pose * poses[i];
        const std::string where = one ? path : parts_.unique(path + "/instance " + std::to_string(i));
        if (fault(placed) != PoseFault::none) {
          parts_.skip(where, "its transform flattens it, or leaves the finite numbers");
          continue;
        }
        parts_.add({one ? name : name + " " + std::to_string(i), where, meshes_[index].part.shape, placed,
                    meshes_[index].part.remark});
      }
    } catch (const Error& error) {
      parts_.skip(path, error.what());
    }
  }

  struct Mesh {
    bool done = false;
    PartShape part;
    std::string fault;  // why there is no shape
    std::string lost;   // what of it is not there, and should be
    std::string only;   // what it is made of, where that is no surface
  };

  void read_mesh(const Json& mesh, Mesh& result) {
    result.done = true;
    std::vector<Vec3> vertices;
    std::vector<Index3> triangles;
    std::vector<std::uint32_t> tags;
    std::string left_out, lost;
    try {
      const auto primitives = mesh.find("primitives");
      if (primitives == mesh.end() || !primitives->is_array()) throw Error("its mesh has no 'primitives'");
      for (std::size_t i = 0; i < primitives->size(); ++i) {
        try {
          read_primitive((*primitives)[i], vertices, triangles);
          if (material_count_ != 0) tags.resize(triangles.size(), material_of((*primitives)[i], left_out));
        } catch (const Error& error) {
          std::string& into = is_lines((*primitives)[i]) ? left_out : lost;
          into += (into.empty() ? "" : "; ") + ("primitive " + std::to_string(i) + ": " + error.what());
        }
      }
      if (triangles.empty() && lost.empty() && !left_out.empty()) {
        result.only = left_out;
        return;
      }
      if (triangles.empty()) throw Error(lost.empty() ? "its mesh has no triangles" : lost);
      result.lost = lost;
      result.part = make_part_shape(std::move(vertices), std::move(triangles), std::move(tags));
      if (!left_out.empty()) {
        result.part.remark += (result.part.remark.empty() ? "" : "; ") + ("left out: " + left_out);
      }
    } catch (const Error& error) {
      result.fault = error.what();
    }
  }

  // The number of the primitive's material. One that is not there is told, and counts as none, which has the number
  // after those of the file.
  std::uint32_t material_of(const Json& primitive, std::string& left_out) {
    const auto found = primitive.find("material");
    if (found != primitive.end()) {
      if (found->is_number_unsigned() && found->get<std::uint64_t>() < material_count_)
        return static_cast<std::uint32_t>(found->get<std::uint64_t>());
      left_out += (left_out.empty() ? "" : "; ") + ("material " + found->dump() + ", which the file does not have");
    }
    if (materials_.size() == material_count_) materials_.emplace_back();
    return static_cast<std::uint32_t>(material_count_);
  }

  static bool is_lines(const Json& primitive) {
    const auto mode = primitive.is_object() ? primitive.find("mode") : primitive.end();
    return primitive.is_object() && mode != primitive.end() && mode->is_number_unsigned() &&
           mode->get<std::uint64_t>() < triangles_mode;
  }

  // What a primitive says of an extension by which its mesh is packed; nullptr where it has another form besides.
  const Json* packed_by(const Json& primitive, const std::string& extension) const {
    const auto extensions = primitive.is_object() ? primitive.find("extensions") : primitive.end();
    if (!primitive.is_object() || extensions == primitive.end() || !extensions->is_object()) return nullptr;
    const auto found = extensions->find(extension), attributes = primitive.find("attributes");
    if (found == extensions->end() || !found->is_object()) return nullptr;
    if (attributes == primitive.end() || !attributes->is_object()) return nullptr;
    return document_.at("accessors", gltf_number(*attributes, "POSITION")).contains("bufferView") ? nullptr : &*found;
  }

  // All primitives that are packed by the extension, at once.
  void unpack(const MeshDecoder& decoder) {
    std::vector<PackedMesh> packed;
    std::vector<const Json*> primitives;
    const auto meshes = document_.json().find("meshes");
    if (meshes == document_.json().end() || !meshes->is_array()) return;
    for (const Json& mesh : *meshes) {
      const auto list = mesh.is_object() ? mesh.find("primitives") : mesh.end();
      if (!mesh.is_object() || list == mesh.end() || !list->is_array()) continue;
      for (const Json& primitive : *list) {
        try {
          const Json* const how = packed_by(primitive, decoder.extension);
          if (how == nullptr) continue;
          const auto attributes = how->find("attributes");
          if (attributes == how->end() || !attributes->is_object())
            throw Error(decoder.extension + " has no 'attributes'");
          packed.push_back({document_.view(gltf_number(*how, "bufferView")),
                            static_cast<std::uint32_t>(gltf_number(*attributes, "POSITION"))});
          primitives.push_back(&primitive);
        } catch (const Error& error) {
          unpacked_[&primitive].fault = error.what();
        }
      }
    }
    if (packed.empty()) return;
    std::vector<UnpackedMesh> decoded(packed.size());
    try {
      decoded = decoder.decode(packed);
    } catch (const Error& error) {
      for (UnpackedMesh& mesh : decoded) mesh.fault = error.what();
    }
    for (std::size_t i = 0; i < decoded.size(); ++i) {
      scale_stored(*primitives[i], decoded[i].vertices);
      unpacked_[primitives[i]] = std::move(decoded[i]);
    }
  }

  // Normalised integers stand for fractions.
  void scale_stored(const Json& primitive, std::vector<Vec3>& vertices) const {
    const Json& accessor = document_.at("accessors", gltf_number(primitive["attributes"], "POSITION"));
    if (!gltf_flag(accessor, "normalized")) return;
    const double most = gltf_most(gltf_number(accessor, "componentType"));
    for (Vec3& v : vertices) v = {std::max(v.x / most, -1.0), std::max(v.y / most, -1.0), std::max(v.z / most, -1.0)};
  }

  static void add_unpacked(const UnpackedMesh& mesh, std::vector<Vec3>& vertices, std::vector<Index3>& triangles) {
    if (!mesh.fault.empty()) throw Error(mesh.fault);
    if (vertices.size() + mesh.vertices.size() > UINT32_MAX) throw Error("the mesh has too many vertices");
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
      if (!is_finite(mesh.vertices[i])) throw Error("vertex " + std::to_string(i) + " is not finite");
    vertices.insert(vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
    for (const Index3& t : mesh.triangles) triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }

  void read_primitive(const Json& primitive, std::vector<Vec3>& vertices, std::vector<Index3>& triangles) {
    if (!primitive.is_object()) throw Error("it is not an object");
    const std::uint64_t mode = gltf_number(primitive, "mode", triangles_mode);
    if (mode < triangles_mode) throw Error(mode == 0 ? "points" : "lines");
    if (mode > fan_mode) throw Error("its mode is unknown");
    const auto attributes = primitive.find("attributes");
    if (attributes == primitive.end() || !attributes->is_object()) throw Error("it has no 'attributes'");
    if (const auto found = unpacked_.find(&primitive); found != unpacked_.end()) {
      add_unpacked(found->second, vertices, triangles);
      return;
    }
    if (packed_by(primitive, "KHR_draco_mesh_compression") != nullptr)
      throw Error(
          "it is compressed by KHR_draco_mesh_compression, which graze::draco reads, which is not here: install "
          "libdraco-dev, build again");
    const std::uint64_t positions = gltf_number(*attributes, "POSITION");
    std::vector<Vec3> own;
    const std::vector<Vec3>& points = points_of(positions, own);
    std::vector<std::uint32_t> indices;
    if (primitive.contains("indices")) {
      indices = document_.indices(gltf_number(primitive, "indices"));
    } else {
      document_.spend(points.size(), "a primitive without indices");
      indices.resize(points.size());
      for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<std::uint32_t>(i);
    }
    if (mode == triangles_mode && indices.size() % 3 != 0) {
      throw Error(std::to_string(indices.size()) + " indices are not three per triangle");
    }
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] >= points.size()) {
        throw Error("index " + std::to_string(i) + " is " + std::to_string(indices[i]) + ", but there are " +
                    std::to_string(points.size()) + " vertices");
      }
    }
    if (vertices.size() + points.size() > UINT32_MAX) throw Error("the mesh has too many vertices");
    add_used(points, indices, vertices);
    append_triangles(triangles, indices, mode);
  }

  // Of an accessor that several primitives name, kept for the next; else `own`.
  const std::vector<Vec3>& points_of(std::uint64_t accessor, std::vector<Vec3>& own) {
    const auto uses = uses_.find(accessor);
    if (uses == uses_.end() || uses->second < 2) return own = document_.points(accessor);
    const auto [found, added] = shared_points_.try_emplace(accessor);
    if (added) found->second = document_.points(accessor);
    return found->second;
  }

  // Appends the points that the indices name, and makes these name them there. Primitives may share a long list of
  // points of which each uses a few.
  static void add_used(const std::vector<Vec3>& points, std::vector<std::uint32_t>& indices,
                       std::vector<Vec3>& vertices) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    if (indices.size() >= points.size()) {
      vertices.insert(vertices.end(), points.begin(), points.end());
      for (std::uint32_t& index : indices) index += first;
      return;
    }
    std::unordered_map<std::uint32_t, std::uint32_t> renumbered;
    for (std::uint32_t& index : indices) {
      const auto [found, added] = renumbered.emplace(index, static_cast<std::uint32_t>(vertices.size()));
      if (added) vertices.push_back(points[index]);
      index = found->second;
    }
  }

  void count_uses() {
    const auto meshes = document_.json().find("meshes");
    if (meshes == document_.json().end() || !meshes->is_array()) return;
    for (const Json& mesh : *meshes) {
      if (!mesh.is_object() || !mesh.contains("primitives") || !mesh["primitives"].is_array()) continue;
      for (const Json& primitive : mesh["primitives"]) {
        if (!primitive.is_object() || !primitive.contains("attributes") || !primitive["attributes"].is_object())
          continue;
        const Json& attributes = primitive["attributes"];
        if (const auto at = attributes.find("POSITION"); at != attributes.end() && at->is_number_unsigned())
          ++uses_[at->get<std::uint64_t>()];
      }
    }
  }

  GltfDocument document_;
  std::vector<Mesh> meshes_;
  std::vector<std::string> materials_;  // of the file, then "" where triangles have none
  std::size_t material_count_ = 0;      // of the file
  std::vector<bool> node_seen_;
  std::vector<Pending> pending_;
  std::vector<std::string> without_faces_;  // notes
  std::size_t hidden_ = 0;                  // nodes with a mesh
  std::string first_hidden_;
  std::map<const Json*, UnpackedMesh> unpacked_;           // by primitives
  std::unordered_map<std::uint64_t, std::uint64_t> uses_;  // of accessors, as positions
  std::unordered_map<std::uint64_t, std::vector<Vec3>> shared_points_;
  PartList parts_;
};

}  // namespace

Assembly read_gltf(const std::string& path, const ReadOptions& options) {
  std::vector<std::string> unpacked;
  for (const MeshDecoder& decoder : options.decoders) unpacked.push_back(decoder.extension);
  GltfReader reader(path, unpacked);
  try {
    return reader.read(options.decoders);
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

}  // namespace graze
