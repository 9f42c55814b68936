#include "narrow/depth/halfspace_penetration.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "math/constants.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/members.h"
#include "narrow/body/posed.h"
#include "narrow/body/posed_plane.h"
#include "narrow/body/so_far.h"
#include "narrow/body/support_body.h"
#include "narrow/depth/way_out.h"
#include "narrow/families.h"
#include "narrow/inside/interior.h"
#include "narrow/pair/halfspace_curved.h"

namespace graze {
namespace {

// How far a body is above the plane; below it when negative.
struct Lowest {
  Status status = Status::ok;
  double lower = infinity, upper = infinity;
  Vec3 point;         // of the lowest part's core
  double height = 0;  // of that point, above the half-space with its margin
  double points = 0;  // no component of a point is larger
};

class Above {
 public:
  // The pose has been checked.
  Above(const Body& plane, int orientation)
      : body_(plane), plane_(data_of(plane.shape), plane.pose, orientation), margin_(plane.shape.margin()) {}

  Vec3 normal() const { return plane_.unit_normal(); }

  Lowest lowest(const Body& other) const {
    Lowest result;
    std::vector<Member> leaves;
    result.status = find_leaves(other, leaves);
    for (const Member& leaf : leaves_that_count(std::move(leaves))) {
      if (result.status == Status::ok) result.status = add(leaf, result);
    }
    return result;
  }

  // Is no point of the body below the plane? Exact, but for curved bodies: false where that is open.
  bool holds_none_of(const Body& other) const {
    std::vector<Member> leaves;
    if (find_leaves(other, leaves) != Status::ok) return false;
    leaves = leaves_that_count(std::move(leaves));
    return std::all_of(leaves.begin(), leaves.end(), [&](const Member& leaf) { return above(leaf.body); });
  }

 private:
  Status add(const Member& leaf, Lowest& result) const {
    const Body& body = leaf.body;
    if (body.shape.form() == ShapeForm::halfspace) return Status::unsupported;
    result.points = std::max({result.points, largest(leaf.box.lo), largest(leaf.box.hi)});
    if (!(result.points <= PosedPlane::largest)) return Status::out_of_range;
    if (is_curved(body)) {
      const HalfspaceGap gap = halfspace_gap(body_, body);
      if (gap.status == Status::ok) take(gap.lower, gap.upper, gap.point, gap.height - gap.margin, result);
      return gap.status;
    }
    Posed posed;
    if (const Status status = make_posed_with_radius(body, posed); status != Status::ok) return status;
    const double norm = plane_.normal_length();
    for (std::uint32_t i = 0; i < posed.shape->triangle_count; ++i) {
      const Triangle t = posed.triangle(i);
      for (const Vec3 p : {t.a, t.b, t.c}) {
        const Height height = plane_.height(p);
        const double radius = posed.radius + margin_, value = height.value / norm;
        const double error = height.error / norm * (1 + 0x1p-48) + (std::fabs(value) + radius) * 0x1p-49;
        take(value - radius - error, value - radius + error, p, value - margin_, result);
      }
    }
    return Status::ok;
  }

  static void take(double lower, double upper, Vec3 point, double height, Lowest& result) {
    result.lower = std::min(result.lower, lower);
    if (!(upper < result.upper)) return;
    result.upper = upper;
    result.point = point;
    result.height = height;
  }

  bool above(const Body& body) const {
    if (is_curved(body)) {
      const HalfspaceGap gap = halfspace_gap(body_, body);
      return gap.status == Status::ok && gap.lower >= 0;
    }
    Posed posed;
    if (make_posed_with_radius(body, posed) != Status::ok) return false;
    for (std::uint32_t i = 0; i < posed.shape->triangle_count; ++i) {
      const Triangle t = posed.triangle(i);
      if (!above(t.a, posed.radius) || !above(t.b, posed.radius) || !above(t.c, posed.radius)) return false;
    }
    return true;
  }

  bool above(Vec3 p, double radius) const {
    const Height height = plane_.height(p);
    const double limit = (radius + margin_) * plane_.normal_length();
    if (height.value - height.error > limit * (1 + 0x1p-48)) return true;
    if (height.value + height.error < limit * (1 - 0x1p-48)) return false;
    const Dyadic value = plane_.exact_height(p);
    if (value.sign() < 0) return false;
    const Dyadic reach = Dyadic(radius) + Dyadic(margin_);
    return (value * value - reach * reach * dot(plane_.exact_normal(), plane_.exact_normal())).sign() >= 0;
  }

  const Body& body_;
  PosedPlane plane_;
  double margin_;
};

bool above(const Body& plane, const Body& other) {
  int orientation = 0;
  if (check_pose(plane.pose, orientation) != Status::ok || !PosedPlane::in_range(data_of(plane.shape), plane.pose))
    return false;
  return Above(plane, orientation).holds_none_of(other);
}

}  // namespace

PenetrationResult halfspace_penetration(const Body& a, const Body& b) {
  PenetrationResult result = at_depth_0();
  const bool plane_is_a = a.shape.form() == ShapeForm::halfspace;
  const Body &plane = plane_is_a ? a : b, &other = plane_is_a ? b : a;
  int orientation = 0;
  result.status = check_pose(plane.pose, orientation);
  if (result.status == Status::ok && !PosedPlane::in_range(data_of(plane.shape), plane.pose))
    result.status = Status::out_of_range;
  if (result.status != Status::ok) return result;
  const std::uint64_t exact_before = exact_count();
  const Above space(plane, orientation);
  const Lowest lowest = space.lowest(other);
  result.status = lowest.status;
  if (result.status == Status::ok && lowest.lower < 0 && !space.holds_none_of(other)) {
    const Vec3 up = space.normal(), out = plane_is_a ? Vec3{} - up : up;
    const auto parted = [&](const Body& moved, const Body& fixed) {
      return plane_is_a ? above(moved, fixed) : above(fixed, moved);
    };
    WayOut way(a, b, parted);
    way.offer(out * std::max(-lowest.upper, 0.0), out, 0);
    way.offer(out * std::max(lowest.lower * -0.5 - lowest.upper * 0.5, 0.0), out, 0);
    way.offer(out * -lowest.lower, out, 80);
    if (!way.found()) {
      result.status = Status::out_of_range;  // the doubles end before the bodies part
      return result;
    }
    const Chain chain_a = chain_of(a), chain_b = chain_of(b);
    const double lost =
        std::max(chain_a.poses, chain_b.poses) *
        rounding_of_motion(lowest.points, std::max(chain_a.translations, chain_b.translations), way.length());
    result.vector = way.vector();
    result.depth = way.length();
    result.lower = std::clamp(-lowest.upper - lost, 0.0, way.length());
    result.inside = lowest.height > 0 ? lowest.point - up * lowest.height : lowest.point;
  }
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

}  // namespace graze
