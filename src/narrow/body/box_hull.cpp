#include "narrow/body/box_hull.h"

#include <utility>

#include "math/exact.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {

// Four triangles a face (shape/primitive.cpp): abc, acd of one diagonal, then abd, bcd of the other. Those of the hull
// have the fourth corner on them or below.
BoxHull::BoxHull(const Posed& box) noexcept {
  for (std::uint32_t face = 0; face < 6; ++face) {
    Triangle t[4];
    for (std::uint32_t k = 0; k < 4; ++k) {
      t[k] = box.triangle(4 * face + k);
      if (box.orientation < 0) std::swap(t[k].b, t[k].c);
    }
    const Vec3 fourth = box.triangle(4 * face + 1).c;
    const std::size_t outer = side(t[0].a, t[0].b, t[0].c, fourth) > 0 ? 2 : 0;
    faces_[2 * face] = t[outer];
    faces_[2 * face + 1] = t[outer + 1];
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
