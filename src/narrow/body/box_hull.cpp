#include "narrow/body/box_hull.h"

#include <bit>
#include <utility>

#include "math/exact.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {

// Four triangles a face (shape/primitive.cpp): abc, acd of one diagonal, then abd, bcd of the other. Those of the hull
// have the fourth corner on them or below.
std::uint32_t outer_triangles(const Posed& box) noexcept {
  std::uint32_t outer = 0;
  for (std::uint32_t face = 0; face < 6; ++face) {
    const Triangle t = box.triangle(4 * face);
    const bool bends_in = side(t.a, t.b, t.c, box.triangle(4 * face + 1).c) * box.orientation > 0;
    outer |= (bends_in ? 12u : 3u) << (4 * face);
  }
  return outer;
}

BoxHull::BoxHull(const Posed& box) noexcept {
  std::size_t count = 0;
  for (std::uint32_t left = outer_triangles(box); left != 0; left &= left - 1) {
    Triangle& t = faces_[count++];
    t = box.triangle(std::uint32_t(std::countr_zero(left)));
    if (box.orientation < 0) std::swap(t.b, t.c);
  }
}

bool BoxHull::meets(const Triangle& t) const noexcept {
  bool a_in = true, b_in = true, c_in = true;
  for (const Triangle& face : faces_) {
    const bool a_out = side(face.a, face.b, face.c, t.a) > 0, b_out = side(face.a, face.b, face.c, t.b) > 0,
               c_out = side(face.a, face.b, face.c, t.c) > 0;
    if (a_out && b_out && c_out) return false;
    a_in = a_in && !a_out;
    b_in = b_in && !b_out;
    c_in = c_in && !c_out;
  }
  if (a_in || b_in || c_in) return true;
  for (const Triangle& face : faces_)
    if (triangles_meet(face, t)) return true;
  return false;
}

}  // namespace graze
