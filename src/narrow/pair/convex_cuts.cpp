#include "narrow/pair/convex_cuts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace graze {
namespace {

// Of the points of a core in its own coordinates, how far the farthest is along a direction.
double top_of_points(std::span<const PointBlock> blocks, Vec3 along) noexcept {
  constexpr double none = -std::numeric_limits<double>::infinity();
  double top[8] = {none, none, none, none, none, none, none, none};
  for (const PointBlock& block : blocks)
    for (int i = 0; i < 8; ++i) {
      const double height = (along.x * block.x[i] + along.y * block.y[i]) + along.z * block.z[i];
      top[i] = height > top[i] ? height : top[i];
    }
  return *std::max_element(top, top + 8);
}

double top_of_core(const Support& set, Vec3 along) noexcept {
  const Vec3 e = set.extent;
  const double around = e.x * most_length({along.x, along.y, 0});
  switch (set.kind) {
    case Support::Kind::ellipsoid:
      return most_length({e.x * along.x, e.y * along.y, e.z * along.z});  // of the whole one
    case Support::Kind::cylinder:
      return around + e.z * std::fabs(along.z);
    case Support::Kind::cone:
      return std::max(around - e.z * along.z, e.z * along.z);
    case Support::Kind::capsule:
      return e.x * most_length(along) + e.z * std::fabs(along.z);
    case Support::Kind::few:
    case Support::Kind::table:
      break;
  }
  const bool listed = set.table != nullptr;
  return top_of_points(listed ? std::span<const PointBlock>(set.table->blocks) : std::span(&set.points, 1), along);
}

// Not below n.p for any point p of the posed core.
//
// It is computed as (M^T n).x + n.t. The products, sums and lengths of it, and those that a posed vertex is rounded by,
// are off by less than 32u = 2^-48 of the sum of all |n_k| (|M_kj| |x_j| + |t_k|). Products below the normal numbers
// lose up to 2^-1075 each, those of M and n times a coordinate.
double top_along(const Support& set, Vec3 n) noexcept {
  const Mat3& m = set.pose.linear;
  const Vec3 size = abs(n), columns = abs(m.c0) + abs(m.c1) + abs(m.c2);
  const double sums = dot(size, columns) * set.farthest + dot(size, abs(set.pose.translation));
  return top_of_core(set, {dot(m.c0, n), dot(m.c1, n), dot(m.c2, n)}) + dot(n, set.pose.translation) +
         (0x1p-46 * sums + 0x1p-1060 * (1 + set.farthest));
}

}  // namespace

void ConvexCuts::add(Vec3 axis) noexcept {
  Cut cut;
  cut.plane.origin = {};
  cut.plane.normal = axis;
  cut.plane.magnitude = abs(axis);
  cut.plane.offset = cut.plane.offset_magnitude = 0;
  cut.heights = TreeHeights(cut.plane, mesh_);
  cut.top = top_along(set_, axis);
  cut.length = most_length(axis) * (1 + 0x1p-48);
  if (!cut.heights.usable || !(std::fabs(cut.top) < 1e140)) return;
  last_ = (last_ + 1) % most;
  count_ = std::max(count_, last_ + 1);
  cuts_[last_] = cut;
  planes_[last_] = tree_plane(cut.heights);
  planes_[last_].outer = cut.heights.outer(height(cut));
  planes_[last_].inner = -std::numeric_limits<float>::infinity();
}

void ConvexCuts::set_reach(double reach) noexcept {
  reach_ = reach;
  for (std::size_t i = 0; i < count_; ++i) planes_[i].outer = cuts_[i].heights.outer(height(cuts_[i]));
}

unsigned ConvexCuts::slots(const OrientedNode& node, unsigned near) const noexcept {
  alignas(32) float lowest[OrientedNode::width];
  for (std::size_t i = 0; i < count_ && near != 0; ++i) near &= kernels_.plane_slots(planes_[i], node, lowest).near;
  return near;
}

unsigned ConvexCuts::leaf(const Leaf& leaf, unsigned near) const noexcept {
  for (std::size_t i = 0; i < count_ && near != 0; ++i) near &= kernels_.plane_leaf(planes_[i], leaf).near;
  return near;
}

bool ConvexCuts::beyond_last(const Triangle& posed) const noexcept {
  if (count_ == 0) return false;
  const double most_height = height(cuts_[last_]);
  const auto beyond = [&](Vec3 corner) {
    const Height at = cuts_[last_].plane.height(corner);
    return at.value - at.error > most_height;
  };
  return beyond(posed.a) && beyond(posed.b) && beyond(posed.c);
}

}  // namespace graze
