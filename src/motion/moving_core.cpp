#include "motion/moving_core.h"

#include <algorithm>
#include <cmath>

#include "math/norms.h"
#include "math/posed_point.h"
#include "narrow/body/posed.h"
#include "shape/data.h"

namespace graze {

template <std::uint32_t Most>
bool fill_core(std::span<const Vec3> points, Vec3 at, double radius, PointCore<Most>& core) noexcept {
  constexpr double too_large = 0x1p100;
  const std::size_t count = points.size();
  if (count == 0 || count > Most) return false;
  core.radius = radius;
  core.count = std::uint32_t(count);
  core.at = at;
  Vec3 lo, hi;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 p = points[i] - at;
    core.x[i] = p.x;
    core.y[i] = p.y;
    core.z[i] = p.z;
    lo = i == 0 ? p : min(lo, p);
    hi = i == 0 ? p : max(hi, p);
  }
  if (count > 2)
    for (std::size_t i = count; i % 8 != 0; ++i) {
      core.x[i] = core.x[count - 1];
      core.y[i] = core.y[count - 1];
      core.z[i] = core.z[count - 1];
    }
  core.middle = lo * 0.5 + hi * 0.5;
  core.extent = largest(Box{lo, hi});
  core.farthest = (largest(core.at) + core.extent) * (1 + 0x1p-50);
  return core.farthest < too_large && core.radius < too_large;
}
template bool fill_core(std::span<const Vec3>, Vec3, double, MovingCore&) noexcept;
template bool fill_core(std::span<const Vec3>, Vec3, double, ManyCore&) noexcept;

bool has_moving_core(const Shape& given) noexcept {
  if (!given) return false;
  const ShapeData& shape = data_of(given);
  const std::size_t count = shape.vertices.size();
  return shape.primitive() && !shape.curved() && shape.triangle_count != 0 && count != 0 && count <= MovingCore::most;
}

bool make_moving_core(const Body& body, MovingCore& core) noexcept {
  int orientation = 0;
  if (!has_moving_core(body.shape) || check_pose(body.pose, orientation) != Status::ok) return false;
  const ShapeData& shape = data_of(body.shape);
  const std::size_t count = shape.vertices.size();
  const double own = shape.radius > 0 ? posed_radius(body.pose.linear, shape.radius) : 0;
  if (own < 0 || (own == 0 && shape.radius > 0)) return false;
  Vec3 points[MovingCore::most];
  for (std::size_t i = 0; i < count; ++i) points[i] = posed(body.pose, shape.vertices[i]);
  return fill_core({points, count}, body.pose.translation, own + shape.world_margin, core);
}

// As bounded in motion/core_cast.h.
double least_gap(const MovingCore& a, const MovingCore& b) noexcept {
  const Vec3 apart = b.at - a.at, n = apart + (b.middle - a.middle);
  const double size = length(n);
  if (!(size > 0x1p-100)) return -1;
  const double least = dot(n, apart) - (extreme(b, -n).value + extreme(a, n).value), radii = a.radius + b.radius;
  const double sizes = ((a.extent + b.extent) + largest(apart)) + radii;
  return ((least / size) * (1 - 0x1p-50) - radii) - 64 * 0x1p-53 * sizes;
}

}  // namespace graze
