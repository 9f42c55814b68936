#include "graze/points.h"

#include <utility>

namespace graze {

Shape make_points(std::vector<Vec3> points, double radius, std::vector<std::uint32_t> tags) {
  std::vector<Index3> triangles(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto index = static_cast<std::uint32_t>(i);
    triangles[i] = {index, index, index};
  }
  return make_mesh(std::move(points), std::move(triangles), {.tags = std::move(tags), .margin = radius});
}

}  // namespace graze
