// A sphere or capsule, which is a point or segment with a radius, against a box or convex body.
//
// A sphere and a box: the nearest place of the box to the centre, or from inside the nearest face. The centre is known
// in the frame of the box to within E (convex/box_axes.h, with a box of no size at the centre), and the distance from a
// convex body changes by no more than the point does: so distances and depths are right to within 2E, whichever of the
// places that are as near is taken.
//
// Else the search of convex/ brackets the distance or depth of the core. Where the facet in that direction is hardly
// worse, a capsule has two contacts: the ends of the part of its core that is over the facet. Heights over the facet's
// plane are right to within the rounding of supports (convex/posed_polytope.h); so are the places of cuts, by the
// argument of hull_manifold.cpp.
#include <algorithm>
#include <array>
#include <cmath>

#include "convex/box_axes.h"
#include "convex/depth.h"
#include "narrow/body/posed.h"
#include "narrow/contact/manifold.h"
#include "narrow/contact/posed_facets.h"
#include "narrow/pair/convex_pair.h"
#include "shape/data.h"

namespace graze {
namespace {

// The pose of a sphere or capsule, as points and a radius in the world.
struct RoundCore {
  std::array<Vec3, 2> points;
  int count = 1;
  double radius = 0;
};

bool make_round_core(const Body& body, RoundCore& core) {
  const ShapeData& shape = data_of(body.shape);
  const double own = posed_radius(body.pose.linear, shape.radius);
  if (!(own > 0)) return false;
  core.radius = own + shape.world_margin;
  core.count = shape.form == ShapeForm::sphere ? 1 : 2;
  for (int k = 0; k < core.count; ++k) core.points[std::size_t(k)] = posed(body.pose, shape.vertices[std::size_t(k)]);
  if (core.count == 2 && core.points[0] == core.points[1]) core.count = 1;
  return core.radius < 0x1p100;
}

Feature core_end(int k) { return {Feature::Kind::vertex, std::uint16_t(k), 0, 0}; }

// The normal leads from the round body to the other.
void set_single(Manifold& m, Vec3 normal, Vec3 centre, double radius, double depth, double bound, Feature of_core,
                Feature of_other) {
  m.normal = normal;
  m.bound = bound;
  m.point_bound = 2 * bound;
  m.count = 1;
  m.points[0] = {centre + normal * (radius - 0.5 * depth), depth, 0, 0, of_core, of_other};
}

Verdict sphere_and_box(const RoundCore& core, const Body& body, double tolerance, Manifold& m) {
  SquareBox box;
  if (!make_square_box(data_of(body.shape).bounds.hi, body.pose, box)) return Verdict::undecided;
  const Vec3 centre = core.points[0], from = centre - box.centre;
  const double reach = std::fabs(centre.x) + std::fabs(centre.y) + std::fabs(centre.z);
  const double rounding = (0x1p-47 + 8 * box.skew) * (box.farthest + reach + core.radius + tolerance);
  const double radius = core.radius;
  double at[3], off[3], far = 0, square = 0, inside = 1e308;
  int nearest = 0, outside = 0;
  unsigned upper = 0;
  for (int k = 0; k < 3; ++k) {
    at[k] = dot(from, box.axis[k]);
    const double beyond = std::fabs(at[k]) - box.half[k];
    off[k] = beyond > 0 ? std::copysign(beyond, at[k]) : 0;
    square += off[k] * off[k];
    outside += beyond > 0 ? 1 : 0;
    far += (std::fabs(at[k]) + box.half[k]) * (std::fabs(at[k]) + box.half[k]);
    upper |= (at[k] >= 0 ? 1u : 0u) << k;
    if (-beyond < inside) {
      inside = -beyond;
      nearest = k;
    }
  }
  // The box deep in the sphere: nothing of its surface is near that of the sphere.
  const double hidden = radius - tolerance - std::sqrt(far);
  if (hidden > 4 * rounding) return Verdict::none;
  if (hidden > -4 * rounding) return Verdict::undecided;
  m.arbitrary = false;
  if (outside > 0) {
    const double distance = std::sqrt(square), gap = distance - radius;
    if (gap > tolerance + 2 * rounding) return Verdict::none;
    if (!(gap <= tolerance - 2 * rounding) || !(distance > 0x1p20 * rounding)) return Verdict::undecided;
    Vec3 way = (box.axis[0] * off[0] + box.axis[1] * off[1]) + box.axis[2] * off[2];
    way = way * (-1 / length(way));
    Feature feature = box_corner(upper);
    for (int k = 0; k < 3; ++k) {
      if (outside == 1 && off[k] != 0) feature = box_face(k, upper);
      if (outside == 2 && off[k] == 0) feature = box_edge(k, upper);
    }
    set_single(m, way, centre, radius, radius - distance, 4 * rounding, core_end(0), feature);
    return Verdict::contacts;
  }
  if (inside - radius > tolerance + 2 * rounding) return Verdict::none;
  if (!(inside - radius <= tolerance - 2 * rounding)) return Verdict::undecided;
  m.arbitrary = std::fabs(at[nearest]) <= rounding;
  const Vec3 axis = box.axis[nearest] * (1 / length(box.axis[nearest]));
  set_single(m, at[nearest] >= 0 ? -axis : axis, centre, radius, radius + inside, 4 * rounding, core_end(0),
             box_face(nearest, upper));
  return Verdict::contacts;
}

// Where a capsule's core is over a facet: two contacts, or nothing.
bool clip_core(const RoundCore& core, const FacetedBody& hull, std::uint32_t facet, Vec3 out, double tolerance,
               double rounding, Manifold& m) {
  const Polytope& p = hull.polytope();
  const std::uint32_t begin = p.facet_start[facet], end = p.facet_start[facet + 1];
  const Vec3 origin = hull.posed.vertex(p.loop[begin]);
  const Vec3 from = core.points[0] - origin, to = core.points[1] - origin;
  double first = 0, last = 1;
  std::uint32_t first_edge = end, last_edge = end;
  Vec3 corner;
  double shortest = 1e308;
  for (std::uint32_t h = begin; h < end; ++h) {
    const Vec3 next = h + 1 == end ? Vec3{} : hull.posed.vertex(p.loop[h + 1]) - origin;
    const Vec3 along = next - corner, side = cross(along, out) * hull.posed.sense();
    const double size = length(along), limit = dot(side, corner) + rounding * size;
    shortest = std::min(shortest, size);
    corner = next;
    const double over_from = dot(side, from) - limit, over_to = dot(side, to) - limit;
    if (over_from > 0 && over_to > 0) return false;
    if (over_from > 0 && over_from / (over_from - over_to) > first) {
      first = over_from / (over_from - over_to);
      first_edge = h;
    }
    if (over_to > 0 && over_from / (over_from - over_to) < last) {
      last = over_from / (over_from - over_to);
      last_edge = h;
    }
  }
  const double slip = (2 + 4 * hull.posed.size() / shortest) * rounding;
  if (!(first < last) || !(slip <= 1e-10 * hull.posed.size() + 64 * rounding)) return false;
  m.normal = -out;
  m.arbitrary = false;
  m.bound = 2 * rounding;
  m.point_bound = 2 * slip;
  m.count = 0;
  for (const bool at_end : {false, true}) {
    const Vec3 place = from + (to - from) * (at_end ? last : first);
    const double height = dot(out, place);  // over the facet's first corner
    if (height - core.radius > tolerance - 2 * slip) continue;
    const std::uint32_t edge = at_end ? last_edge : first_edge;
    Feature of_core{Feature::Kind::edge, 0, 0, 0}, of_hull = hull.facet_feature(facet);
    if (edge == end) {
      of_core = core_end(at_end ? 1 : 0);
    } else {
      of_hull = hull.edge_feature(edge);
    }
    m.points[std::size_t(m.count++)] = {
        (place + origin) - out * (0.5 * (height + core.radius)), core.radius - height, 0, 0, of_core, of_hull};
  }
  return m.count == 2;
}

Verdict core_and_facets(const RoundCore& core, const Body& body, double tolerance, Manifold& m) {
  if (!has_facets(body)) return Verdict::undecided;
  const FacetedBody hull(body);
  if (!hull.posed.in_range()) return Verdict::undecided;
  SupportBody set;
  if (make_support(body, set) != Status::ok) return Verdict::undecided;
  const std::span<const Vec3> points(core.points.data(), std::size_t(core.count));
  const Support line = support_of(points);
  const double radius = core.radius;
  const Vec3 middle = core.points[0];
  const double reach =
      std::fabs(middle.x) + std::fabs(middle.y) + std::fabs(middle.z) + length(core.points[1] - middle);
  const double rounding = 4 * hull.posed.rounding() + 0x1p-48 * (reach + radius + tolerance);
  const double size = hull.posed.size() + radius;
  if (!(size > 0x1p-100 && size < 0x1p100 && rounding < 1e-10 * size)) return Verdict::undecided;

  ConvexDistanceSettings settings;
  settings.max = radius + tolerance;
  const ConvexDistance gap = convex_distance(line, set.set, settings);
  double lower = 0, upper = 0;  // of the distance of the core; negative: how deep it is
  Vec3 normal, on_core;
  ConvexFeature of_core, of_hull;
  const double limit = radius + tolerance;
  if (gap.relation == Relation::separate) {
    if (gap.beyond || gap.lower > limit + rounding) return Verdict::none;
    lower = gap.lower;
    upper = gap.upper;
    normal = gap.normal;
    on_core = gap.point_a;
    of_core = gap.feature_a;
    of_hull = gap.feature_b;
  } else {
    const ConvexDepth depth = convex_depth(line, set.set);
    if (depth.relation != Relation::meet || !depth.converged) return Verdict::undecided;
    lower = -depth.upper;
    upper = -depth.lower;
    normal = depth.normal;
    on_core = depth.point_a;
    of_core = depth.feature_a;
    of_hull = depth.feature_b;
  }
  if (!(upper <= limit - 2 * rounding) || !(upper - lower <= 1e-9 * size)) return Verdict::undecided;
  // Neither is inside the other when the core's body sticks out of the hull against the normal, by its radius, and the
  // hull out of the core's body along it.
  const double back = hull.posed.support(-normal, 0).upper, ahead = hull.posed.support(normal, 0).upper;
  double core_back = -1e308, core_ahead = -1e308;
  for (const Vec3& p : points) {
    core_back = std::max(core_back, -dot(normal, p));
    core_ahead = std::max(core_ahead, dot(normal, p));
  }
  if (!(core_back + radius > back - tolerance + 2 * rounding) ||
      !(ahead > core_ahead + radius - tolerance + 2 * rounding))
    return Verdict::undecided;

  if (core.count == 2) {
    Vec3 out;
    const std::uint32_t corner = hull.posed.support(-normal, 0).vertex, facet = hull.facet_along(corner, -normal, out);
    double least = 1e308;
    for (const Vec3& p : points) least = std::min(least, dot(out, p));
    const double along = least - hull.posed.support(out, corner).upper;  // the gap along the facet's normal
    const double bias = 1e-9 * size + (upper < radius ? std::min(tolerance, 0x1p-6 * radius) : 0);
    if (along >= lower - bias && clip_core(core, hull, facet, out, tolerance, rounding, m)) return Verdict::contacts;
  }
  const double distance = 0.5 * (lower + upper);
  Feature feature_of_core =
      of_core.count == 2 ? Feature{Feature::Kind::edge, 0, 0, 0} : core_end(int(of_core.point[0]));
  if (core.count == 1) feature_of_core = core_end(0);
  set_single(m, normal, on_core, radius, radius - distance, 0.5 * (upper - lower) + rounding, feature_of_core,
             hull.feature_of(of_hull));
  m.arbitrary = false;
  m.point_bound = 2 * (upper - lower) + 4 * rounding;
  return Verdict::contacts;
}

}  // namespace

Verdict round_manifold(const Body& round, const Body& body, double tolerance, Manifold& m) {
  RoundCore core;
  if (!(tolerance < 0x1p100) || !make_round_core(round, core)) return Verdict::undecided;
  const Verdict verdict = core.count == 1 && data_of(body.shape).form == ShapeForm::box
                              ? sphere_and_box(core, body, tolerance, m)
                              : Verdict::undecided;
  return verdict == Verdict::undecided ? core_and_facets(core, body, tolerance, m) : verdict;
}

}  // namespace graze
