// The limits that every reader keeps, so that no file takes more memory or time than its size can explain, and none
// reads a file outside of its own folder. docs/assemblies.md lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graze/api.h"

namespace graze::limits {

// Levels: of nodes, components and usages below each other; of arrays and objects in JSON; of elements in XML; of lists
// in STEP physical files; of files that refer to files.
inline constexpr int nesting = 256, xml_nesting = 64, file_nesting = 32;

// Parts of a model of so many bytes. Instances multiply: a file of 1 KiB can ask for 2^64.
constexpr std::uint64_t parts(std::uint64_t file_bytes) noexcept { return 200'000 + file_bytes / 8; }

// Bytes of all paths together: each repeats the names above it.
constexpr std::uint64_t path_bytes(std::uint64_t file_bytes) noexcept {
  return (std::uint64_t{64} << 20) + 8 * file_bytes;
}

// Vertices and indices of all meshes of a file: meshes may share their bytes.
constexpr std::uint64_t mesh_elements(std::uint64_t file_bytes) noexcept { return 4'000'000 + 16 * file_bytes; }

// Squares of the corners of the faces of a mesh that are cut along diagonals: what cuts them visits all pairs of
// corners.
constexpr std::uint64_t polygon_work(std::uint64_t triangles) noexcept { return (1u << 24) + 256 * triangles; }

// Records of an IFC file that are read as pieces of bodies: mapped items may repeat each other.
constexpr std::uint64_t pieces(std::uint64_t file_bytes) noexcept { return 20'000 + file_bytes; }

// Bytes that a packed entry or view becomes. Deflate packs by at most 1,032; models by 5 to 30.
constexpr std::uint64_t unpacked_bytes(std::uint64_t packed_bytes) noexcept {
  return (std::uint64_t{8} << 20) + 100 * packed_bytes;
}

// Elements of an XML text that was packed in so many bytes.
constexpr std::uint64_t xml_elements(std::uint64_t packed_bytes) noexcept { return 500'000 + packed_bytes; }

// The path of a file that the model `path` refers to, relative to the folder of the model, '/' or '\' between names.
// Throws Error, naming the reference: it is a URL, or lies outside of the model's folder, also through a symbolic link.
// The file need not exist.
GRAZE_API std::string beside(const std::string& path, std::string_view reference);

}  // namespace graze::limits
