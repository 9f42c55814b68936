// A half-space is a part of another when the other side of that is far enough from it. A hull with a radius is
// a part of a convex set when the balls around its corners are. A ball in a solid is one whose centre is there and that
// no piece of the boundary comes nearer to than the radius.
#include <array>
#include <cmath>
#include <vector>

#include "convex/depth.h"
#include "math/double_double.h"
#include "math/posed_point.h"
#include "narrow/body/near_triangles.h"
#include "narrow/body/posed_plane.h"
#include "narrow/classify/cells.h"
#include "narrow/classify/facts.h"
#include "narrow/classify/surface_in.h"
#include "narrow/pair/convex_pair.h"
#include "narrow/pair/halfspace_curved.h"
#include "narrow/pair/two_halfspaces.h"
#include "narrow/triangle/exact_distance.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {
namespace {

using Kind = SolidMember::Kind;

bool same(const Pose& p, const Pose& q) {
  return p.linear.c0 == q.linear.c0 && p.linear.c1 == q.linear.c1 && p.linear.c2 == q.linear.c2 &&
         p.translation == q.translation;
}

// By the heights of the corners, and the difference of the margin and the radius: h <= (m - r) |N|.
Fact corners_in_halfspace(const SolidMember& body, const SolidMember& halfspace, Counters& counters) {
  const ShapeData& shape = data_of(halfspace.body.shape);
  const Posed& posed = body.placed.body;
  int orientation = 0;
  if (check_pose(halfspace.body.pose, orientation) != Status::ok || !PosedPlane::in_range(shape, halfspace.body.pose) ||
      !PosedPlane::in_range(posed.box.lo) || !PosedPlane::in_range(posed.box.hi) ||
      !PosedPlane::in_range(posed.radius) || !PosedPlane::in_range(shape.world_margin))
    return Fact::open;
  const PosedPlane plane(shape, halfspace.body.pose, orientation);
  const Dyadic most = Dyadic(shape.world_margin) - Dyadic(posed.radius);
  const Dyadic most_sq = most * most * dot(plane.exact_normal(), plane.exact_normal());
  Fact result = Fact::yes;
  for_each_corner(posed, [&](Vec3 p) {
    const Dyadic height = plane.exact_height(p);
    const int of_squares = (height * height - most_sq).sign();
    const bool in = most.sign() >= 0 ? height.sign() <= 0 || of_squares <= 0 : height.sign() < 0 && of_squares >= 0;
    if (in) return true;
    const bool loose = body.inside && !body.set && place_of(body, p, counters).outside;
    result = loose ? Fact::open : Fact::no;
    return loose;
  });
  return result;
}

Fact in_halfspace(const SolidMember& body, const SolidMember& halfspace, Counters& counters) {
  const double margin = halfspace.body.shape.margin();
  if (body.kind == Kind::halfspace) {
    bool in = false;
    const Status status = halfspace_in(body.body, complement(halfspace).body, margin, in);
    return status == Status::ok ? fact(in) : Fact::open;
  }
  if (body.kind != Kind::curved) return corners_in_halfspace(body, halfspace, counters);
  const SignedGap above = halfspace_support_gap(body.body, complement(halfspace).body);
  if (above.status != Status::ok) return Fact::open;
  return above.lower >= -margin ? Fact::yes : above.upper < -margin ? Fact::no : Fact::open;
}

// Is the ball around the point in the round body? Exactly: is the core no farther than the difference of the radii?
bool ball_in_round(Vec3 centre, double radius, const Posed& round) {
  const Triangle at{centre, centre, centre}, core = round.triangle(0);
  if (radius > round.radius) return false;
  return triangles_meet(at, core) || exact_within(at, core, round.radius, -radius);
}

Fact ball_in_set(Vec3 centre, double radius, const Support& set) {
  const std::array<Vec3, 1> one{centre};
  const Support at = support_of(one);
  if (radius == 0) {
    const Relation relation = meeting(set, at).relation;
    return relation == Relation::meet ? Fact::yes : relation == Relation::separate ? Fact::no : Fact::open;
  }
  if (radius <= set.radius) {
    // A ball in a set with a radius that is no less: its centre is in the set with what is left of it.
    const DoubleDouble left = two_sum(set.radius, -radius);
    Support less = set;
    less.radius = left.lo < 0 ? std::nextafter(left.hi, 0.0) : left.hi;
    const Relation relation = meeting(less, at).relation;
    if (relation == Relation::meet) return Fact::yes;
    if (relation == Relation::separate && left.lo == 0) return Fact::no;
  }
  const ConvexDepth depth = convex_depth(set, at);
  if (depth.relation == Relation::separate || depth.upper < radius) return Fact::no;
  return depth.lower >= radius ? Fact::yes : Fact::open;
}

// A body of posed corners with a radius in a convex one. Corners of a solid count when they are in it.
Fact corners_in(const SolidMember& body, const SolidMember& convex, Counters& counters) {
  const double radius = body.placed.body.radius;
  Fact result = Fact::yes;
  for_each_corner(body.placed.body, [&](Vec3 p) {
    const Fact in = convex.kind == Kind::round ? fact(ball_in_round(p, radius, convex.placed.body))
                                               : ball_in_set(p, radius, convex.set->set);
    if (in == Fact::yes) return true;
    const bool loose = body.inside && !body.set && place_of(body, p, counters).outside;
    result = loose || in == Fact::open ? Fact::open : Fact::no;
    return result != Fact::no;
  });
  return result;
}

Fact round_in_solid(const SolidMember& round, const SolidMember& solid, Counters& counters) {
  const Posed& core = round.placed.body;
  if (!place_of(solid, core.triangle(0).a, counters).inside) return Fact::no;
  Fact result = Fact::yes;
  visit_near(
      solid.placed, world_volume(core, core.radius),
      [&](std::uint32_t i) {
        const Triangle t = solid.placed.body.triangle(i);
        if (!nearer(core.triangle(0), t, core.radius, 0)) return true;
        const Sides sides = sides_of(solid, i, counters);
        if (!sides.known) result = Fact::open;
        if (sides.known && sides.any && !sides.both) result = Fact::no;
        return result != Fact::no;
      },
      counters);
  return result;
}

// In the solid where it does not touch the surface; not when a piece of the boundary reaches into it.
Fact convex_in_solid(const SolidMember& convex, const SolidMember& solid, Counters& counters) {
  const Support& set = convex.set->set;
  bool touched = false;
  Fact result = Fact::open;
  visit_near(
      solid.placed, world_volume(*convex.set, set.radius),
      [&](std::uint32_t i) {
        const Triangle t = solid.placed.body.triangle(i);
        const std::array<Vec3, 3> corners{t.a, t.b, t.c};
        const Support piece = support_of(corners);
        if (meeting(set, piece).relation == Relation::separate) return true;
        touched = true;
        if (!(convex_depth(set, piece, {.sign_only = true}).lower > 0)) return true;
        const Sides sides = sides_of(solid, i, counters);
        if (sides.known && sides.any && !sides.both) result = Fact::no;
        return result != Fact::no;
      },
      counters);
  if (touched) return result;
  // All of it is on one side of the surface: any of its points tells which. The rounded one may be outside of a body
  // that is hardly larger than its rounding.
  const Vec3 point = point_of(set);
  const Place own = place_of(convex, point, counters);
  if (!own.known || own.outside) return Fact::open;
  return fact(place_of(solid, point, counters).inside);
}

// The corners of a box around a curved core, off by less than `slack`.
Fact curved_in_convex(const SolidMember& curved, const SolidMember& convex) {
  const Support& set = curved.set->set;
  const Mat3& m = set.pose.linear;
  const Vec3 e = half_size(set) * (1 + 0x1p-50);
  const Vec3 size = abs(m.c0) * e.x + abs(m.c1) * e.y + abs(m.c2) * e.z + abs(set.pose.translation);
  const double slack = (size.x + size.y + size.z) * 0x1p-49;
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner{k & 1 ? e.x : -e.x, k & 2 ? e.y : -e.y, k & 4 ? e.z : -e.z};
    if (ball_in_set(posed(set.pose, corner), (set.radius + slack) * (1 + 0x1p-50), convex.set->set) != Fact::yes)
      return Fact::open;
  }
  return Fact::yes;
}

}  // namespace

