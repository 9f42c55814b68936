#include "shape/vertex_triangles.h"

#include <numeric>

namespace graze {

VertexTriangles vertex_triangles(const ShapeData& data) {
  VertexTriangles result;
  result.starts.assign(data.vertices.size() + 1, 0);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i)
    for (const std::size_t corner : data.corners(i)) ++result.starts[corner + 1];
  std::partial_sum(result.starts.begin(), result.starts.end(), result.starts.begin());
  result.triangles.resize(result.starts.back());
  std::vector<std::uint32_t> next(result.starts.begin(), result.starts.end() - 1);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i)
    for (const std::size_t corner : data.corners(i)) result.triangles[next[corner]++] = i;
  return result;
}

}  // namespace graze
