#include "narrow/classify/flat_edges.h"

#include <array>

#include "math/exact.h"
#include "narrow/triangle/flat.h"
#include "shape/net_surface.h"

namespace graze {
namespace {

constexpr std::uint8_t not_found = 0xff;

std::array<Vec3, 3> corners(const Triangle& t) { return {t.a, t.b, t.c}; }

// The corner of a triangle that is neither p nor q, which are two others of its corners.
Vec3 apex(const Triangle& t, Vec3 p, Vec3 q) { return t.a != p && t.a != q ? t.a : t.b != p && t.b != q ? t.b : t.c; }

}  // namespace

bool coplanar(const Triangle& t, const Triangle& u) {
  return side(t.a, t.b, t.c, u.a) == 0 && side(t.a, t.b, t.c, u.b) == 0 && side(t.a, t.b, t.c, u.c) == 0;
}

Edges FlatEdges::inner(std::uint32_t triangle) {
  if (neighbours_ == nullptr) {
    neighbours_ = &edge_neighbours(*solid_.placed.body.shape, solid_.bounding.weights());
    found_.assign(neighbours_->size(), not_found);
  }
  std::uint8_t& kept = found_[triangle];
  if (kept == not_found) kept = static_cast<std::uint8_t>(find(triangle));
  return kept;
}

Edges FlatEdges::find(std::uint32_t triangle) const {
  const Triangle t = solid_.placed.body.triangle(triangle);
  const int axis = projection_axis(t);
  if (axis < 0 || !solid_.bounding(triangle)) return 0;
  const std::array<Vec3, 3> corner = corners(t);
  Edges result = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t other = across(triangle, k);
    if (other == no_triangle || !solid_.bounding(other)) continue;
    const Triangle u = solid_.placed.body.triangle(other);
    const Vec3 p = corner[k], q = corner[(k + 1) % 3], own = corner[(k + 2) % 3], beyond = apex(u, p, q);
    if (side(t.a, t.b, t.c, beyond) != 0 || projection_axis(u) < 0) continue;
    if (turn(axis, p, q, own) * turn(axis, p, q, beyond) < 0) result |= 1u << k;
  }
  return result;
}

bool FlatEdges::neighbours_apart(std::uint32_t index, const FaceCuts& face, std::uint32_t other,
                                 const Triangle& other_posed) {
  const std::array<Vec3, 3> corner = corners(face.face), theirs = corners(other_posed);
  int shared = 0;
  std::size_t missing = 0;  // my corner that is none of theirs
  for (std::size_t k = 0; k < 3; ++k) {
    if (corner[k] == theirs[0] || corner[k] == theirs[1] || corner[k] == theirs[2])
      ++shared;
    else
      missing = k;
  }
  if (shared != 2) return false;
  const std::size_t edge = (missing + 1) % 3;
  const Vec3 p = corner[edge], q = corner[(edge + 1) % 3];
  const bool inner = (face.inner >> edge & 1) != 0;
  // Along an inner edge, all but the triangle beyond it cut the surface.
  if (inner) return across(index, edge) == other;
  const Vec3 beyond = apex(other_posed, p, q);
  if (side(face.face.a, face.face.b, face.face.c, beyond) != 0) return true;
  return turn(face.axis, p, q, corner[missing]) * turn(face.axis, p, q, beyond) < 0;
}

}  // namespace graze