Fact is_part(const SolidMember& a, const SolidMember& b, Counters& counters) {
  if (b.kind == Kind::halfspace) return in_halfspace(a, b, counters);
  if (!a.bounded()) return Fact::no;
  if (&data_of(a.body.shape) == &data_of(b.body.shape) && same(a.body.pose, b.body.pose)) return Fact::yes;
  if (a.kind == Kind::thin && (b.kind == Kind::thin || b.kind == Kind::solid))
    return b.set ? corners_in(a, b, counters)
                 : fact(surface_in(a.placed, 0, b.placed, b.kind == Kind::solid, counters));
  if (b.kind == Kind::thin) return Fact::no;
  Fact result = Fact::open;
  if (b.kind == Kind::solid) {
    if (a.kind == Kind::solid)
      return fact(!find_cells(a.placed, b.placed, Cells::only_a, counters).cells.has(Cells::only_a));
    if (a.kind == Kind::round) result = round_in_solid(a, b, counters);
    if (a.kind == Kind::padded || a.kind == Kind::curved) result = convex_in_solid(a, b, counters);
  } else if (b.kind != Kind::shell) {
    result = a.kind == Kind::curved ? curved_in_convex(a, b) : corners_in(a, b, counters);
  }
  if (result == Fact::open && sticks_out(a, {b}, counters)) return Fact::no;
  return result;
}

}  // namespace graze
