#include "tests/property/versions.h"

#include <vector>

#include "shape/data.h"

namespace graze::property {

Shape made_anew(const Shape& shape, std::span<const Vec3> vertices) {
  const ShapeData& data = data_of(shape);
  std::vector<Index3> triangles(data.triangle_count);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) {
    const auto corners = data.corners(i);
    for (std::size_t k = 0; k < 3; ++k) triangles[i][k] = static_cast<std::uint32_t>(corners[k]);
  }
  return make_mesh({vertices.begin(), vertices.end()}, std::move(triangles));
}

std::string fault_in_trees(const Shape& version) {
  const std::vector<Triangle> triangles = all_triangles(data_of(version));
  const Tree& tree = data_of(version).tree();
  const std::string fault = validate(tree, triangles);
  return fault.empty() ? validate(tree, data_of(version).oriented(), triangles) : fault;
}

}  // namespace graze::property
