#include "narrow/inside/bounding.h"

#include "shape/lazy.h"

namespace graze {

Bounding::Bounding(const ShapeData& shape) : shape_(&shape) {
  const Surface& facts = surface(shape);
  all_ = facts.stitched || facts.topology.degenerate_triangles == 0;
}

bool Bounding::operator()(std::uint32_t triangle) const noexcept {
  if (!weight_.empty()) return weight_[triangle] != 0;
  return all_ || !is_degenerate(shape_->triangle(triangle));
}

}  // namespace graze
