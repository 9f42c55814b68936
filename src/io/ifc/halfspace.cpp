#include "io/ifc/halfspace.h"

#include <algorithm>
#include <cmath>

#include "io/ifc/place.h"
#include "io/ifc/sweep.h"
#include "io/solid/mesh_boolean.h"

namespace graze::ifc {

namespace {

SolidMesh placed(const SolidMesh& mesh, const Pose& pose) {
  SolidMesh result;
  result.append(mesh, pose);
  return result;
}

// Everything behind the plane (z <= 0 of the frame), or in front of it, as far as it matters for the box.
SolidMesh slab(const Pose& plane, bool behind, const Box& box) {
  const Vec3 centre = (box.lo + box.hi) * 0.5;
  const double half = 1.5 * length(box.hi - box.lo) + 1e-6;
  const Vec3 d = centre - plane.translation;
  Pose frame = plane;
  frame.translation =
      plane.translation + plane.linear.c0 * dot(d, plane.linear.c0) + plane.linear.c1 * dot(d, plane.linear.c1);
  const double depth = std::fabs(dot(d, plane.linear.c2)) + 2 * half;
  Section square;
  square.add_loop({{-half, -half}, {half, -half}, {half, half}, {-half, half}}, false);
  return placed(extruded(square, {0, 0, behind ? -depth : depth}), frame);
}

}  // namespace

bool is_halfspace(std::string_view type) {
  return type == "IFCHALFSPACESOLID" || type == "IFCPOLYGONALBOUNDEDHALFSPACE" || type == "IFCBOXEDHALFSPACE";
}

SolidMesh halfspace_mesh(const Context& context, const Record& record, const Box& box) {
  const Record surface = context.record(record.ref(0));
  if (!surface.is("IFCPLANE")) surface.fail("half-spaces of such surfaces are not read");
  const Pose plane = placement_at(context, surface.ref(0));
  const bool behind = record.flag(1, true);
  if (!record.is("IFCPOLYGONALBOUNDEDHALFSPACE")) return slab(plane, behind, box);

  const Pose frame = placement_at(context, record.ref(2)), to_frame = inverse_of(frame);
  const PointChain outline = chain_at(context, record.ref(3));
  if (outline.points.size() < 3) record.fail("its outline has fewer than three points");
  Section section;
  std::vector<Point2> points;
  for (const Vec3& p : outline.points) points.push_back({p.x, p.y});
  section.add_loop(points, false);
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner{i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y, i & 4 ? box.hi.z : box.lo.z};
    const double z = (to_frame * corner).z;
    low = std::min(low, z);
    high = std::max(high, z);
  }
  const double more = high - low + 1e-6;
  const Vec3 n = transpose(frame.linear) * plane.linear.c2, at = to_frame * plane.translation;
  if (std::fabs(n.z) < 1e-3) {
    SolidMesh prism = extruded(section, {0, 0, high - low + 2 * more});
    prism = placed(prism, {frame.linear, frame * Vec3{0, 0, low - more}});
    return combine(prism, slab(plane, behind, bounds(prism)), BooleanOp::intersect, 0);
  }
  // The prism ends at the plane.
  std::vector<std::vector<Vec3>> rings(2);
  const bool below = (n.z > 0) == behind;
  double least = low, most = high;
  for (const Point2& p : section.points) {
    const double z = at.z - (n.x * (p[0] - at.x) + n.y * (p[1] - at.y)) / n.z;
    rings[below ? 1 : 0].push_back({p[0], p[1], z});
    least = std::min(least, z);
    most = std::max(most, z);
  }
  for (const Point2& p : section.points)
    rings[below ? 0 : 1].push_back({p[0], p[1], below ? least - more : most + more});
  return placed(skin(section, rings, false), frame);
}

}  // namespace graze::ifc
