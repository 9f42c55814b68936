#include "narrow/depth/most_depth.h"

#include <algorithm>
#include <vector>

#include "convex/depth.h"
#include "graze/penetration.h"
#include "math/constants.h"
#include "narrow/body/posed_plane.h"
#include "narrow/classify/facts.h"
#include "narrow/depth/depth_at_most.h"
#include "narrow/pair/halfspace_curved.h"

namespace graze {
namespace {

// Out of the half-space along its normal: how far the lowest corner is below what the radii want it to be above.
double below_plane(const SolidMember& body, const SolidMember& halfspace) {
  if (!body.bounded()) return infinity;
  if (body.kind == SolidMember::Kind::curved) {
    const SignedGap gap = halfspace_support_gap(body.body, halfspace.body);
    return gap.status == Status::ok ? std::max(-gap.lower, 0.0) : infinity;
  }
  const ShapeData& shape = data_of(halfspace.body.shape);
  const Posed& posed = body.placed.body;
  int orientation = 0;
  if (check_pose(halfspace.body.pose, orientation) != Status::ok || !PosedPlane::in_range(shape, halfspace.body.pose) ||
      !PosedPlane::in_range(posed.box.lo) || !PosedPlane::in_range(posed.box.hi))
    return infinity;
  const PosedPlane plane(shape, halfspace.body.pose, orientation);
  double lowest = infinity;
  for_each_corner(posed, [&](Vec3 p) {
    const Height height = plane.height(p);
    lowest = std::min(lowest, height.value - height.error);
    return true;
  });
  const double along = lowest / plane.normal_length(), radius = posed.radius + shape.world_margin;
  return std::max((radius - along) + (radius + std::max(-along, along)) * 0x1p-46, 0.0);
}

// One solid by its triangles as they are.
bool is_one_solid(const Body& body) {
  return body.shape.form() != ShapeForm::compound && !data_of(body.shape).primitive() &&
         member_kind(body) == SolidMember::Kind::solid;
}

}  // namespace

bool no_deeper(const Body& a, const Body& b, double most, bool common, Counters& counters) {
  if (common && is_one_solid(a) && is_one_solid(b)) return depth_at_most(a, b, most, counters);
  std::vector<SolidMember> members_a, members_b;
  if (find_members(a, members_a) != Status::ok || find_members(b, members_b) != Status::ok) return false;
  if (members_a.size() != 1 || members_b.size() != 1) return false;
  const SolidMember &x = members_a[0], &y = members_b[0];
  if (y.kind == SolidMember::Kind::halfspace) return below_plane(x, y) <= most;
  if (x.kind == SolidMember::Kind::halfspace) return below_plane(y, x) <= most;
  if (x.set && y.set) {
    const ConvexDepth depth = convex_depth(x.set->set, y.set->set);
    if (depth.relation == Relation::separate || depth.upper <= most) return true;
    if (depth.lower > most) return false;
    if (!data_of(a.shape).primitive() || !data_of(b.shape).primitive()) return false;
    // Near touching, a vector that is checked exactly is shorter than any bound from rounded points.
    const PenetrationResult moved = find_penetration(a, b, {.budget = unlimited_budget});
    counters += moved.counters;
    return moved.status == Status::ok && moved.depth <= most;
  }
  if (x.kind != SolidMember::Kind::solid || y.kind != SolidMember::Kind::solid) return false;
  return depth_at_most(x.body, y.body, most, counters);
}

}  // namespace graze
