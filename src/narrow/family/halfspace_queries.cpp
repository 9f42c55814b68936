// A convex set is in a closed half-space's reach when one of its corners is: triangles are asked by their vertices, a
// core with a radius by its ends. A tree descent leaves the boxes whose lowest point is above what matters.
#include "narrow/family/halfspace_queries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/guard.h"
#include "math/exact.h"
#include "math/norms.h"
#include "math/round.h"
#include "narrow/body/faces.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/body/posed_plane.h"
#include "narrow/body/so_far.h"
#include "narrow/family/primitive_queries.h"
#include "narrow/family/two_halfspaces.h"
#include "tree/descend.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool two_halfspaces(const Body& a, const Body& b) {
  return a.shape && b.shape && a.shape.form() == ShapeForm::halfspace && b.shape.form() == ShapeForm::halfspace;
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
    return status;
  // The plane's margin goes to the other body, added with one rounding.
  sides.own_radius = sides.placed.body.radius;
  sides.placed.body.radius += sides.plane->shape.margin();
  const Posed& body = sides.placed.body;
  const ShapeData& plane = data_of(sides.plane->shape);
  if (!PosedPlane::in_range(plane, sides.plane->pose) || !PosedPlane::in_range(body.box.lo) ||
      !PosedPlane::in_range(body.box.hi) || !PosedPlane::in_range(body.radius))
    return Status::out_of_range;
  sides.placed.placement = place(*body.shape, body.pose);
  return Status::ok;
}

// The plane of a half-space, in double where that is enough; made exact on first need.
class Plane {
 public:
  explicit Plane(const Sides& sides)
      : body_(*sides.plane),
        orientation_(sides.orientation),
        rounded_(data_of(body_.shape), body_.pose, orientation_),
        normal_size_(scaled_length(rounded_.normal)),
        normal_error_(sum_abs(rounded_.magnitude) * 0x1p-48) {}

  const RoundedPlane& rounded() const { return rounded_; }
  const PosedPlane& exact() {
    if (!exact_) exact_.emplace(data_of(body_.shape), body_.pose, orientation_);
    return *exact_;
  }
  // Bounds of a height that is a distance from the plane.
  double height_above(double distance) const { return distance * (normal_size_ + normal_error_) * (1 + 0x1p-48); }
  double height_below(double distance) const {
    return distance * std::max(normal_size_ - normal_error_, 0.0) * (1 - 0x1p-48);
  }
  // Exactly: is the point no farther from the half-space than r + s?
  bool within(Vec3 point, double r, double s) {
    const Height at = rounded_.height(point);
    if (at.value + at.error < height_below(r + s)) return true;
    if (at.value - at.error > height_above(r + s) + 1e-290) return false;
    return exact().within(point, r, s);
  }

 private:
  // Squares of the normal may leave the doubles.
  static double scaled_length(Vec3 v) {
    const Vec3 part = abs(v);
    const double most = std::max({part.x, part.y, part.z});
    return most > 0 ? most * length(v * (1 / most)) : 0;
  }

  const Body& body_;
  int orientation_;
  RoundedPlane rounded_;
  double normal_size_, normal_error_;
  std::optional<PosedPlane> exact_;
};

// Heights over the plane in the frame of the other body's tree: a posed vertex at y there is direction . y * unit +
// base high, to within `slack` * unit.
struct TreeHeights {
  Vec3 direction;  // unit
  double unit = 0, base = 0, slack = 0;
  bool usable = false;

  TreeHeights(const RoundedPlane& plane, const Placement& at) {
    const Vec3 climb{dot(at.to_world.c0, plane.normal), dot(at.to_world.c1, plane.normal),
                     dot(at.to_world.c2, plane.normal)};
    unit = length(climb);
    if (!at.usable || !(unit > 1e-140) || !(unit < 1e140)) return;
    direction = climb * (1 / unit);
    const Height middle = plane.height(at.centre);
    base = middle.value;
    const Vec3 extent = abs(at.to_world.c0) + abs(at.to_world.c1) + abs(at.to_world.c2);
    const double off = middle.error + dot(plane.magnitude, at.world_slack * 2 + extent * 0x1p-46);
    slack = 2 * (off / unit) + 256 * 0x1p-24;
    usable = slack < 1e3;
  }
  // Heights up to `most` are as far up in the tree's frame, at most; those below `least`, at least.
  float outer(double most) const { return round_up(std::min((most - base) / unit + slack, 1e30)); }
  float inner(double least) const { return round_down(std::max((least - base) / unit - slack, -1e30)); }
};

