// The file form of a shape and its trees, laid out so that a mapped file is used in place.
//
// One header of 448 bytes, then sections that begin at multiples of 64 bytes, in the order of `Section`, with zeros
// between them; all in the byte order of the machine that wrote it. The checksum is over every byte of the file, with
// its own field taken as 0. What follows from the geometry at little cost (bounds, runs, topology, hulls) is not
// stored. The parts of a compound are whole files in its section `parts`, each shape once.
#pragma once

#include <array>
#include <cstdint>

#include "shape/data.h"

namespace graze {

enum class Section : std::uint8_t {
  vertices,
  triangles,
  indices,
  heights,
  tags,
  nodes,
  leaves,
  order,
  oriented,
  ray_nodes,
  ray_leaves,
  ray_order,
  faces,
  parts,
  part_places,
  part_poses
};
inline constexpr std::size_t section_count = 16;
inline constexpr std::array<const char*, section_count> section_names{
    "vertices",       "triangles", "indices",    "heights",   "tags",  "nodes", "leaves",      "order",
    "oriented nodes", "ray nodes", "ray leaves", "ray order", "faces", "parts", "part places", "part poses"};

struct SectionPlace {
  std::uint64_t offset = 0;  // from the start of the file; 0 when the section is empty
  std::uint64_t bytes = 0;
};

struct FileHeader {
  // The high bit and the line ends reveal a transfer as text.
  static constexpr std::array<unsigned char, 8> right_magic{0x89, 'g', 'r', 'a', 'z', 'e', '\r', '\n'};
  static constexpr std::uint32_t right_version = 3;
  static constexpr std::uint32_t right_byte_order = 0x01020304;
  static constexpr std::uint32_t solid_flag = 1;
  static constexpr std::uint64_t alignment = 64;

  std::array<unsigned char, 8> magic = right_magic;
  std::uint32_t version = right_version;
  std::uint32_t byte_order = right_byte_order;
  std::uint64_t file_bytes = 0;
  std::uint64_t checksum = 0;
  std::uint32_t form = 0;
  std::uint32_t flags = 0;
  std::uint32_t triangle_count = 0;
  std::uint32_t rows = 0, columns = 0;
  std::uint32_t node_bytes = sizeof(Node), leaf_bytes = sizeof(Leaf), oriented_bytes = sizeof(OrientedNode);
  std::uint32_t ray_node_bytes = sizeof(RayNode), ray_leaf_triangles = RayLeaf::most_triangles;
  double dx = 0, dy = 0;
  std::array<SectionPlace, section_count> sections;
  double radius = 0, world_margin = 0;
  Vec3 extent;                              // or the normal of a halfspace
  double offset = 0;                        // of a halfspace
  std::array<std::uint64_t, 7> reserved{};  // zero
};
static_assert(sizeof(FileHeader) == 448);
static_assert(sizeof(Vec3) == 24 && sizeof(Index3) == 12 && sizeof(Pose) == 96);

}  // namespace graze
