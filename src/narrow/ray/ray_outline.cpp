// Slabs of a posed box: axis i is normal to the two posed edges other than edge i, and 1 along that. How far the box
// reaches along it is computed from what it is, so that an axis that is not what was meant only makes a wide slab.
//
// A posed vertex, and the centre, are off by less than 8u of the sum of the magnitudes that make them, and so are the
// dots; 2^-44 of all of that is added.
#include "narrow/ray/ray_outline.h"

#include <algorithm>
#include <cmath>

#include "math/posed_point.h"
#include "narrow/body/collapse.h"
#include "narrow/ray/ray_table.h"

namespace graze {
namespace {

double magnitudes(Vec3 v) { return (std::fabs(v.x) + std::fabs(v.y)) + std::fabs(v.z); }

RayOutline slabs_of(const Body& body) {
  const Box& bounds = data_of(body.shape).bounds;
  const Vec3 half = (bounds.hi - bounds.lo) * 0.5;
  const Mat3& linear = body.pose.linear;
  const Vec3 edge[3] = {linear.c0 * half.x, linear.c1 * half.y, linear.c2 * half.z};
  const Vec3 far = max(abs(bounds.lo), abs(bounds.hi));
  const double size = magnitudes(linear.c0) * far.x + magnitudes(linear.c1) * far.y + magnitudes(linear.c2) * far.z +
                      magnitudes(body.pose.translation);
  SlabOutline outline{};
  outline.extent[3] = 1;
  outline.centre = posed(body.pose, bounds.lo + half);
  outline.farthest = magnitudes(edge[0]) + magnitudes(edge[1]) + magnitudes(edge[2]) + 0x1p-44 * size;
  const double volume = dot(edge[0], cross(edge[1], edge[2]));
  if (!(std::fabs(volume) > 1e-100 && size < 1e60)) return {};
  for (int i = 0; i < 3; ++i) {
    const Vec3 axis = cross(edge[(i + 1) % 3], edge[(i + 2) % 3]) * (1 / volume);
    for (int k = 0; k < 3; ++k) outline.axes[k][i] = axis[k];
    outline.extent[i] = std::fabs(dot(axis, edge[0])) + std::fabs(dot(axis, edge[1])) + std::fabs(dot(axis, edge[2])) +
                        0x1p-44 * magnitudes(axis) * size;
    if (!(outline.extent[i] < 1e100)) return {};
  }
  return outline;
}

}  // namespace

RayOutline ray_outline(const Body& body) {
  if (!body.shape) return {};
  const RayWay way = ray_cell(body).way;
  if (way == RayWay::smooth) {
    const SmoothTarget target(body);
    if (!target.swept()) return {};
    return SweptOutline{{target.core()[0], target.core()[1]}, target.radius()};
  }
  Posed posed_body;
  if (way != RayWay::triangles || collapses(body) || make_posed(body, posed_body) != Status::ok) return {};
  return slabs_of(body);
}

}  // namespace graze
