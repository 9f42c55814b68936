// Which triangles use a vertex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shape/data.h"

namespace graze {

struct VertexTriangles {
  std::vector<std::uint32_t> starts;     // one more than vertices
  std::vector<std::uint32_t> triangles;  // of vertex v: starts[v] ... starts[v + 1] - 1

  std::span<const std::uint32_t> of(std::size_t vertex) const {
    return std::span(triangles).subspan(starts[vertex], starts[vertex + 1] - starts[vertex]);
  }
  std::size_t memory() const noexcept { return (starts.capacity() + triangles.capacity()) * sizeof(std::uint32_t); }
};

// Not for a terrain. At most 2^32 / 3 triangles.
VertexTriangles vertex_triangles(const ShapeData& data);

}  // namespace graze
