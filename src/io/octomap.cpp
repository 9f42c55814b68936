// OctoMap's binary files (.bt): which cubes of space are occupied.
//
// Lines of text first: one that starts with "# Octomap OcTree binary file", comments, "id OcTree", "size N" (nodes),
// "res R" (the side of the smallest cubes, in metres), "data". Then the tree, depth first from the root: of each node
// that has children two bytes, two bits for each child from the lowest on: 0 nothing is known, 1 free, 2 occupied, 3
// the child has children and follows. Child i is on the upper side of x, y and z where bits 0, 1 and 2 of i are set.
// The root is a cube of 2^16 smallest ones around the origin.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "base/compat.h"
#include "graze/error.h"
#include "io/part_list.h"
#include "io/readers.h"

namespace graze {

namespace {

constexpr int levels = 16;

class TreeReader {
 public:
  TreeReader(const std::string& path, double resolution) : path_(path), resolution_(resolution) {}

  void read(std::istream& file, int level, std::int64_t x, std::int64_t y, std::int64_t z) {
    unsigned char bytes[2];
    if (!file.read(reinterpret_cast<char*>(bytes), 2)) throw Error(path_ + ": the tree ends too soon");
    const unsigned word = bytes[0] | static_cast<unsigned>(bytes[1]) << 8;
    const std::int64_t side = std::int64_t{1} << (levels - level - 1);  // of a child, in smallest cubes
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned what = word >> (2 * i) & 3;
      if (what < 2) continue;
      const std::int64_t cx = x + (i & 1 ? side : 0), cy = y + (i & 2 ? side : 0), cz = z + (i & 4 ? side : 0);
      if (what == 2) {
        add(cx, cy, cz, side);
      } else if (level + 1 == levels) {
        throw Error(path_ + ": the tree is deeper than 16 levels");
      } else {
        read(file, level + 1, cx, cy, cz);
      }
    }
  }

  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;

 private:
  // Corners of neighbours are the same doubles: a product of a whole number and the resolution.
  void add(std::int64_t x, std::int64_t y, std::int64_t z, std::int64_t side) {
    if (triangles.size() > 0x7fffff00u) throw Error(path_ + ": there are too many occupied cubes");
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (int i = 0; i < 8; ++i) {
      vertices.push_back({double(x + (i & 1 ? side : 0)) * resolution_, double(y + (i & 2 ? side : 0)) * resolution_,
                          double(z + (i & 4 ? side : 0)) * resolution_});
    }
    constexpr Index3 faces[] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    for (const Index3& face : faces) triangles.push_back({first + face[0], first + face[1], first + face[2]});
  }

  const std::string& path_;
  double resolution_;
};

// The number that a line ends with, blanks around it left out; 0 where there is none.
double number_after(const std::string& line, std::size_t start) {
  const std::size_t first = line.find_first_not_of(" \t", start), last = line.find_last_not_of(" \t\r");
  if (first == std::string::npos || last < first) return 0;
  double value = 0;
  const char* const end = line.data() + last + 1;
  return read_double(line.data() + first, end, value).ptr == end ? value : 0;
}

TreeReader read_tree(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(path + ": cannot be opened");
  std::string line;
  if (!std::getline(file, line) || line.rfind("# Octomap OcTree binary file", 0) != 0) {
    throw Error(path + ": is no binary OctoMap file: its first line is not '# Octomap OcTree binary file'");
  }
  double resolution = 0;
  std::uint64_t nodes = 0;
  bool known = false;
  while (std::getline(file, line) && line != "data") {
    if (line.rfind("res ", 0) == 0) resolution = number_after(line, 4);
    if (line.rfind("size ", 0) == 0) nodes = std::strtoull(line.c_str() + 5, nullptr, 10);
    if (line.rfind("id ", 0) == 0) known = line == "id OcTree";
  }
  if (!file) throw Error(path + ": has no line 'data'");
  if (!known) throw Error(path + ": its id is not OcTree, the only kind that is read");
  if (!(resolution > 0) || !std::isfinite(resolution * 0x1p17)) throw Error(path + ": 'res' is not a number above 0");
  TreeReader tree(path, resolution);
  constexpr std::int64_t low = -(std::int64_t{1} << (levels - 1));
  if (nodes > 0) tree.read(file, 0, low, low, low);
  if (tree.triangles.empty()) throw Error(path + ": nothing in it is occupied");
  return tree;
}

}  // namespace

Shape read_octomap(const std::string& path, ShapeOptions options, std::vector<std::string>&) {
  TreeReader tree = read_tree(path);
  options.solid = true;
  return make_mesh(std::move(tree.vertices), std::move(tree.triangles), std::move(options));
}

// All occupied cubes are one part.
Assembly read_octomap_parts(const std::string& path) {
  std::vector<std::string> none;
  const std::string name = std::filesystem::path(path).stem().string();
  PartList parts(std::filesystem::file_size(path));
  parts.add({name, parts.unique(name), read_octomap(path, {}, none), {}, {}});
  Assembly assembly = std::move(parts).finish(0x1p-52);
  assembly.metres_per_unit = 1;
  return assembly;
}

}  // namespace graze
