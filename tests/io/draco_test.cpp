// Meshes packed by KHR_draco_mesh_compression, written here by libdraco.
#include <gtest/gtest.h>

#if GRAZE_HAS_DRACO
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>

#include <string>

#include "graze/readers.h"
#include "tests/io/files.h"
#include "tests/oracle/dice.h"

namespace graze {
namespace {

// A box by its twelve triangles. The id of its positions besides.
std::string packed_box(Vec3 half, std::uint32_t& id) {
  const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(12);
  const int attribute = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  int triangle = 0;
  for (const auto& f : faces) {
    for (const int skip : {1, 2}) {
      float corners[3][3];
      for (int k = 0; k < 3; ++k) {
        const int corner = f[k == 0 ? 0 : k + skip - 1];
        for (int axis = 0; axis < 3; ++axis)
          corners[k][axis] = static_cast<float>(corner >> axis & 1 ? half[axis] : -half[axis]);
      }
      builder.SetAttributeValuesForFace(attribute, draco::FaceIndex(static_cast<std::uint32_t>(triangle++)), corners[0],
                                        corners[1], corners[2]);
    }
  }
  const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
  id = mesh->GetNamedAttribute(draco::GeometryAttribute::POSITION)->unique_id();
  draco::Encoder encoder;
  draco::EncoderBuffer buffer;
  EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
  return {buffer.data(), buffer.size()};
}

std::string json_of(std::size_t first, std::size_t second, std::uint32_t id) {
  const auto primitive = [&](int view) {
    return R"({"primitives":[{"attributes":{"POSITION":0},"indices":1,"extensions":{"KHR_draco_mesh_compression":
{"bufferView":)" +
           std::to_string(view) + R"(,"attributes":{"POSITION":)" + std::to_string(id) + "}}}}]}";
  };
  return R"({"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"],
"extensionsUsed":["KHR_draco_mesh_compression"],"buffers":[{"uri":"packed.bin","byteLength":)" +
         std::to_string(first + second) + R"(}],"bufferViews":[{"buffer":0,"byteLength":)" + std::to_string(first) +
         R"(},{"buffer":0,"byteOffset":)" + std::to_string(first) + R"(,"byteLength":)" + std::to_string(second) +
         R"(}],"accessors":[{"componentType":5126,"type":"VEC3","count":8},{"componentType":5123,"type":"SCALAR","count":36}],
"meshes":[)" +
         primitive(0) + "," + primitive(1) + R"(],"nodes":[{"name":"small","mesh":0},{"name":"large","mesh":1}]})";
}

TEST(Draco, PackedMeshesAreRead) {
  std::uint32_t id = 0;
  const std::string small = packed_box({1, 2, 3}, id), large = packed_box({4, 5, 6}, id);
  file_of("packed.bin", small + large);
  const std::string path = file_of("packed.gltf", json_of(small.size(), large.size(), id));
  const Assembly read = read_assembly(path, {.decoders = {draco_decoder()}});
  ASSERT_EQ(read.parts.size(), 2u);
  EXPECT_TRUE(read.notes.empty());
  EXPECT_TRUE(read.skipped.empty());
  EXPECT_NEAR(read.parts[0].shape.topology().signed_volume, 48, 1e-6);
  EXPECT_NEAR(read.parts[1].shape.topology().signed_volume, 960, 1e-6);
}

// Damaged bytes lose the part, which is named, or change it; nothing else happens.
TEST(Draco, DamagedMeshes) {
  std::uint32_t id = 0;
  const std::string small = packed_box({1, 2, 3}, id), large = packed_box({4, 5, 6}, id);
  const std::uint64_t seed = oracle::run_seed();
  oracle::Dice dice(seed);
  std::size_t lost = 0;
  const std::uint64_t rounds = oracle::scaled(60);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::string bytes = small + large;
    for (int i = dice.integer(1, 6); i > 0; --i)
      bytes[static_cast<std::size_t>(dice.integer(0, static_cast<int>(small.size()) - 1))] =
          static_cast<char>(dice.integer(0, 255));
    file_of("packed.bin", bytes);
    const std::string path = file_of("packed.gltf", json_of(small.size(), large.size(), id));
    const Assembly read = read_incomplete(path, {.decoders = {draco_decoder()}});
    ASSERT_EQ(read.parts.size() + read.skipped.size(), 2u) << "GRAZE_SEED=" << seed;
    lost += read.skipped.size();
  }
  EXPECT_GT(lost, rounds / 4) << "GRAZE_SEED=" << seed;
}

}  // namespace
}  // namespace graze
#endif
