#include "narrow/contact/place.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "narrow/ray/ray_triangle.h"

namespace graze {
namespace {

using Kind = TriangleFeature::Kind;

// Is the centre outside of the faces around a corner (positive), or behind them (negative)? `way` leads from the
// corner to it. Faces that agree tell. Else one that is seen from the centre: the first that is met on the way from
// it to the face that looks at it most. 0: rounding hides which that is.
double side_of_corner(const Skin& skin, std::uint32_t corner, Vec3 way) {
  double least = 0, most = 0, best = 0;
  std::size_t facing = 0;
  for (std::size_t f = 0; f < skin.faces.size(); ++f) {
    const double at = dot(skin.faces[f].normal, way);
    least = std::min(least, at);
    most = std::max(most, at);
    if (std::fabs(at) > std::fabs(best)) {
      best = at;
      facing = f;
    }
  }
  if (!(least < 0 && most > 0)) return best;
  const Vec3 q = skin.vertices[corner].point;
  const auto arms = [&](const Skin::Face& face) {
    std::size_t k = 0;
    while (face.vertices[k] != corner) ++k;
    return std::array<Vec3, 2>{skin.vertices[face.vertices[(k + 1) % 3]].point - q,
                               skin.vertices[face.vertices[(k + 2) % 3]].point - q};
  };
  const auto [u, v] = arms(skin.faces[facing]);
  const Vec3 target = u * (1 / length(u)) + v * (1 / length(v));
  double side = best, first = 1;
  for (std::size_t f = 0; f < skin.faces.size(); ++f) {
    const Vec3 n = skin.faces[f].normal;
    const double from = dot(n, way), to = dot(n, target);
    if (f == facing || from * to > 0) continue;
    // The centre is in its plane, and at a right angle or more from all of the face, as the corner is the nearest
    // place: the way there leaves the plane beside the face.
    if (std::fabs(from) <= 1e-9 && std::fabs(to) > 1e-6) continue;
    // Met where the way ends, from the side from which the face there is met.
    if (std::fabs(to) <= 1e-9 && std::fabs(from) > 1e-6 && from * best > 0) continue;
    const double t = from / (from - to);
    const Vec3 at = way + (target - way) * t;
    const auto [a, b] = arms(skin.faces[f]);
    const double left = dot(n, cross(a, at)) / length(a), right = dot(n, cross(at, b)) / length(b);
    if (!(std::fabs(from) > 1e-9 && std::fabs(to) > 1e-9 && std::fabs(left) > 1e-9 && std::fabs(right) > 1e-9))
      return 0;
    if (left > 0 && right > 0 && t < first) {
      first = t;
      side = from;
    }
  }
  return side;
}

double side_of(const Skin& skin, const SurfacePlace& place, Vec3 way) {
  const Skin::Face& own = skin.faces[skin.face_of(place.triangle)];
  if (place.feature.kind == Kind::vertex) return side_of_corner(skin, own.vertices[place.feature.index], way);
  // The normals of two faces add up to the way out of their edge, or against it.
  Vec3 sum;
  for (const Skin::Face& face : skin.faces) sum = sum + face.normal;
  return skin.faces.size() <= 2 ? dot(sum, way) : 0;
}

}  // namespace

bool describe(const TouchedSurface& surface, const SurfacePlace& place, std::span<const std::uint32_t> triangles,
              Vec3 way, Spot& spot) {
  if (place.feature.kind == Kind::face) {
    const ShapeData& shape = *surface.body.shape;
    const std::uint32_t tag = shape.tags.size() == 0 ? 0 : shape.tags[place.triangle];
    spot.face = unit_normal(surface.body.triangle(place.triangle));
    spot.feature = {Feature::Kind::face, 0, place.triangle, tag};
    if (surface.facing != 0) spot.out = dot(spot.face, way) * surface.facing;
    return !(spot.face == Vec3{}) && spot.out != 0;
  }
  const Skin skin(surface.body, triangles, surface.flat);
  const Skin::Face& own = skin.faces[skin.face_of(place.triangle)];
  const Skin::Part part = place.feature.kind == Kind::vertex ? skin.vertex_part(own.vertices[place.feature.index])
                                                             : skin.edge_part(own.edges[place.feature.index]);
  for (const Skin::Face& f : skin.faces)
    if (f.normal == Vec3{}) return false;
  spot.whole = part.whole_kind;
  if (part.whole_kind == Skin::Kind::face) spot.face = own.normal;
  if (part.whole_kind == Skin::Kind::edge)
    spot.along = skin.direction(part.kind == Skin::Kind::vertex ? skin.vertices[part.id].carrier : part.id);
  spot.feature = skin.feature(surface.body, part);
  if (surface.facing != 0) spot.out = side_of(skin, place, way) * surface.facing;
  return spot.out != 0;
}

}  // namespace graze
