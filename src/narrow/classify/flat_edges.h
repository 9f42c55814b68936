// Which edges of a solid's triangles are inner: the surface goes on beyond them in the same plane.
#pragma once

#include <cstdint>
#include <vector>

#include "narrow/classify/face_cuts.h"
#include "narrow/inside/winding_near.h"

namespace graze {

// Are the corners of u in the plane of t, which is not degenerate? Exact.
bool coplanar(const Triangle& t, const Triangle& u);

class FlatEdges {
 public:
  explicit FlatEdges(const SolidBody& solid) : solid_(solid) {}

  // Of a triangle that bounds and is not degenerate once it is posed; else none. Exact on the posed doubles.
  Edges inner(std::uint32_t triangle);
  // The triangle beyond an inner edge.
  std::uint32_t across(std::uint32_t triangle, std::size_t edge) const { return (*neighbours_)[triangle][edge]; }

  // Do two triangles of the solid share an edge, and nothing beyond it? Then neither cuts the other. False is no
  // answer.
  bool neighbours_apart(std::uint32_t index, const FaceCuts& face, std::uint32_t other, const Triangle& other_posed);

 private:
  Edges find(std::uint32_t triangle) const;

  const SolidBody& solid_;
  const std::vector<Index3>* neighbours_ = nullptr;  // made when first needed
  std::vector<std::uint8_t> found_;
};

}  // namespace graze
