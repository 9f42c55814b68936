// draco_decoder of graze/readers.h: libdraco in a child process.
#include <draco/compression/decode.h>

#include <array>
#include <string>
#include <utility>

#include "graze/error.h"
#include "graze/readers.h"
#include "io/child.h"
#include "io/foreign_scene.h"

namespace graze {

namespace {

ForeignMesh unpacked(const PackedMesh& packed) {
  ForeignMesh result;
  const auto fail = [&](const std::string& why) {
    result = {};
    result.left_out = "libdraco: " + why;
    return result;
  };
  draco::DecoderBuffer buffer;
  buffer.Init(packed.bytes.data(), packed.bytes.size());
  draco::Decoder decoder;
  const auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
  if (!decoded.ok()) return fail(decoded.status().error_msg_string());
  const draco::Mesh& mesh = *decoded.value();
  const draco::PointAttribute* const positions = mesh.GetAttributeByUniqueId(packed.positions);
  if (positions == nullptr || positions->num_components() != 3) return fail("there are no positions");
  result.vertices.resize(mesh.num_points());
  for (std::uint32_t i = 0; i < mesh.num_points(); ++i) {
    std::array<double, 3> point{};
    if (!positions->ConvertValue(positions->mapped_index(draco::PointIndex(i)), point.data()))
      return fail("positions are of a type that is not known");
    result.vertices[i] = {point[0], point[1], point[2]};
  }
  result.triangles.resize(mesh.num_faces());
  for (std::uint32_t i = 0; i < mesh.num_faces(); ++i) {
    const draco::Mesh::Face& face = mesh.face(draco::FaceIndex(i));
    for (std::size_t k = 0; k < 3; ++k) {
      result.triangles[i][k] = face[static_cast<int>(k)].value();
      if (result.triangles[i][k] >= mesh.num_points()) return fail("a triangle has a vertex that is not there");
    }
  }
  return result;
}

}  // namespace

MeshDecoder draco_decoder() {
  return {"KHR_draco_mesh_compression", [](const std::vector<PackedMesh>& meshes) {
            std::uint64_t size = 0;
            for (const PackedMesh& mesh : meshes) size += mesh.bytes.size();
            ForeignScene scene = from_bytes(run_in_child(
                [&] {
                  ForeignScene all;
                  for (const PackedMesh& mesh : meshes) all.meshes.push_back(unpacked(mesh));
                  return to_bytes(all);
                },
                limits_for(size)));
            if (scene.meshes.size() != meshes.size()) throw Error("libdraco answered for other meshes");
            std::vector<UnpackedMesh> result;
            for (ForeignMesh& mesh : scene.meshes)
              result.push_back({std::move(mesh.vertices), std::move(mesh.triangles), std::move(mesh.left_out)});
            return result;
          }};
}

}  // namespace graze
