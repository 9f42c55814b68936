#include "shape/data.h"

#include <vector>

#include "shape/lazy.h"

namespace graze {

std::vector<Box> triangle_boxes(const Shape::Data& data) {
  std::vector<Box> boxes(data.triangle_count);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) boxes[i] = data.triangle_box(i);
  return boxes;
}

const PairTree& Shape::Data::pair_tree() const {
  return lazy->pair_tree.get([this] {
    std::vector<Triangle> all(triangle_count);
    for (std::uint32_t i = 0; i < triangle_count; ++i) all[i] = triangle(i);
    return build_pair_tree(all);
  });
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
  return bytes;
}

}  // namespace graze
