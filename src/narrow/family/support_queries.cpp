#include "narrow/family/support_queries.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/guard.h"
#include "math/exact.h"
#include "math/ordinary.h"
#include "narrow/body/box_feature.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/posed.h"
#include "narrow/body/reach.h"
#include "narrow/body/so_far.h"
#include "narrow/distance/nearest_search.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Status make_supports(const Body& a, const Body& b, SupportBody& set_a, SupportBody& set_b) {
  const Status status = make_support(a, set_a);
  return status == Status::ok ? make_support(b, set_b) : status;
}

// A point that both sets have: where the cores are apart by less than the radii, on the line between them.
Vec3 common_point(Vec3 core_a, Vec3 core_b, double radius_a, double radius_b) {
  const Vec3 across = core_b - core_a;
  const double apart = any_length(across);
  if (radius_a == radius_b || apart == 0) return core_a * 0.5 + core_b * 0.5;
  if (radius_a > radius_b) return apart <= radius_a ? core_b : core_a + across * (radius_a / apart);
  return apart <= radius_b ? core_a : core_b - across * (radius_b / apart);
}

ConvexMeeting meeting_of_grown(Support a, Support b, double tolerance) {
  if (a.radius == 0 || b.radius == 0) {
    (a.radius == 0 ? a : b).radius = tolerance;
    return meeting(a, b);
  }
  Support& wider = a.radius >= b.radius ? a : b;  // whichever way round
  const double radius = wider.radius;
  wider.radius = Reach{radius, tolerance, 0}.lower();
  ConvexMeeting found = meeting(a, b);
  if (found.relation == Relation::meet) return found;
  wider.radius = Reach{radius, tolerance, 0}.upper();
  const ConvexMeeting other = meeting(a, b);
  if (other.relation == Relation::separate) return other;
  found.relation = Relation::undecided;
  return found;
}

bool of_points(const SupportBody& a, const SupportBody& b) { return a.set.of_points() && b.set.of_points(); }

// Curved bodies apart by so much are told apart without a cache, too: their brackets are narrower by far
// (convex/gjk.h). Nearer ones are asked without one, so that what is known of them does not depend on it.
double doubtful(const SupportBody& a, const SupportBody& b) {
  return of_points(a, b) ? 0 : 0x1p-16 * (size_of(a.box) + size_of(b.box));
}

// Do the sets meet? Begins where the cache says.
ConvexMeeting meeting_from(const SupportBody& a, const SupportBody& b, PairCache* cache) {
  if (cache == nullptr) return meeting(a.set, b.set);
  ConvexCache start = convex_start(*cache);
  if (of_points(a, b)) {
    // The corners of the last search tell sooner than a direction, whether the sets were apart or met.
    const ConvexDistance apart = convex_distance(a.set, b.set, {.max = 0}, &start);
    remember(*cache, start);
    return {.relation = apart.relation, .lower = apart.lower, .upper = apart.upper, .axis = apart.normal};
  }
  ConvexMeeting found = meeting(a.set, b.set, &start);
  if (cache->used && !(found.lower > doubtful(a, b))) found = meeting(a.set, b.set);
  if (found.relation == Relation::separate) {
    cache->used = true;
    cache->axis = found.axis;
  }
  return found;
}

}  // namespace

void set_feature(ShapeForm form, const ConvexFeature& found, Feature& feature) noexcept {
  feature.kind = kind_of(found);
  if (found.count == 1 && (form == ShapeForm::capsule || form == ShapeForm::segment))
    feature.index = std::uint16_t(found.point[0]);
  if (form == ShapeForm::box && found.count > 0)
    feature = box_feature(found.point[0], found.point[found.count > 1 ? 1 : 0], found.point[found.count > 2 ? 2 : 0]);
}

double size_of(const Box& box) noexcept {
  const Vec3 far = max(abs(box.lo), abs(box.hi));
  return std::max({far.x, far.y, far.z});
}

Feature::Kind kind_of(const ConvexFeature& feature) noexcept {
  return feature.count == 1 ? Feature::Kind::vertex : feature.count == 2 ? Feature::Kind::edge : Feature::Kind::face;
}

ConvexMeeting meeting(const Support& a, const Support& b, ConvexCache* cache) noexcept {
  ConvexMeeting found = convex_meeting(a, b, cache);
  if (found.relation != Relation::undecided) return found;
  const ConvexDistance distance = convex_distance(a, b);
  found.relation = distance.relation;
  found.lower = distance.lower;
  found.upper = distance.upper;
  found.axis = distance.normal;
  return found;
}

