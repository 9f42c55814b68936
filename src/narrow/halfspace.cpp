// A convex set is in a closed half-space's reach when one of its corners is: triangles are asked by their vertices, a
// core with a radius by its ends. A tree descent leaves the boxes whose lowest point is above what matters.
#include "narrow/halfspace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "math/exact.h"
#include "narrow/descend.h"
#include "narrow/placement.h"
#include "narrow/posed.h"
#include "narrow/posed_plane.h"
#include "narrow/primitive.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double size(Vec3 v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }
bool in_range(double x) { return std::fabs(x) <= PosedPlane::largest; }
bool in_range(Vec3 v) { return in_range(v.x) && in_range(v.y) && in_range(v.z); }
bool in_range(const Pose& p) {
  return in_range(p.linear.c0) && in_range(p.linear.c1) && in_range(p.linear.c2) && in_range(p.translation);
}

// A half-space and the other body.
struct Sides {
  const Body* plane;
  const Body* other;
  bool plane_is_a;
  int orientation = 0;  // of the half-space's pose
  PlacedBody placed;    // the other
  double own_radius = 0;
};

Status make_sides(const Body& a, const Body& b, Sides& sides) {
  if (!a.shape || !b.shape) return Status::invalid;
  sides.plane_is_a = a.shape.form() == ShapeForm::halfspace;
  sides.plane = sides.plane_is_a ? &a : &b;
  sides.other = sides.plane_is_a ? &b : &a;
  if (const Status status = check_pose(sides.plane->pose, sides.orientation); status != Status::ok) return status;
  if (const Status status = make_posed_with_radius(*sides.other, sides.placed.body); status != Status::ok)
    return status;  // unsupported for two half-spaces
  // The plane's margin goes to the other body, added with one rounding.
  sides.own_radius = sides.placed.body.radius;
  sides.placed.body.radius += sides.plane->shape.margin();
  const Posed& body = sides.placed.body;
  const Shape::Data& plane = sides.plane->shape.data();
  if (!in_range(plane.normal) || !in_range(plane.offset) || !in_range(sides.plane->pose) || !in_range(body.box.lo) ||
      !in_range(body.box.hi) || !in_range(body.radius))
    return Status::out_of_range;
  sides.placed.placement = place(*body.shape, body.pose);
  return Status::ok;
}

// Calls visit(triangle) for all triangles with a vertex whose height may be at most limit().
template <class Limit, class Visit>
void visit_low(const PosedPlane& plane, const PlacedBody& placed, const Limit& limit, const Visit& visit,
               Counters& counters) {
  const Placement& at = placed.placement;
  const double rounded = 2 * size(at.world_slack);
  const auto far = [&](const SlotBox& box) {
    const Vec3 half[3] = {at.to_world * box.half[0], at.to_world * box.half[1], at.to_world * box.half[2]};
    const double slack = rounded + (size(half[0]) + size(half[1]) + size(half[2])) * slot_slack;
    return plane.lowest(at.centre + at.to_world * box.centre, half, slack) > limit();
  };
  if (at.usable) {
    descend(*placed.body.shape, far, visit, counters.box_tests);
    return;
  }
  for (std::uint32_t i = 0; i < placed.body.shape->triangle_count; ++i)
    if (!visit(i)) return;
}

// Calls found(triangle) for every triangle within `radius` of the body + tolerance of the half-space.
template <class Found>
void for_each_within(const PosedPlane& plane, const PlacedBody& placed, double tolerance, const Found& found,
                     Counters& counters) {
  const double radius = placed.body.radius;
  const double limit = (radius + tolerance) * plane.normal_length() * (1 + 0x1p-40) + 1e-290;
  visit_low(
      plane, placed, [limit] { return limit; },
      [&](std::uint32_t i) {
        ++counters.triangle_tests;
        const Triangle t = placed.body.triangle(i);
        const bool low = plane.within(t.a, radius, tolerance) || plane.within(t.b, radius, tolerance) ||
                         plane.within(t.c, radius, tolerance);
        return !low || found(i);
      },
      counters);
}

// The vertex of the least height, and a bound on how much less another one may have.
struct Lowest {
  Vec3 point;
  std::uint32_t triangle = 0;
  std::uint8_t corner = 0;
  double value = infinity;
  double error = 0;
};

Lowest find_lowest(const PosedPlane& plane, const PlacedBody& placed, Counters& counters) {
  Lowest best;
  visit_low(
      plane, placed, [&] { return best.value + best.error; },
      [&](std::uint32_t i) {
        ++counters.triangle_tests;
        const Triangle t = placed.body.triangle(i);
        const Vec3 corners[3] = {t.a, t.b, t.c};
        for (std::uint8_t k = 0; k < 3; ++k) {
          const Height at = plane.height(corners[k]);
          best.error = std::max(best.error, at.error);
          if (at.value < best.value || (at.value == best.value && i < best.triangle)) {
            best.point = corners[k];
            best.triangle = i;
            best.corner = k;
            best.value = at.value;
          }
        }
        return true;
      },
      counters);
  return best;
}

