// What assimp reads: its scene in the terms of ForeignScene. Everything but assimp_reader() runs in a child process.
//
// Units and axes are taken as the file has them where assimp lets us: of Collada from the file's own text (assimp would
// scale by a float and turn), of FBX from the scene's metadata. IFC comes in metres with y up, 3DS without a unit.
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/DefaultLogger.hpp>
#include <assimp/Importer.hpp>
#include <assimp/LogStream.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graze/error.h"
#include "graze/readers.h"
#include "io/assimp/ifc_names.h"
#include "io/child.h"
#include "io/ending.h"
#include "io/foreign_scene.h"
#include "io/formats.h"
#include "io/number.h"
#include "io/text_file.h"

namespace graze {

namespace {

enum class Format { fbx, collada, max3ds, ifc };

Format format_of(const std::string& path) {
  if (ends_with(path, ".dae")) return Format::collada;
  if (ends_with(path, ".3ds")) return Format::max3ds;
  if (ends_with(path, ".ifc")) return Format::ifc;
  return Format::fbx;
}

// What assimp says that it left out.
class Complaints : public Assimp::LogStream {
 public:
  Complaints(std::string file, std::vector<SkippedPart>& skipped) : file_(std::move(file)), skipped_(skipped) {}

  void write(const char* message) override {
    std::string_view text(message);
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
    for (const char* word : {"skip", "Skip", "ignor", "Ignor", "unsupported", "not supported", "unknown", "failed"}) {
      if (text.find(word) == std::string_view::npos) continue;
      // The thread's number comes first.
      const std::size_t begin = text.find(": ");
      std::string reason(begin == std::string_view::npos ? text : text.substr(begin + 2));
      for (const SkippedPart& part : skipped_) {
        if (part.reason == reason) return;
      }
      if (skipped_.size() < most) skipped_.push_back({file_, std::move(reason)});
      return;
    }
  }

 private:
  static constexpr std::size_t most = 1000;
  std::string file_;
  std::vector<SkippedPart>& skipped_;
};

ForeignMesh read_mesh(const aiMesh& mesh) {
  ForeignMesh result;
  for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
    const aiVector3D& v = mesh.mVertices[i];
    result.vertices.push_back({v.x, v.y, v.z});
  }
  std::uint64_t thin = 0;
  for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
    const aiFace& face = mesh.mFaces[i];
    for (unsigned k = 2; k < face.mNumIndices; ++k) {
      result.triangles.push_back({face.mIndices[0], face.mIndices[k - 1], face.mIndices[k]});
    }
    thin += face.mNumIndices < 3;
  }
  if (thin > 0) result.left_out = std::to_string(thin) + " points and lines";
  if (mesh.mNumBones > 0)
    result.left_out += (result.left_out.empty() ? "" : "; ") + std::string("the bending by bones");
  return result;
}

Pose read_pose(const aiMatrix4x4& m) {
  return {{{m.a1, m.b1, m.c1}, {m.a2, m.b2, m.c2}, {m.a3, m.b3, m.c3}}, {m.a4, m.b4, m.c4}};
}

using IfcNames = std::unordered_map<std::string, std::string>;

// An IFC node is called class_name_id, with an id of 22 letters; nodes that stand for relations begin with $. What a
// product is made of has no id of its own.
void name_ifc_node(ForeignNode& node, const std::vector<ForeignNode>& nodes, const IfcNames& names) {
  constexpr std::size_t id_letters = 22;
  if (node.name.starts_with("$") && node.meshes.empty()) node.name.clear();
  const std::size_t size = node.name.size();
  if (!node.name.starts_with("Ifc") || size <= id_letters || node.name[size - id_letters - 1] != '_') {
    if (node.meshes.empty() || node.parent == ForeignNode::no_parent || nodes[node.parent].global_id.empty()) return;
    node.name = nodes[node.parent].name;
    node.global_id = nodes[node.parent].global_id;
    return;
  }
  node.global_id = node.name.substr(size - id_letters);
  const auto found = names.find(node.global_id);
  if (found != names.end()) node.name = found->second;
}

// A product of IFC that has no triangles was not understood; these have none.
bool may_be_empty(std::string_view name) {
  for (const char* kind : {"IfcProject", "IfcSite", "IfcBuilding_", "IfcBuildingStorey", "IfcSpace",
                           "IfcOpeningElement", "IfcGrid", "IfcAnnotation", "IfcElementAssembly"}) {
    if (name.starts_with(kind)) return true;
  }
  return !name.starts_with("Ifc");
}

