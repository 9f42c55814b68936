// What assimp reads: its scene in the terms of ForeignScene. Everything but assimp_reader() runs in a child process.
//
// Units and axes are taken as the file has them where assimp lets us: of Collada from the file's own text (assimp would
// scale by a float and turn), of FBX from the scene's metadata. 3DS has no unit.
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graze/error.h"
#include "graze/readers.h"
#include "io/assimp/collada_check.h"
#include "io/child.h"
#include "io/ending.h"
#include "io/foreign_scene.h"
#include "io/formats.h"
#include "io/number.h"
#include "io/text_file.h"

namespace graze {

namespace {

enum class Format { fbx, collada, max3ds };

Format format_of(const std::string& path) {
  if (ends_with(path, ".dae")) return Format::collada;
  if (ends_with(path, ".3ds")) return Format::max3ds;
  return Format::fbx;
}

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
  if (mesh.mNumBones > 0) result.lost = "it is bent by bones, which are not read: taken as it is unbent";
  for (unsigned i = 0; i < mesh.mNumAnimMeshes; ++i) {
    if (mesh.mAnimMeshes[i]->mWeight != 0 && mesh.mAnimMeshes[i]->mVertices != nullptr)
      result.lost = "it is bent by morph targets, which are not read: taken as it is unbent";
  }
  return result;
}

Pose read_pose(const aiMatrix4x4& m) {
  return {{{m.a1, m.b1, m.c1}, {m.a2, m.b2, m.c2}, {m.a3, m.b3, m.c3}}, {m.a4, m.b4, m.c4}};
}

void read_nodes(const aiScene& scene, Format format, const std::string& path, ForeignScene& result) {
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
  if (format == Format::collada) {
    ColladaRemarks remarks = check_collada(path);
    result.skipped = std::move(remarks.lost);
    result.notes = std::move(remarks.notes);
  }
  result.unit_in_last_place = 0x1p-23;

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
  if (format == Format::max3ds) result.up = UpAxis::y;
  if (format == Format::collada) read_collada_facts(path, result);
  if (format == Format::fbx) read_fbx_facts(*scene, result);
  return to_bytes(result);
}

}  // namespace

AssemblyReader assimp_reader() {
  return {endings_by(FileFormat::By::assimp), [](const std::string& path, const ReadOptions&) {
            open_file(path);
            try {
              const std::uint64_t bytes = std::filesystem::file_size(path);
              return make_assembly(from_bytes(run_in_child([&] { return read_scene(path); }, limits_for(bytes))),
                                   bytes);
            } catch (const Error& error) {
              const std::string text = error.what();
              throw Error(text.starts_with(path) ? text : path + ": " + text);
            }
          }};
}

}  // namespace graze