CollideResult collide_sides(const Sides& sides, const CollideSettings& settings) {
  CollideResult result;
  const PosedPlane plane(sides.plane->shape.data(), sides.plane->pose, sides.orientation);
  for_each_within(
      plane, sides.placed, 0,
      [&](std::uint32_t i) {
        result.colliding = true;
        if (settings.all) result.pairs.push_back(sides.plane_is_a ? TrianglePair{0, i} : TrianglePair{i, 0});
        return settings.all;
      },
      result.counters);
  if (!settings.all) return result;
  Posed boundary = sides.placed.body;
  boundary.shape = &sides.plane->shape.data();
  const Posed& other = sides.placed.body;
  name_primitives(sides.plane_is_a ? boundary : other, sides.plane_is_a ? other : boundary, settings.max_results,
                  result);
  return result;
}

void set_points(DistanceResult& result, const Sides& sides, Vec3 on_plane, Vec3 on_other) {
  result.point_a = sides.plane_is_a ? on_plane : on_other;
  result.point_b = sides.plane_is_a ? on_other : on_plane;
}

DistanceResult distance_of_sides(const Sides& sides, double max) {
  DistanceResult result;
  const PosedPlane plane(sides.plane->shape.data(), sides.plane->pose, sides.orientation);
  const Posed& body = sides.placed.body;
  const Lowest low = find_lowest(plane, sides.placed, result.counters);
  const double length = plane.normal_length();
  const Vec3 normal = plane.unit_normal();
  // The true height of that vertex, rounded a few times; another may be lower by what rounding did to both.
  const double height = quotient(plane.exact_height(low.point), Dyadic(1.0)) / length;
  const double error = 2 * low.error / length + std::fabs(height) * 0x1p-48 + std::numeric_limits<double>::denorm_min();
  const double coordinates = size(low.point) + size(sides.plane->pose.translation) + std::fabs(height) + body.radius;
  const Feature face{Feature::Kind::face, 0, 0, 0};
  Feature vertex{Feature::Kind::vertex, low.corner, low.triangle,
                 body.shape->tags.empty() ? 0 : body.shape->tags[low.triangle]};
  if (body.shape->form == ShapeForm::box) vertex = {};
  result.feature_a = sides.plane_is_a ? face : vertex;
  result.feature_b = sides.plane_is_a ? vertex : face;
  result.point_bound = coordinates * 0x1p-48 + error;

  double apart = height - body.radius;
  const double bound = error + (std::fabs(height) + body.radius) * 0x1p-52;
  bool touching = apart + bound <= 0;
  if (!touching && apart - bound <= 0)
    for_each_within(
        plane, sides.placed, 0,
        [&](std::uint32_t) {
          touching = true;
          return false;
        },
        result.counters);
  if (touching) {
    const double above = height - sides.plane->shape.margin();
    const Vec3 common = above > 0 ? low.point - normal * above : low.point;
    set_points(result, sides, common, common);
    return result;
  }
  apart = std::max(apart, std::numeric_limits<double>::denorm_min());
  if (apart > max) {
    result.beyond = true;
    result.distance = result.upper = result.bound = infinity;
    result.lower = std::clamp(apart - bound, 0.0, max);
    result.point_a = result.point_b = {};
    result.point_bound = 0;
    result.feature_a = result.feature_b = {};
    return result;
  }
  result.distance = apart;
  result.bound = bound;
  result.lower = std::max(0.0, std::nextafter(apart - bound, 0.0));
  result.upper = std::nextafter(apart + bound, infinity);
  set_points(result, sides, low.point - normal * (height - sides.plane->shape.margin()),
             low.point - normal * sides.own_radius);
  result.normal = sides.plane_is_a ? normal : Vec3{} - normal;
  return result;
}

template <class Result>
Result failed(Status status) {
  Result result;
  result.status = status;
  return result;
}

}  // namespace

CollideResult halfspace_collide(const Body& a, const Body& b, const CollideSettings& settings) {
  Sides sides;
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<CollideResult>(status);
  const std::uint64_t exact_before = exact_count();
  CollideResult result = collide_sides(sides, settings);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

DistanceResult halfspace_distance(const Body& a, const Body& b, const DistanceSettings& settings) {
  Sides sides;
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<DistanceResult>(status);
  const std::uint64_t exact_before = exact_count();
  DistanceResult result = distance_of_sides(sides, settings.max);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

WithinResult halfspace_within(const Body& a, const Body& b, double tolerance) {
  Sides sides;
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<WithinResult>(status);
  WithinResult result;
  if (!in_range(tolerance)) {
    // Farther than any two points in range can be.
    result.within = true;
    return result;
  }
  const std::uint64_t exact_before = exact_count();
  const PosedPlane plane(sides.plane->shape.data(), sides.plane->pose, sides.orientation);
  for_each_within(
      plane, sides.placed, tolerance,
      [&](std::uint32_t i) {
        result.within = true;
        const std::uint32_t named = sides.placed.body.shape->primitive() ? 0 : i;
        result.witness = sides.plane_is_a ? TrianglePair{0, named} : TrianglePair{named, 0};
        return false;
      },
      result.counters);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

}  // namespace graze
