// Which triangles bound a solid.
//
// Degenerate triangles bound nothing, and a solid is mostly closed without them. But one that is a segment in the
// shape's own frame may be a sliver once its corners are posed and rounded, and then it would count although nothing
// closes it: it is left out. Only where degenerate ones stitch a long edge to short ones do all of them count.
#pragma once

#include <cstdint>
#include <span>

#include "narrow/body/posed.h"

namespace graze {

class Bounding {
 public:
  GRAZE_API explicit Bounding(const ShapeData& shape);
  // Of the distinct triangles of a shape that has equal ones (shape/net_surface.h).
  Bounding(const ShapeData& distinct, std::span<const std::int32_t> weight) noexcept
      : shape_(&distinct), all_(true), weight_(weight) {}

  bool operator()(std::uint32_t triangle) const noexcept;
  // How often it counts: 0 when it bounds nothing.
  int weight(std::uint32_t triangle) const noexcept {
    return !weight_.empty() ? weight_[triangle] : (*this)(triangle) ? 1 : 0;
  }
  std::span<const std::int32_t> weights() const noexcept { return weight_; }  // none: all that bound count once

 private:
  const ShapeData* shape_;
  bool all_;
  std::span<const std::int32_t> weight_;
};

}  // namespace graze