void read_nodes(const aiScene& scene, Format format, const std::string& path, ForeignScene& result) {
  const IfcNames names = format == Format::ifc ? ifc_names(path) : IfcNames{};
  struct Pending {
    const aiNode* node;
    std::uint32_t parent;
  };
  std::vector<Pending> pending = {{scene.mRootNode, ForeignNode::no_parent}};
  while (!pending.empty()) {
    const auto [from, parent] = pending.back();
    pending.pop_back();
    const auto index = static_cast<std::uint32_t>(result.nodes.size());
    ForeignNode node;
    node.parent = parent;
    node.pose = read_pose(from->mTransformation);
    node.meshes.assign(from->mMeshes, from->mMeshes + from->mNumMeshes);
    if (parent == ForeignNode::no_parent) {
      if (format == Format::collada) node.pose = {};  // nothing but the unit, as a float
      if (!node.meshes.empty()) node.name = std::filesystem::path(path).stem().string();
    } else {
      node.name = from->mName.C_Str();
      if (node.name.empty()) node.name = "node " + std::to_string(index);
    }
    if (format == Format::ifc) {
      const bool lost = node.meshes.empty() && from->mNumChildren == 0 && !may_be_empty(node.name);
      if (lost) node.fault = "assimp made no triangles of it";
      name_ifc_node(node, result.nodes, names);
    }
    result.nodes.push_back(std::move(node));
    for (unsigned i = from->mNumChildren; i > 0; --i) pending.push_back({from->mChildren[i - 1], index});
  }
}

// <unit meter="0.01" .../> and <up_axis>Z_UP</up_axis> of a Collada file, of which assimp tells nothing.
void read_collada_facts(const std::string& path, ForeignScene& result) {
  std::ifstream file = open_file(path);
  std::string head(1 << 16, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  const auto after = [&](std::string_view key, std::size_t from) {
    const std::size_t at = from == std::string::npos ? from : head.find(key, from);
    return at == std::string::npos ? at : at + key.size();
  };
  result.metres_per_unit = 1;  // what the format takes where a file does not say
  if (const std::size_t at = after("meter=\"", after("<unit", 0)); at != std::string::npos) {
    const Number number = parse_number(std::string_view(head).substr(at, head.find('"', at) - at));
    if (number.fault == NumberFault::none && number.value > 0) result.metres_per_unit = number.value;
  }
  result.up = UpAxis::y;
  if (const std::size_t at = after("<up_axis>", 0); at != std::string::npos) {
    const std::string_view axis = std::string_view(head).substr(at, 1);
    result.up = axis == "Z" ? UpAxis::z : axis == "Y" ? UpAxis::y : UpAxis::unknown;
  }
}

// Of FBX the scene is not turned or scaled, whatever its settings say.
void read_fbx_facts(const aiScene& scene, ForeignScene& result) {
  if (scene.mMetaData == nullptr) return;
  double centimetres = 0;
  float rounded = 0;
  if (scene.mMetaData->Get("UnitScaleFactor", centimetres)) {
    result.metres_per_unit = centimetres / 100;
  } else if (scene.mMetaData->Get("UnitScaleFactor", rounded)) {
    result.metres_per_unit = static_cast<double>(rounded) / 100;
  }
  std::int32_t axis = 0;
  if (scene.mMetaData->Get("UpAxis", axis)) {
    result.up = axis == 1 ? UpAxis::y : axis == 2 ? UpAxis::z : UpAxis::unknown;
  }
}

std::string read_scene(const std::string& path) {
  const Format format = format_of(path);
  ForeignScene result;
  result.unit_in_last_place = 0x1p-23;

  Assimp::DefaultLogger::create("", Assimp::Logger::NORMAL, 0);
  Assimp::DefaultLogger::get()->attachStream(
      new Complaints(std::filesystem::path(path).filename().string(), result.skipped),
      Assimp::Logger::Warn | Assimp::Logger::Err);
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_ANIMATIONS, false);
  importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_TEXTURES, false);
  const aiScene* const scene = importer.ReadFile(path, aiProcess_Triangulate);
  if (scene == nullptr) throw Error(std::string("assimp: ") + importer.GetErrorString());
  if ((scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE) != 0 && scene->mNumMeshes == 0) throw Error("it has no meshes");

  for (unsigned i = 0; i < scene->mNumMeshes; ++i) result.meshes.push_back(read_mesh(*scene->mMeshes[i]));
  read_nodes(*scene, format, path, result);
  if (format == Format::ifc || format == Format::max3ds) result.up = UpAxis::y;
  if (format == Format::ifc) result.metres_per_unit = 1;
  if (format == Format::collada) read_collada_facts(path, result);
  if (format == Format::fbx) read_fbx_facts(*scene, result);
  if (format != Format::ifc) result.skipped.clear();  // of the others it speaks of materials and the like
  return to_bytes(result);
}

}  // namespace

AssemblyReader assimp_reader() {
  return {endings_by(FileFormat::By::assimp), [](const std::string& path, const ReadOptions&) {
            open_file(path);
            try {
              const ChildLimits limits = limits_for(std::filesystem::file_size(path));
              return make_assembly(from_bytes(run_in_child([&] { return read_scene(path); }, limits)));
            } catch (const Error& error) {
              throw Error(path + ": " + error.what());
            }
          }};
}

}  // namespace graze