TreePlane tree_plane(const TreeHeights& heights) {
  TreePlane plane;
  for (int k = 0; k < 3; ++k) plane.direction[k] = float(heights.direction[k]);
  return plane;
}

template <class Visit>
void descend_plane(const ShapeData& shape, const TreePlane& plane, bool first_only, Counters& counters,
                   const Visit& visit) {
  PairWork work;
  descend(shape.tree(), shape.oriented().data(), plane, first_only, work, visit);
  counters.box_tests += work.boxes;
  counters.triangle_tests += work.triangles;
}

// Calls found(triangle) for every triangle within `radius` of the body + tolerance of the half-space, until it returns
// false.
template <class Found>
void for_each_within(Plane& plane, const PlacedBody& placed, double tolerance, bool first_only, const Found& found,
                     Counters& counters) {
  const double radius = placed.body.radius;
  const auto visit = [&](std::uint32_t i, bool certain) {
    if (!certain) {
      ++counters.double_tests;
      const Triangle t = placed.body.triangle(i);
      if (!plane.within(t.a, radius, tolerance) && !plane.within(t.b, radius, tolerance) &&
          !plane.within(t.c, radius, tolerance))
        return true;
    }
    return found(i);
  };
  const ShapeData& shape = *placed.body.shape;
  if (const TreeHeights heights(plane.rounded(), placed.placement); heights.usable) {
    TreePlane low = tree_plane(heights);
    low.outer = heights.outer(plane.height_above(radius + tolerance));
    low.inner = heights.inner(plane.height_below(radius + tolerance));
    descend_plane(shape, low, first_only, counters, visit);
    return;
  }
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    ++counters.triangle_tests;
    if (!visit(i, false)) return;
  }
}

// The vertex of the least height, and a bound on how much less another one may have.
struct Lowest {
  Vec3 point;
  std::uint32_t triangle = 0;
  std::uint8_t corner = 0;
  double value = infinity;
  double error = 0;
};

Lowest find_lowest(const Plane& plane, const PlacedBody& placed, Counters& counters) {
  Lowest best;
  const auto look_at = [&](std::uint32_t i) {
    const Triangle t = placed.body.triangle(i);
    const Vec3 corners[3] = {t.a, t.b, t.c};
    for (std::uint8_t k = 0; k < 3; ++k) {
      const Height at = plane.rounded().height(corners[k]);
      best.error = std::max(best.error, at.error);
      if (at.value < best.value || (at.value == best.value && i < best.triangle)) {
        best.point = corners[k];
        best.triangle = i;
        best.corner = k;
        best.value = at.value;
      }
    }
  };
  const ShapeData& shape = *placed.body.shape;
  const TreeHeights heights(plane.rounded(), placed.placement);
  if (heights.usable) {
    TreePlane low = tree_plane(heights);
    low.inner = -std::numeric_limits<float>::infinity();
    low.outer = std::numeric_limits<float>::infinity();
    descend_plane(shape, low, true, counters, [&](std::uint32_t i, bool) {
      ++counters.double_tests;
      look_at(i);
      low.outer = heights.outer(best.value + best.error);
      return true;
    });
    return best;
  }
  for (std::uint32_t i = 0; i < shape.triangle_count; ++i) {
    ++counters.triangle_tests;
    look_at(i);
  }
  return best;
}