ConvexDistance distance_between(const Support& a, const Support& b, double max, ConvexCache* cache) noexcept {
  ConvexDistance found = convex_distance(a, b, {.max = max}, cache);
  if (found.relation != Relation::undecided || convex_meeting(a, b).relation != Relation::meet) return found;
  found.relation = Relation::meet;
  found.converged = true;
  found.beyond = false;
  found.off = found.upper * 0.5;
  found.upper = 0;
  found.point_a = found.point_b = found.point_a * 0.5 + found.point_b * 0.5;
  found.normal = {};
  return found;
}

ConvexMeeting meeting_within(const Support& a, const Support& b, double tolerance) noexcept {
  if (tolerance == 0) return meeting(a, b);
  ConvexMeeting found = meeting_of_grown(a, b, tolerance);
  if (found.relation != Relation::undecided) return found;
  // The gap of grown sets says nothing of how far apart those are that meet.
  const ConvexDistance apart = convex_distance(a, b);
  found.lower = apart.lower;
  found.upper = apart.upper;
  if (apart.upper <= tolerance) found.relation = Relation::meet;
  if (apart.lower > tolerance) found.relation = Relation::separate;
  return found;
}

void set_distance(DistanceResult& result, const ConvexDistance& found, const Support& a, const Support& b,
                  double coordinates, double max) {
  // Points of GJK are off their cores by less than 64 units in the last place of all that goes into them.
  const double rounded = coordinates * 0x1p-44;
  if (found.relation == Relation::meet) {
    result.point_a = result.point_b = common_point(found.point_a, found.point_b, a.radius, b.radius);
    result.point_bound = rounded + found.off;
    if (!is_finite(result.point_a)) result = failed<DistanceResult>(Status::out_of_range);
    return;
  }
  if (found.beyond) {
    set_beyond(result, std::min(found.lower, max));
    return;
  }
  // Squares of lengths left the doubles, or lost all but a few digits of their own.
  const double unit = length(found.normal);
  if (!(found.lower <= found.upper) || !(found.upper < infinity) || !is_finite(found.point_a) ||
      !is_finite(found.point_b) || !(unit > 0.5 && unit < 2)) {
    result = failed<DistanceResult>(Status::out_of_range);
    return;
  }
  result.lower = found.lower;
  result.upper = std::max(found.upper, std::numeric_limits<double>::denorm_min());
  // What the points say, which is exact where they are.
  result.distance = std::max(std::clamp(any_length(found.point_b - found.point_a), found.lower, result.upper),
                             std::numeric_limits<double>::denorm_min());
  result.bound = std::nextafter(std::max(result.upper - result.distance, result.distance - result.lower), infinity);
  if (result.distance > max) {
    set_beyond(result, std::min(result.lower, max));
    return;
  }
  result.status = found.converged ? Status::ok : Status::undecided;
  result.normal = std::fabs(unit - 1) < 0x1p-40 ? found.normal : found.normal * (1 / unit);
  result.point_bound = rounded;
  result.point_a = found.point_a;
  result.point_b = found.point_b;
}

CollideResult support_collide(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache) {
  SupportBody set_a, set_b;
  if (const Status status = make_supports(a, b, set_a, set_b); status != Status::ok)
    return failed<CollideResult>(status);
  auto result = no_so_far<CollideResult>();
  ++result.counters.box_tests;
  if (!overlap(set_a.box, set_b.box)) return result;
  const std::uint64_t exact_before = exact_count();
  const ConvexMeeting found = meeting_from(set_a, set_b, cache);
  result.counters.exact_tests += exact_count() - exact_before;
  ++result.counters.double_tests;
  result.answer = answer_of(found.relation == Relation::meet);
  if (found.relation == Relation::undecided) {
    result.status = Status::undecided;
    result.lower = found.lower;
    result.upper = found.upper;
  }
  if (settings.all && result.yes()) {
    if (settings.max_results > 0) {
      result.pairs.push_back({0, 0});
    } else {
      result.complete = false;
    }
  }
  return result;
}

DistanceResult support_distance(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache) {
  SupportBody set_a, set_b;
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  if (const Status status = make_supports(a, b, set_a, set_b); status != Status::ok)
    return failed<DistanceResult>(status);
  DistanceResult result = at_distance_0();
  const std::uint64_t exact_before = exact_count();
  ConvexCache start;
  if (cache != nullptr) start = convex_start(*cache);
  const bool warm = cache != nullptr && cache->used;
  ConvexDistance found = distance_between(set_a.set, set_b.set, settings.max, &start);
  if (warm && !of_points(set_a, set_b) && !(found.converged && found.lower > doubtful(set_a, set_b))) {
    start = {};
    found = distance_between(set_a.set, set_b.set, settings.max, &start);
  }
  if (cache != nullptr) remember(*cache, start);
  result.counters.exact_tests += exact_count() - exact_before;
  ++result.counters.double_tests;
  set_distance(result, found, set_a.set, set_b.set, size_of(set_a.box) + size_of(set_b.box), settings.max);
  if (result.beyond) return result;
  set_feature(a.shape.form(), found.feature_a, result.feature_a);
  set_feature(b.shape.form(), found.feature_b, result.feature_b);
  return result;
}

