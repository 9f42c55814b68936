#include "narrow/classify/facts.h"

#include <algorithm>
#include <array>

#include "base/work.h"
#include "convex/depth.h"
#include "math/dyadic3.h"
#include "math/exact.h"
#include "math/posed_point.h"
#include "narrow/body/posed_plane.h"
#include "narrow/classify/face_cuts.h"
#include "narrow/inside/inside.h"
#include "narrow/inside/ray_reach.h"
#include "narrow/inside/where.h"
#include "narrow/pair/convex_pair.h"
#include "narrow/triangle/exact_distance.h"
#include "narrow/triangle/flat.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {
namespace {

using Kind = SolidMember::Kind;

Place of_sign(int outward) { return {true, outward > 0, outward < 0}; }

// The sign of the distance to the segment less the radius, by their squares.
int beyond_radius(const Triangle& core, double radius, Vec3 point) {
  count_exact();
  const Dyadic3 along = exact_difference(core.b, core.a), from_a = exact_difference(point, core.a);
  const Dyadic radius_sq = Dyadic(radius) * Dyadic(radius), length_sq = dot(along, along), t = dot(from_a, along);
  if (t.sign() <= 0) return (dot(from_a, from_a) - radius_sq).sign();
  if ((t - length_sq).sign() >= 0) {
    const Dyadic3 from_b = exact_difference(point, core.b);
    return (dot(from_b, from_b) - radius_sq).sign();
  }
  const Dyadic3 area = cross(from_a, along);
  return (dot(area, area) - radius_sq * length_sq).sign();
}

// By the distance of the triangles. A point that is exactly as far from them as the radius may have the set on all
// sides.
Place place_in_shell(const SolidMember& shell, Vec3 point) {
  const Triangle at{point, point, point};
  const Posed& body = shell.placed.body;
  bool within = false;
  for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) {
    work::charge(4);
    work::poll();
    const Triangle t = body.triangle(i);
    if (nearer(t, at, body.radius, 0)) return of_sign(-1);
    within = within || triangles_within(t, at, body.radius);
  }
  if (within) return {};
  if (!body.shape->solid) return of_sign(1);
  Counters counters;
  return of_sign(inside_solid(shell.placed, point, counters) ? -1 : 1);
}

Place place_in_set(const Support& set, Vec3 point) {
  const std::array<Vec3, 1> one{point};
  const Support at = support_of(one);
  if (meeting(set, at).relation == Relation::separate) return of_sign(1);
  if (convex_depth(set, at, {.sign_only = true}).lower > 0) return of_sign(-1);
  return {};
}

Place place_in_halfspace(const SolidMember& member, Vec3 point) {
  const ShapeData& shape = data_of(member.body.shape);
  int orientation = 0;
  check_pose(member.body.pose, orientation);
  if (!PosedPlane::in_range(shape, member.body.pose) || !PosedPlane::in_range(point) ||
      !PosedPlane::in_range(shape.world_margin))
    return {};
  const PosedPlane plane(shape, member.body.pose, orientation);
  const Dyadic height = plane.exact_height(point);
  if (shape.world_margin == 0 || height.sign() <= 0) return of_sign(shape.world_margin > 0 ? -1 : height.sign());
  const Dyadic margin(shape.world_margin);
  const Dyadic3& normal = plane.exact_normal();
  return of_sign((height * height - margin * margin * dot(normal, normal)).sign());
}

// Points that are in the member or near its boundary; whether they are in it is for place_of() to tell.
std::vector<Vec3> samples(const SolidMember& member) {
  std::vector<Vec3> points;
  if (!member.bounded()) return points;
  if (member.kind != Kind::curved) {
    constexpr std::size_t most = 96;
    const double radius = member.placed.body.radius * (1 - 0x1p-20);
    for_each_corner(member.placed.body, [&](Vec3 p) {
      points.push_back(p);
      if (radius > 0)
        for (int k = 0; k < 3; ++k)
          for (const double sign : {-1.0, 1.0}) {
            Vec3 q = p;
            q[k] += sign * radius;
            points.push_back(q);
          }
      return points.size() < most;
    });
    return points;
  }
  const Support& set = member.set->set;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) {
        const int across = x * x + y * y;
        // Square roots of 1/2 and 1/3, a little less.
        double side = across == 2 ? 0.707 : 0.9999, up = 0.9999;
        if (set.kind == Support::Kind::ellipsoid && across + z * z == 2) side = up = 0.707;
        if (set.kind == Support::Kind::ellipsoid && across + z * z == 3) side = up = 0.577;
        points.push_back(
            posed(set.pose, Vec3{x * set.extent.x * side, y * set.extent.y * side, z * set.extent.z * up}));
      }
  return points;
}

}  // namespace

