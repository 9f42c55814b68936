// With a radius r + s > 0 between two cores, the interiors meet exactly when the cores are nearer than that: a common
// point of the cores, or one of a core and a solid, has a ball around it.
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "convex/depth.h"
#include "narrow/body/near_triangles.h"
#include "narrow/body/posed_plane.h"
#include "narrow/classify/as_solid_mesh.h"
#include "narrow/classify/cells.h"
#include "narrow/classify/facts.h"
#include "narrow/pair/convex_pair.h"
#include "narrow/pair/halfspace_curved.h"
#include "narrow/pair/two_halfspaces.h"

namespace graze {
namespace {

using Kind = SolidMember::Kind;

// A core of points comes nearer to the half-space than the radius, and margin of both, when a corner does. Corners of a
// solid count when they are in it.
Fact over_plane(const SolidMember& body, const SolidMember& halfspace, Counters& counters) {
  const ShapeData& shape = data_of(halfspace.body.shape);
  const Posed& posed = body.placed.body;
  const double radius = posed.radius + shape.world_margin;
  int orientation = 0;
  if (check_pose(halfspace.body.pose, orientation) != Status::ok || !PosedPlane::in_range(shape, halfspace.body.pose) ||
      !PosedPlane::in_range(posed.box.lo) || !PosedPlane::in_range(posed.box.hi) || !PosedPlane::in_range(radius))
    return Fact::open;
  const PosedPlane plane(shape, halfspace.body.pose, orientation);
  const Dyadic reach(radius), reach_sq = reach * reach * dot(plane.exact_normal(), plane.exact_normal());
  const double limit = radius * plane.normal_length();
  Fact result = Fact::no;
  for_each_corner(posed, [&](Vec3 p) {
    const Height about = plane.height(p);
    bool below = about.value + about.error < limit * (1 - 0x1p-48);
    if (!below && about.value - about.error <= limit * (1 + 0x1p-48) + 1e-290) {
      const Dyadic height = plane.exact_height(p);
      below = height.sign() < 0 || (height * height - reach_sq).sign() < 0;
    }
    if (!below) return true;
    const bool loose = body.inside && !body.set && place_of(body, p, counters).outside;
    result = loose ? Fact::open : Fact::yes;
    return loose;
  });
  return result;
}

Fact with_halfspace(const SolidMember& body, const SolidMember& halfspace, Counters& counters) {
  if (body.kind == Kind::halfspace) {
    bool overlap = false;
    return halfspaces_overlap(body.body, halfspace.body, overlap) == Status::ok ? fact(overlap) : Fact::open;
  }
  if (body.kind != Kind::curved) return over_plane(body, halfspace, counters);
  const SignedGap gap = halfspace_support_gap(body.body, halfspace.body);
  if (gap.status != Status::ok) return Fact::open;
  return gap.upper < 0 ? Fact::yes : gap.lower >= 0 ? Fact::no : Fact::open;
}

// The core is in the solid, or nearer than the radius to a triangle that has the solid on some side.
Fact round_and_solid(const SolidMember& round, const SolidMember& solid, Counters& counters) {
  const Posed& core = round.placed.body;
  if (!place_of(solid, core.triangle(0).a, counters).outside) return Fact::yes;
  Fact result = Fact::no;
  visit_near(
      solid.placed, world_volume(core, core.radius),
      [&](std::uint32_t i) {
        if (!nearer(core.triangle(0), solid.placed.body.triangle(i), core.radius, 0)) return true;
        const Sides sides = sides_of(solid, i, counters);
        if (sides.any) result = Fact::yes;
        if (!sides.known) result = Fact::open;
        return !sides.any;
      },
      counters);
  return result;
}

// The hull without its margin, as triangles; none when it is flat.
std::optional<Body> bare(const SolidMember& member) {
  auto data = std::make_unique<ShapeData>(data_of(member.body.shape));
  data->world_margin = 0;
  return as_solid_mesh({shape_of(std::move(data)), member.body.pose});
}

// Whether cores of points are nearer than their radii, in exact arithmetic, pair by pair.
Fact cores_nearer(const SolidMember& a, const SolidMember& b) {
  Support set_a = a.set->set, set_b = b.set->set;
  const double r = set_a.radius, s = set_b.radius;
  set_a.radius = set_b.radius = 0;
  if (meeting(set_a, set_b).relation == Relation::meet) return Fact::yes;
  const auto triangles = [](const SolidMember& member) {
    std::vector<Triangle> all;
    const Posed& own = member.placed.body;
    const std::optional<Body> body = member.kind == Kind::padded ? bare(member) : std::nullopt;
    const std::uint32_t count = body ? body->shape.triangle_count() : own.shape->triangle_count;
    if (member.kind == Kind::padded && !body) return all;
    for (std::uint32_t i = 0; i < count; ++i) all.push_back(body ? body->shape.triangle(i) : own.triangle(i));
    return all;
  };
  const std::vector<Triangle> of_a = triangles(a), of_b = triangles(b);
  constexpr std::size_t most = 1 << 16;
  if (of_a.empty() || of_b.empty() || of_a.size() * of_b.size() > most) return Fact::open;
  for (const Triangle& t : of_a)
    for (const Triangle& u : of_b)
      if (nearer(t, u, r, s)) return Fact::yes;
  return Fact::no;
}

Fact convex_pair(const SolidMember& a, const SolidMember& b) {
  const Support &set_a = a.set->set, &set_b = b.set->set;
  const ConvexDepth depth = convex_depth(set_a, set_b, {.sign_only = true});
  if (depth.lower > 0) return Fact::yes;
  if (depth.relation == Relation::separate) return Fact::no;
  return set_a.of_points() && set_b.of_points() && set_a.radius + set_b.radius > 0 ? cores_nearer(a, b) : Fact::open;
}

// A convex body and a solid that need not be: by points of either in the other, or triangles of the solid that reach
// into the body.
Fact convex_and_solid(const SolidMember& convex, const SolidMember& solid, Counters& counters) {
  if (share_a_sample(convex, solid, counters)) return Fact::yes;
  Fact result = Fact::open;
  visit_near(
      solid.placed, world_volume(*convex.set, convex.set->set.radius),
      [&](std::uint32_t i) {
        const Triangle t = solid.placed.body.triangle(i);
        const std::array<Vec3, 3> corners{t.a, t.b, t.c};
        if (!(convex_depth(convex.set->set, support_of(corners), {.sign_only = true}).lower > 0)) return true;
        if (sides_of(solid, i, counters).any) result = Fact::yes;
        return result != Fact::yes;
      },
      counters);
  return result;
}

}  // namespace

Fact common_interior(const SolidMember& a, const SolidMember& b, Counters& counters) {
  if (a.kind > b.kind) return common_interior(b, a, counters);
  if (a.kind == Kind::thin) return Fact::no;
  if (b.kind == Kind::halfspace) return with_halfspace(a, b, counters);
  if (b.kind == Kind::shell) {
    if (a.kind == Kind::halfspace) return with_halfspace(b, a, counters);
    return share_a_sample(a, b, counters) ? Fact::yes : Fact::open;
  }
  if (b.kind == Kind::solid) return fact(interiors_meet(a.placed, b.placed, counters));
  if (a.kind == Kind::round && b.kind == Kind::round)
    return fact(
        nearer(a.placed.body.triangle(0), b.placed.body.triangle(0), a.placed.body.radius, b.placed.body.radius));
  if (a.kind == Kind::solid && b.kind == Kind::round) return round_and_solid(b, a, counters);
  if (a.set && b.set) return convex_pair(a, b);
  return convex_and_solid(b, a, counters);
}

}  // namespace graze