CollideResult collide_sides(const Sides& sides, const CollideSettings& settings) {
  auto result = no_so_far<CollideResult>();
  Plane plane(sides);
  const ShapeData& other = *sides.placed.body.shape;
  std::vector<std::uint32_t> met;
  for_each_within(
      plane, sides.placed, 0, !settings.all,
      [&](std::uint32_t i) {
        result.answer = Answer::yes;
        if (!settings.all) return false;
        if (other.primitive()) i = 0;  // one thing, whichever of its triangles
        result.complete = met.size() < settings.max_results;
        if (result.complete) met.push_back(i);
        return result.complete && !other.primitive();
      },
      result.counters);
  if (!met.empty()) result.pairs = sorted_pairs(std::move(met), other.triangle_count, sides.plane_is_a);
  return result;
}

void set_points(DistanceResult& result, const Sides& sides, Vec3 on_plane, Vec3 on_other) {
  result.point_a = sides.plane_is_a ? on_plane : on_other;
  result.point_b = sides.plane_is_a ? on_other : on_plane;
}

DistanceResult distance_of_sides(const Sides& sides, double max) {
  DistanceResult result = at_distance_0();
  Plane asked(sides);
  const Posed& body = sides.placed.body;
  const Lowest low = find_lowest(asked, sides.placed, result.counters);
  const PosedPlane& plane = asked.exact();
  const double length = plane.normal_length();
  const Vec3 normal = plane.unit_normal();
  // The true height of that vertex, rounded a few times; another may be lower by what rounding did to both.
  const double height = quotient(plane.exact_height(low.point), Dyadic(1.0)) / length;
  const double error = 2 * low.error / length + std::fabs(height) * 0x1p-48 + std::numeric_limits<double>::denorm_min();
  const double coordinates =
      sum_abs(low.point) + sum_abs(sides.plane->pose.translation) + std::fabs(height) + body.radius;
  const Feature face{Feature::Kind::face, 0, 0, 0};
  Feature vertex{Feature::Kind::vertex, low.corner, low.triangle,
                 body.shape->tags.empty() ? 0 : body.shape->tags[low.triangle]};
  if (body.shape->form == ShapeForm::box) vertex = named_outside(*body.shape, vertex);
  result.feature_a = sides.plane_is_a ? face : vertex;
  result.feature_b = sides.plane_is_a ? vertex : face;
  result.point_bound = coordinates * 0x1p-48 + error;

  double apart = height - body.radius;
  const double bound = error + (std::fabs(height) + body.radius) * 0x1p-52;
  bool touching = apart + bound <= 0;
  if (!touching && apart - bound <= 0)
    for_each_within(
        asked, sides.placed, 0, true,
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
    set_beyond(result, std::clamp(apart - bound, 0.0, max));
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

}  // namespace

CollideResult halfspace_collide(const Body& a, const Body& b, const CollideSettings& settings) {
  if (two_halfspaces(a, b)) return halfspaces_collide(a, b, settings);
  Sides sides;
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<CollideResult>(status);
  const std::uint64_t exact_before = exact_count();
  CollideResult result = collide_sides(sides, settings);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

DistanceResult halfspace_distance(const Body& a, const Body& b, const DistanceSettings& settings) {
  if (two_halfspaces(a, b)) return halfspaces_distance(a, b, settings);
  Sides sides;
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<DistanceResult>(status);
  const std::uint64_t exact_before = exact_count();
  DistanceResult result = distance_of_sides(sides, settings.max);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

WithinResult halfspace_within(const Body& a, const Body& b, double tolerance) {
  if (two_halfspaces(a, b)) return halfspaces_within(a, b, tolerance);
  Sides sides;
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<WithinResult>(status);
  auto result = no_so_far<WithinResult>();
  if (!PosedPlane::in_range(tolerance)) {
    // Farther than any two points in range can be.
    result.answer = Answer::yes;
    return result;
  }
  const std::uint64_t exact_before = exact_count();
  Plane plane(sides);
  for_each_within(
      plane, sides.placed, tolerance, true,
      [&](std::uint32_t i) {
        result.answer = Answer::yes;
        const std::uint32_t named = sides.placed.body.shape->primitive() ? 0 : i;
        result.witness = sides.plane_is_a ? TrianglePair{0, named} : TrianglePair{named, 0};
        return false;
      },
      result.counters);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

}  // namespace graze
