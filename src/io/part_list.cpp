#include "io/part_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace graze {

PartShape make_part_shape(std::vector<Vec3> vertices, std::vector<Index3> triangles) {
  PartShape part;
  part.shape = make_mesh(vertices, triangles);
  const Topology topology = part.shape.topology();
  if (!topology.closed) {
    part.remark = "open (" + std::to_string(topology.open_edges) + " edges): a surface, not a solid";
  } else if (topology.volume_sign == 0) {
    part.remark = "closed, but without volume: a surface, not a solid";
  } else if (topology.volume_sign > 0) {
    part.shape = as_solid(part.shape);
  } else {
    for (Index3& triangle : triangles) std::swap(triangle[1], triangle[2]);
    part.shape = make_mesh(std::move(vertices), std::move(triangles), {.solid = true});
    part.remark = "inside out: its triangles were turned";
  }
  return part;
}

std::string PartList::unique(const std::string& path) {
  for (;;) {
    const int count = ++paths_[path];
    if (count == 1) return path;
    const std::string numbered = path + "#" + std::to_string(count);
    if (paths_.emplace(numbered, 1).second) return numbered;
  }
}

Assembly PartList::finish(double unit_in_last_place) && {
  double largest = 0;
  for (const Part& part : assembly_.parts) {
    const Box box = posed_box(part.pose, part.shape.bounds());
    for (int axis = 0; axis < 3; ++axis)
      largest = std::max({largest, std::fabs(box.lo[axis]), std::fabs(box.hi[axis])});
  }
  int exponent = 0;
  if (std::isfinite(largest) && largest > 0) {
    std::frexp(largest, &exponent);
    assembly_.resolution = std::ldexp(unit_in_last_place, exponent - 1);
  }
  return std::move(assembly_);
}

}  // namespace graze
