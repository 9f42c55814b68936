// Bounds, u = 2^-53, R = |linear| * magnitude + |translation| by component, n the direction, |n| <= 1 by component:
// - a posed vertex is off the exact image by at most 4u R: four roundings on the longest path;
// - its support is searched in local coordinates along d = linear^T n. Rounding d costs 3u |n|.R, the product d.x as
//   much, n.translation as much, their sum 2u |n|.R. With the first: 15u |n|.R; 16u covers terms in u^2 and the
//   rounding of |n|.R itself.
// - a point computed from vertices u + t (w - u), or with two such terms, t >= 0 and of sum <= 1, is off that point of
//   the hull by at most 16u R.
// - Underflow: a product loses at most 2^-1075; a d so wrong times a coordinate below 2^500 is below 2^-570. `least`
//   covers all.
#include "convex/posed_polytope.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/compat.h"
#include "convex/gjk_kernel.h"
#include "math/constants.h"
#include "math/double_double.h"

namespace graze {
namespace {

using roundoff::u;
constexpr double least = 0x1p-500;

struct LongVec3 {
  DoubleDouble x, y, z;
};

LongVec3 difference(Vec3 p, Vec3 q) { return {two_sum(p.x, -q.x), two_sum(p.y, -q.y), two_sum(p.z, -q.z)}; }

// The sum of the cross products of a fan, in pairs of doubles.
Vec3 facet_normal(const Polytope& shape, std::uint32_t facet) {
  const std::uint32_t begin = shape.facet_start[facet], end = shape.facet_start[facet + 1];
  const Vec3 origin = shape.vertices[shape.loop[begin]];
  LongVec3 sum, u = difference(shape.vertices[shape.loop[begin + 1]], origin);
  for (std::uint32_t h = begin + 2; h < end; ++h) {
    const LongVec3 v = difference(shape.vertices[shape.loop[h]], origin);
    sum = {sum.x + (u.y * v.z - u.z * v.y), sum.y + (u.z * v.x - u.x * v.z), sum.z + (u.x * v.y - u.y * v.x)};
    u = v;
  }
  Vec3 normal{sum.x.hi, sum.y.hi, sum.z.hi};
  if (!unit_scaled(normal)) return {};
  return normal * (1 / length(normal));
}

}  // namespace

PolytopeFrame::PolytopeFrame(const Polytope& shape) : polytope(&shape) {
  for (const Vec3& v : shape.vertices) {
    magnitude = max(magnitude, abs(v));
    centre = centre + v * (1.0 / static_cast<double>(shape.vertices.size()));
  }
  for (const Vec3& v : shape.vertices) spread = std::max(spread, length(v - centre) * (1 + 0x1p-48));
  for (std::uint32_t facet = 0; facet < shape.facet_count(); ++facet) normals.push_back(facet_normal(shape, facet));
  const std::size_t count = shape.vertices.size();
  if (count > most_scanned) return;
  scanned.resize((count + 7) / 8);
  for (std::size_t i = 0; i < 8 * scanned.size(); ++i) {
    const Vec3& v = shape.vertices[std::min(i, count - 1)];
    scanned[i / 8].x[i % 8] = v.x;
    scanned[i / 8].y[i % 8] = v.y;
    scanned[i / 8].z[i % 8] = v.z;
  }
}

PosedPolytope::PosedPolytope(const PolytopeFrame& frame, const Pose& pose) noexcept : frame_(&frame), pose_(pose) {
  const Vec3 extent = abs(pose.linear) * frame.magnitude;
  farthest_ = extent + abs(pose.translation);
  size_ = length(extent);
  rounding_ = 16 * u * (farthest_.x + farthest_.y + farthest_.z) + least;
  const auto& [c0, c1, c2] = pose.linear;
  cofactors_ = {cross(c1, c2), cross(c2, c0), cross(c0, c1)};
  sense_ = dot(c0, cofactors_.c0) < 0 ? -1 : 1;
  if (sense_ < 0) cofactors_ = {-cofactors_.c0, -cofactors_.c1, -cofactors_.c2};
}

// The highest of all corners, as computed.
PosedPolytope::Support PosedPolytope::scan(Vec3 local) const {
  const auto count = std::uint32_t(polytope().vertices.size());
  double highest = 0;
  const std::uint32_t top =
      convex_kernels().highest(frame_->scanned.data(), std::uint32_t(frame_->scanned.size()), local, highest);
  return {highest, std::min(top, count - 1), count};
}

// Climbing the edge graph of a convex polytope ends at the top; with rounded heights it may end beside it. So all
// vertices are gathered that are not surely below a gathered neighbour. Let s be the highest of them, exactly: each of
// its neighbours is gathered, and so not higher, or surely below s. Hence s is the top.
//
// Returned is the highest of them, as computed. `doubt` is twice the error of a height and the rounding of a
// comparison.
double PosedPolytope::plateau(Vec3 local, double doubt, std::uint32_t top) const {
  const Polytope& p = polytope();
  const auto height = [&](std::uint32_t v) { return dot(local, p.vertices[v]); };
  constexpr std::uint32_t most = 32;
  std::uint32_t gathered[most] = {top}, count = 1;
  double highest = height(top);
  for (std::uint32_t g = 0; g < count && count < most; ++g) {
    const std::uint32_t from = gathered[g];
    const double floor = height(from) - doubt;
    for (std::uint32_t i = p.neighbour_start[from]; i < p.neighbour_start[from + 1] && count < most; ++i) {
      const std::uint32_t other = p.neighbours[i];
      const double value = height(other);
      if (value < floor || std::find(gathered, gathered + count, other) != gathered + count) continue;
      gathered[count++] = other;
      highest = std::max(highest, value);
    }
  }
  if (count == most)  // too many to gather, or just enough
    for (std::uint32_t v = 0; v < p.vertices.size(); ++v) highest = std::max(highest, height(v));
  return highest;
}

// What the heights of corners leave out: the translation, and all rounding.
PosedPolytope::Support PosedPolytope::in_world(Support local, Vec3 direction) const {
  local.upper += dot(direction, pose_.translation);
  local.upper += 16 * u * dot(abs(direction), farthest_) + least;
  return local;
}

PosedPolytope::Support PosedPolytope::support(Vec3 direction) const {
  if (frame_->scanned.empty()) return support(direction, 0);
  return in_world(scan(carried_to_local(direction)), direction);
}

PosedPolytope::Support PosedPolytope::support(Vec3 direction, std::uint32_t start) const {
  const Polytope& p = polytope();
  const Vec3 local = carried_to_local(direction);
  const auto height = [&](std::uint32_t v) { return dot(local, p.vertices[v]); };
  if (!frame_->scanned.empty()) {
    Support result = scan(local);
    if (height(start) == result.upper) result.vertex = start;
    return in_world(result, direction);
  }
  const double doubt = 8 * u * dot(abs(local), frame_->magnitude) + least;

  Support result{height(start), start, 1};
  double runner = 0;  // the highest neighbour of the top
  for (bool climbing = true; climbing;) {
    climbing = false;
    runner = -std::numeric_limits<double>::infinity();
    const std::uint32_t from = result.vertex;
    for (std::uint32_t i = p.neighbour_start[from]; i < p.neighbour_start[from + 1]; ++i) {
      const double value = height(p.neighbours[i]);
      runner = std::max(runner, value);
      if (!(value > result.upper)) continue;
      result.upper = value;
      result.vertex = p.neighbours[i];
      climbing = true;
    }
    result.climbed += p.neighbour_start[from + 1] - p.neighbour_start[from];
  }
  if (!(runner < result.upper - doubt)) result.upper = plateau(local, doubt, result.vertex);
  return in_world(result, direction);
}

bool unit_scaled(Vec3& direction) noexcept {
  const double largest = std::max({std::fabs(direction.x), std::fabs(direction.y), std::fabs(direction.z)});
  if (!(largest > 0x1p-900 && largest < 0x1p900) || !is_finite(direction)) return false;
  const std::uint64_t exponent = bit_cast<std::uint64_t>(largest) >> 52;
  direction = direction * bit_cast<double>((2045 - exponent) << 52);
  return true;
}

}  // namespace graze
