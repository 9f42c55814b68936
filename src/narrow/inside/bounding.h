// Which triangles bound a solid.
//
// Degenerate triangles bound nothing, and a solid is mostly closed without them. But one that is a segment in the
// shape's own frame may be a sliver once its corners are posed and rounded, and then it would count although nothing
// closes it: it is left out. Only where degenerate ones stitch a long edge to short ones do all of them count.
#pragma once

#include "narrow/body/posed.h"

namespace graze {

class Bounding {
 public:
  explicit Bounding(const ShapeData& shape);

  bool operator()(std::uint32_t triangle) const noexcept;

 private:
  const ShapeData* shape_;
  bool all_;
};

}  // namespace graze
