#include <algorithm>
#include <cmath>
#include <limits>

#include "base/guard.h"
#include "math/constants.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/faces.h"
#include "narrow/body/so_far.h"
#include "narrow/distance/distance_ways.h"
#include "narrow/pair/halfspace_curved.h"
#include "narrow/pair/halfspace_triangles.h"
#include "narrow/pair/two_halfspaces.h"

namespace graze {
namespace {

DistanceResult distance_of_sides(const HalfspaceSides& sides, double max) {
  DistanceResult result = at_distance_0();
  HalfspacePlane asked(sides);
  const Posed& body = sides.placed.body;
  const LowestVertex low = find_lowest(asked, sides.placed, result.counters);
  const PosedPlane& plane = asked.exact();
  const double length = plane.normal_length();
  const Vec3 normal = plane.unit_normal();
  // The true height of that vertex, rounded a few times; another may be lower by what rounding did to both.
  const double height = quotient(plane.exact_height(low.point), Dyadic(1.0)) / length;
  const double error = 2 * low.error / length + std::fabs(height) * 0x1p-48 + std::numeric_limits<double>::denorm_min();
  const double coordinates =
      sum_abs(low.point) + sum_abs(sides.plane->pose.translation) + std::fabs(height) + body.radius;
  Feature vertex{Feature::Kind::vertex, low.corner, low.triangle,
                 body.shape->tags.empty() ? 0 : body.shape->tags[low.triangle]};
  if (body.shape->form == ShapeForm::box) vertex = named_outside(*body.shape, vertex);
  result.feature_a = {Feature::Kind::face, 0, 0, 0};
  result.feature_b = vertex;
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
    result.point_a = result.point_b = above > 0 ? low.point - normal * above : low.point;
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
  result.point_a = low.point - normal * (height - sides.plane->shape.margin());
  result.point_b = low.point - normal * sides.own_radius;
  result.normal = normal;
  return result;
}

}  // namespace

DistanceResult distance_halfspace(const Body& a, const Body& b, const DistanceSettings& settings, PairCache*) {
  HalfspaceSides sides;
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<DistanceResult>(status);
  const std::uint64_t exact_before = exact_count();
  DistanceResult result = distance_of_sides(sides, settings.max);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

DistanceResult distance_halfspace_curved(const Body& a, const Body& b, const DistanceSettings& settings, PairCache*) {
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  const HalfspaceGap gap = halfspace_gap(a, b);
  if (gap.status != Status::ok) return failed<DistanceResult>(gap.status);
  DistanceResult result = at_distance_0();
  ++result.counters.double_tests;
  result.feature_a.kind = result.feature_b.kind = Feature::Kind::face;
  result.point_bound = gap.coordinates * 0x1p-44 + (gap.upper - gap.lower);
  if (gap.upper <= 0) {
    const double above = gap.height - gap.margin;
    result.point_a = result.point_b = above > 0 ? gap.point - gap.normal * above : gap.point;
    return result;
  }
  result.lower = std::max(gap.lower, 0.0);
  result.upper = gap.upper;
  result.distance = std::max(result.lower * 0.5 + result.upper * 0.5, std::numeric_limits<double>::denorm_min());
  result.bound = std::nextafter(std::max(result.upper - result.distance, result.distance - result.lower), infinity);
  if (result.distance > settings.max) {
    set_beyond(result, std::min(result.lower, settings.max));
    return result;
  }
  result.point_a = gap.point - gap.normal * (gap.height - gap.margin);
  result.point_b = gap.point - gap.normal * gap.radius;
  result.normal = gap.normal;
  return result;
}

DistanceResult distance_halfspaces(const Body& a, const Body& b, const DistanceSettings& settings, PairCache*) {
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  const HalfspacePair pair(a, b);
  if (pair.status != Status::ok) return failed<DistanceResult>(pair.status);
  const std::uint64_t exact_before = exact_count();
  DistanceResult result = at_distance_0();
  const HalfspacesGap gap = pair.gap(a, b);
  result.feature_a = result.feature_b = {Feature::Kind::face, 0, 0, 0};
  if (!gap.apart()) {
    result.feature_a = result.feature_b = {Feature::Kind::solid, 0, 0, 0};
    result.point_a = result.point_b = gap.common(result.point_bound);
    result.counters.exact_tests += exact_count() - exact_before;
    return result;
  }
  const double whole = gap.length(), apart = std::max(whole - gap.margin(), std::numeric_limits<double>::denorm_min());
  const double bound = (whole + gap.margin()) * 0x1p-48 + std::numeric_limits<double>::denorm_min();
  result.counters.exact_tests += exact_count() - exact_before;
  if (apart > settings.max) {
    set_beyond(result, std::clamp(apart - bound, 0.0, settings.max));
    return result;
  }
  result.distance = apart;
  result.bound = bound;
  result.lower = std::max(0.0, std::nextafter(apart - bound, 0.0));
  result.upper = std::nextafter(apart + bound, infinity);
  const Vec3 first = gap.point() + gap.normal() * gap.own_margin(), second = first + gap.normal() * apart;
  result.point_a = pair.swapped ? second : first;
  result.point_b = pair.swapped ? first : second;
  const Vec3 origin = pair.swapped ? b.pose.translation : a.pose.translation;
  result.point_bound = (sum_abs(first) + sum_abs(second) + sum_abs(origin)) * 0x1p-48;
  result.normal = pair.swapped ? Vec3{} - gap.normal() : gap.normal();
  return result;
}

}  // namespace graze
