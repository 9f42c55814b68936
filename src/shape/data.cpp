#include "shape/data.h"

#include <vector>

#include "shape/lazy.h"

namespace graze {

std::vector<Box> triangle_boxes(const Shape::Data& data) {
  std::vector<Box> boxes(data.triangle_count);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) boxes[i] = data.triangle_box(i);
  return boxes;
}

std::vector<Triangle> all_triangles(const Shape::Data& data) {
  std::vector<Triangle> triangles(data.triangle_count);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) triangles[i] = data.triangle(i);
  return triangles;
}

const PairTree& Shape::Data::pair_tree() const {
  return lazy->pair_tree.get([this] { return build_pair_tree(all_triangles(*this)); });
}

const Tree& Shape::Data::tree() const {
  return lazy->tree.get([this] { return build_tree(triangle_boxes(*this)); });
}

const Surface& surface(const Shape::Data& data) {
  return data.lazy->surface.get([&data] { return find_surface(data); });
}

const Topology& Shape::Data::topology() const { return surface(*this).topology; }

std::size_t Shape::Data::memory() const noexcept {
  std::size_t bytes = sizeof(Data) + sizeof(Lazy) + vertices.bytes() + triangles.bytes() + indices.bytes() +
                      run_starts.bytes() + heights.bytes() + tags.bytes();
  if (const Tree* built = lazy->tree.peek()) bytes += sizeof(Tree) + built->memory();
  if (const PairTree* built = lazy->pair_tree.peek()) bytes += sizeof(PairTree) + built->memory();
  if (lazy->surface.peek() != nullptr) bytes += sizeof(Surface);
  if (const auto* built = lazy->components.peek()) bytes += sizeof(*built) + built->capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace graze
