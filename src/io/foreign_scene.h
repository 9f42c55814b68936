// What a reader that graze did not write found in a file, as bytes on the way from its process to this one, and the
// assembly that it makes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/assembly.h"

namespace graze {

struct ForeignMesh {
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
  std::string left_out;   // what of it is no triangle; else empty
  std::string lost = {};  // what of it should be triangles and is not; else empty
};

struct ForeignNode {
  static constexpr std::uint32_t no_parent = UINT32_MAX;

  std::uint32_t parent = no_parent;  // stands before it
  std::string name;                  // empty: it is in no path
  std::string global_id;
  std::string fault;                  // why it has no meshes though it should; else empty
  Pose pose;                          // in its parent
  std::vector<std::uint32_t> meshes;  // all together are one part
};

struct ForeignScene {
  std::vector<ForeignMesh> meshes;
  std::vector<ForeignNode> nodes;
  std::vector<SkippedPart> skipped;
  std::vector<std::string> notes = {};
  double metres_per_unit = 0;
  UpAxis up = UpAxis::unknown;
  double unit_in_last_place = 0x1p-52;  // of the reader's numbers, at 1
  double deflection = 0;                // as in Assembly
};

GRAZE_API std::string to_bytes(const ForeignScene& scene);
// Throws Error when they are not what to_bytes wrote.
GRAZE_API ForeignScene from_bytes(const std::string& bytes);

// Nodes with the same meshes share a shape. Throws Error when there is neither a part nor anything skipped, and for
// more parts or levels than a file of so many bytes may have.
GRAZE_API Assembly make_assembly(ForeignScene scene, std::uint64_t file_bytes);

}  // namespace graze