bool on_triangles(const PlacedBody& body, Vec3 point, Counters& counters) {
  const Triangle at{point, point, point};
  thread_local std::vector<std::uint32_t> found;
  near_triangle(body, at, found, counters);
  for (const std::uint32_t i : found) {
    work::poll();
    const Triangle t = body.body.triangle(i);
    if (!overlap(box_of(t), Box{point, point})) continue;
    ++counters.double_tests;
    if (triangles_meet(t, at)) return true;
  }
  return false;
}

Sides sides_of(const SolidMember& member, std::uint32_t triangle, Counters& counters) {
  if (member.set) return {true, true, false};  // the triangles of a hull are its boundary
  const SolidBody& solid = *member.inside;
  const Triangle t = solid.placed.body.triangle(triangle);
  if (!solid.bounding(triangle) || projection_axis(t) < 0) return {true, false, false};
  FaceCuts cuts(t);
  std::vector<std::uint32_t> found;
  near_triangle(solid.placed, t, found, counters);
  for (const std::uint32_t i : found)
    if (i != triangle && solid.bounding(i)) cuts.add(solid.placed.body.triangle(i));
  if (!cuts.cuts.empty()) return {};
  const Where at = where(solid, ExactPoint::middle_of(t), counters);
  return {true, at != Where::outside, at == Where::inside};
}

bool nearer(const Triangle& a, const Triangle& b, double r, double s) {
  if (!triangles_within(a, b, r, s)) return false;
  if (triangles_meet(a, b)) return r + s > 0;
  return exact_nearer(a, b, r, s);
}

SolidMember complement(const SolidMember& halfspace) {
  const ShapeData& shape = data_of(halfspace.body.shape);
  SolidMember result = halfspace;
  result.body.shape = make_halfspace(Vec3{} - shape.normal, -shape.offset);
  return result;
}

Place place_of(const SolidMember& member, Vec3 point, Counters& counters) {
  work::poll();
  switch (member.kind) {
    case Kind::thin:
      if (member.set) {
        const std::array<Vec3, 1> one{point};
        return {true, meeting(member.set->set, support_of(one)).relation == Relation::separate, false};
      }
      return {true, !on_triangles(member.placed, point, counters), false};
    case Kind::solid: {
      if (!overlap(member.placed.body.box, Box{point, point})) return of_sign(1);
      const Where at = where(*member.inside, point, counters);
      return {true, at == Where::outside, at == Where::inside};
    }
    case Kind::round:
      return of_sign(beyond_radius(member.placed.body.triangle(0), member.placed.body.radius, point));
    case Kind::padded:
    case Kind::curved:
      return place_in_set(member.set->set, point);
    case Kind::halfspace:
      return place_in_halfspace(member, point);
    case Kind::shell:
      return place_in_shell(member, point);
  }
  return {};
}

bool sticks_out(const SolidMember& a, const std::vector<SolidMember>& b, Counters& counters) {
  if (!a.bounded()) return std::all_of(b.begin(), b.end(), [](const SolidMember& m) { return m.bounded(); });
  for (const Vec3& p : samples(a)) {
    const bool out = std::all_of(b.begin(), b.end(), [&](const SolidMember& m) {
      const Place at = place_of(m, p, counters);
      return at.known && at.outside;
    });
    if (!out) continue;
    const Place own = place_of(a, p, counters);
    if (own.known && !own.outside) return true;
  }
  return false;
}

bool share_a_sample(const SolidMember& a, const SolidMember& b, Counters& counters) {
  for (const SolidMember* one : {&a, &b})
    for (const Vec3& p : samples(*one)) {
      const Place in_a = place_of(a, p, counters), in_b = place_of(b, p, counters);
      const bool in = in_a.known && in_b.known && !in_a.outside && !in_b.outside;
      if (in && (in_a.inside || in_b.inside)) return true;
    }
  return false;
}

}  // namespace graze
