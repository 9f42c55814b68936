#include "io/part_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "graze/error.h"
#include "io/limits.h"

namespace graze {

PartShape make_part_shape(std::vector<Vec3> vertices, std::vector<Index3> triangles, std::vector<std::uint32_t> tags) {
  PartShape part;
  part.shape = make_mesh(vertices, triangles, {.tags = tags});
  const Topology topology = part.shape.topology();
  if (!topology.closed) {
    part.remark = "open (" + std::to_string(topology.open_edges) + " edges): a surface, not a solid";
  } else if (topology.volume_sign == 0) {
    part.remark = "closed, but without volume: a surface, not a solid";
  } else if (topology.volume_sign > 0) {
    part.shape = as_solid(part.shape);
  } else {
    for (Index3& triangle : triangles) std::swap(triangle[1], triangle[2]);
    part.shape = make_mesh(std::move(vertices), std::move(triangles), {.solid = true, .tags = std::move(tags)});
    part.remark = "inside out: its triangles were turned";
  }
  return part;
}

std::string printable(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(i + k < text.size() ? text[i + k] : 0); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xc2 ? 0
                               : first < 0xe0 ? 2
                               : first < 0xf0 ? 3
                               : first < 0xf5 ? 4
                                              : 0;
    bool good = length > 0 && first >= 0x20 && first != 0x7f;
    for (std::size_t k = 1; k < length; ++k) good = good && (byte(k) & 0xc0) == 0x80;
    // Too long for what they say, halves of surrogate pairs, beyond U+10FFFF, and U+0080 to U+009F, which control, too.
    if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f) || (first == 0xf0 && byte(1) < 0x90) ||
        (first == 0xf4 && byte(1) > 0x8f) || (first == 0xc2 && byte(1) < 0xa0)) {
      good = false;
    }
    if (good) {
      result.append(text, i, length);
      i += length;
    } else {
      result.push_back('?');
      ++i;
    }
  }
  return result;
}

PartList::PartList(std::uint64_t file_bytes)
    : most_parts_(limits::parts(file_bytes)), path_bytes_left_(limits::path_bytes(file_bytes)) {}

void PartList::add(Part part) {
  if (assembly_.parts.size() == most_parts_)
    throw Error("it has more than " + std::to_string(most_parts_) + " parts, which is too many for its size: at " +
                part.path.substr(0, 80));
  part.name = printable(part.name);
  assembly_.parts.push_back(std::move(part));
}

std::string PartList::unique(const std::string& name) {
  const std::string path = printable(name);
  if (path.size() > path_bytes_left_)
    throw Error("its nodes are named too long for its size, or nested too deep: at " + path.substr(0, 80));
  path_bytes_left_ -= path.size();
  for (;;) {
    const int count = ++paths_[path];
    if (count == 1) return path;
    const std::string numbered = path + "#" + std::to_string(count);
    if (paths_.emplace(numbered, 1).second) return numbered;
  }
}

Assembly PartList::finish(double unit_in_last_place) && {
  // Vertices are in the numbers of the format, poses in double.
  double vertex = 0, world = 0;
  const auto largest = [](const Box& box, double& most) {
    for (int axis = 0; axis < 3; ++axis) most = std::max({most, std::fabs(box.lo[axis]), std::fabs(box.hi[axis])});
  };
  for (const Part& part : assembly_.parts) {
    largest(posed_box(part.pose, part.shape.bounds()), world);
    largest(posed_box({part.pose.linear, {}}, part.shape.bounds()), vertex);
  }
  const auto last_place = [](double value, double unit) {
    int exponent = 0;
    if (!std::isfinite(value) || !(value > 0)) return 0.0;
    std::frexp(value, &exponent);
    return std::ldexp(unit, exponent - 1);
  };
  assembly_.resolution = std::max(last_place(vertex, unit_in_last_place), last_place(world, 0x1p-52));
  return std::move(assembly_);
}

}  // namespace graze