bool hull_distance(const Body& a, const Body& b, const DistanceSettings& settings, std::uint64_t budget,
                   PairCache* cache, DistanceResult& result) noexcept {
  const ShapeData &shape_a = data_of(a.shape), &shape_b = data_of(b.shape);
  int orientation = 0;
  if (!(settings.max >= 0) || check_pose(a.pose, orientation) != Status::ok ||
      check_pose(b.pose, orientation) != Status::ok)
    return false;
  const SupportTable *table_a, *table_b;
  try {
    table_a = &support_table(shape_a);
    table_b = &support_table(shape_b);
  } catch (...) {
    result = failed<DistanceResult>(status_of_exception());
    return true;
  }
  // Bounds every coordinate of a posed body.
  const auto far = [](const SupportTable& table, const Pose& pose) {
    const Mat3& m = pose.linear;
    const Vec3 rows = ((abs(m.c0) + abs(m.c1)) + abs(m.c2)) * table.farthest + abs(pose.translation);
    return std::max({rows.x, rows.y, rows.z});
  };
  const double radius_a = shape_a.world_margin, radius_b = shape_b.world_margin;
  const double coordinates = (far(*table_a, a.pose) + far(*table_b, b.pose)) + (radius_a + radius_b);
  if (!(coordinates < 0x1p300)) return false;
  const Support set_a = support_of(*table_a, a.pose, radius_a), set_b = support_of(*table_b, b.pose, radius_b);
  const Budget limit(budget);
  const std::uint64_t exact_before = exact_count();
  ConvexCache start;
  if (cache != nullptr) start = convex_start(*cache);
  const ConvexDistance found = distance_between(set_a, set_b, settings.max, cache != nullptr ? &start : nullptr);
  result.counters.exact_tests += exact_count() - exact_before;
  ++result.counters.double_tests;
  set_distance(result, found, set_a, set_b, coordinates, settings.max);
  if (result.status == Status::out_of_range) {
    result = at_distance_0();
    return false;
  }
  if (work::spent()) {
    result = failed<DistanceResult>(Status::budget);
    return true;
  }
  if (cache != nullptr) remember(*cache, start);
  if (result.beyond) return true;
  result.feature_a.kind = kind_of(found.feature_a);
  result.feature_b.kind = kind_of(found.feature_b);
  return true;
}

WithinResult support_within(const Body& a, const Body& b, double tolerance, PairCache* cache) {
  SupportBody set_a, set_b;
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  if (const Status status = make_supports(a, b, set_a, set_b); status != Status::ok)
    return failed<WithinResult>(status);
  auto result = no_so_far<WithinResult>();
  ++result.counters.box_tests;
  result.answer = answer_of(tolerance == infinity);
  if (result.yes() || box_gap(set_a.box, set_b.box) > tolerance) return result;
  const std::uint64_t exact_before = exact_count();
  if (cache != nullptr && !(tolerance == 0)) {
    // A bracket of the distance proves most answers; the rest, and what is open, is decided as it is without a cache.
    ConvexCache start = convex_start(*cache);
    const ConvexDistance apart = convex_distance(set_a.set, set_b.set, {.max = tolerance}, &start);
    remember(*cache, start);
    const double doubt = doubtful(set_a, set_b);
    const bool no = apart.lower > tolerance + doubt;
    const bool yes = apart.relation == Relation::separate && apart.upper + doubt <= tolerance;
    if (no || yes) {
      result.answer = answer_of(yes);
      result.counters.exact_tests += exact_count() - exact_before;
      ++result.counters.double_tests;
      return result;
    }
  }
  const ConvexMeeting found = meeting_within(set_a.set, set_b.set, tolerance);
  result.counters.exact_tests += exact_count() - exact_before;
  ++result.counters.double_tests;
  result.answer = answer_of(found.relation == Relation::meet);
  if (found.relation == Relation::undecided) {
    result.status = Status::undecided;
    result.lower = found.lower;
    result.upper = found.upper;
  }
  return result;
}

}  // namespace graze
