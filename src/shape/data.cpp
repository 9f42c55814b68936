#include "shape/data.h"

#include <vector>

#include "shape/lazy.h"

namespace graze {

std::vector<Box> triangle_boxes(const Shape::Data& data) {
  std::vector<Box> boxes(data.triangle_count);
  for (std::uint32_t i = 0; i < data.triangle_count; ++i) boxes[i] = data.triangle_box(i);
  return boxes;
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
  if (lazy->surface.peek() != nullptr) bytes += sizeof(Surface);
  return bytes;
}

}  // namespace graze
