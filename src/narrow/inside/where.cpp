// Around a point of the surface space is cut into cones by the triangles that hold the point. Each cone has a sector of
// one of those on its boundary, and each sector begins at an edge of its triangle or where another crosses it. So it is
// enough to leave the point along each of these directions, to both sides of it on the triangle and off the triangle.
#include "narrow/inside/where.h"

#include "narrow/triangle/flat.h"

namespace graze {
namespace {

// Directions in which a sector of the face may begin, because of another triangle through the same point, or its own
// edges.
template <class Visit>
bool for_each_direction(const Triangle& face, const Triangle& other, const Visit& visit) {
  const ExactPlane plane = plane_of(face), other_plane = plane_of(other);
  if (!visit(ExactDirection::common(plane, other_plane)) || !visit(ExactDirection::common(other_plane, plane)))
    return false;
  const Vec3 corner[3] = {other.a, other.b, other.c};
  for (int i = 0; i < 3; ++i) {
    const Vec3 p = corner[i], q = corner[(i + 1) % 3];
    if (!visit(ExactDirection::along(p, q)) || !visit(ExactDirection::along(q, p))) return false;
  }
  return true;
}

}  // namespace

Where where(const SolidBody& solid, const ExactPoint& point, Counters& counters) {
  const WindingNear near(solid, point, counters);
  if (near.triangles().empty()) return near.inside() ? Where::inside : Where::outside;
  bool in = false, out = false;
  for (const std::uint32_t i : near.triangles()) {
    const Triangle face = solid.placed.body.triangle(i);
    Leave leave{{}, face, projection_axis(face)};
    const auto look = [&](const ExactDirection& along) {
      leave.along = along;
      for (leave.in_face = -1; leave.in_face <= 1; leave.in_face += 2)
        for (leave.off_face = -1; leave.off_face <= 1; leave.off_face += 2) (near.inside(leave) ? in : out) = true;
      return !(in && out);
    };
    for (const std::uint32_t j : near.triangles())
      if (!for_each_direction(face, solid.placed.body.triangle(j), look)) return Where::on;
  }
  return in ? Where::inside : Where::outside;
}

}  // namespace graze
