// Parts gathered from a file: paths made unique, meshes made solids where they are closed.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "graze/assembly.h"

namespace graze {

// A mesh as parts use it, and what is to be said of it.
struct PartShape {
  Shape shape;
  std::string remark;
};

// A solid when the mesh is closed; turned when it is closed and inside out. One tag a triangle, or none. Throws Error
// as make_mesh does.
PartShape make_part_shape(std::vector<Vec3> vertices, std::vector<Index3> triangles,
                          std::vector<std::uint32_t> tags = {});

// UTF-8 without control characters: what is not is replaced by '?', so that reports can be printed and read back.
std::string printable(const std::string& text);

class PartList {
 public:
  // Throws Error where a model of so many bytes has more parts, or longer paths, than io/limits.h allows.
  explicit PartList(std::uint64_t file_bytes);

  // The path, printable, or the path with a number when there was one like it. Throws Error: paths are too long.
  std::string unique(const std::string& path);

  void add(Part part);  // throws Error: too many parts
  void skip(const std::string& path, const std::string& reason, const std::string& global_id = "") {
    assembly_.skipped.push_back({printable(path), printable(reason), printable(global_id)});
  }

  // `unit_in_last_place` of the file's format at 1: 2^-23 of floats, 2^-52 of doubles.
  Assembly finish(double unit_in_last_place) &&;

 private:
  Assembly assembly_;
  std::unordered_map<std::string, int> paths_;
  std::uint64_t most_parts_, path_bytes_left_;
};

}  // namespace graze
