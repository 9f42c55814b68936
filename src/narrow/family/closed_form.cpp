#include "narrow/family/closed_form.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "narrow/body/so_far.h"
#include "narrow/family/closed_core.h"
#include "narrow/methods.h"

namespace graze {
namespace {

constexpr double u = 0x1p-53;
constexpr double infinity = std::numeric_limits<double>::infinity();

// A distance is answered here when it is known to this share of the size, and not so small that its direction is not:
// beyond, more digits are worth their time.
constexpr double narrow_bracket = 256 * u;
constexpr double least_share = 0x1p-10;

struct Gap : CoreGap {
  double radius_a = 0, radius_b = 0;
};

bool find_round_gap(const Body& a, const Body& b, Gap& gap) {
  RoundCore core_a, core_b;
  if (!make_round_core(data_of(a.shape), a.pose, core_a) || !make_round_core(data_of(b.shape), b.pose, core_b))
    return false;
  gap.radius_a = core_a.radius;
  gap.radius_b = core_b.radius;
  round_gap(core_a, core_b, gap);
  return true;
}

bool find_solid_gap(const Body& a, const Body& b, Gap& gap) {
  FramedSolid solid;
  RoundCore core;
  if (!make_round_core(data_of(b.shape), b.pose, core) || !core.point ||
      !make_framed_solid(data_of(a.shape), a.pose, solid))
    return false;
  gap.radius_a = solid.radius;
  gap.radius_b = core.radius;
  solid_gap(solid, core.p, gap);
  return true;
}

bool find_gap(const Body& a, const Body& b, Gap& gap) {
  switch (closed_form_of(data_of(a.shape).form, data_of(b.shape).form)) {
    case ClosedForm::round:
      return find_round_gap(a, b, gap);
    case ClosedForm::solid_round:
      return find_solid_gap(a, b, gap);
    case ClosedForm::round_solid:
      if (!find_solid_gap(b, a, gap)) return false;
      std::swap(gap.point_a, gap.point_b);
      std::swap(gap.feature_a, gap.feature_b);
      std::swap(gap.radius_a, gap.radius_b);
      gap.normal = -gap.normal;
      return true;
    case ClosedForm::boxes:
    case ClosedForm::none:
      break;
  }
  return false;
}

BoxPair find_boxes(const Body& a, const Body& b) {
  FramedSolid box_a, box_b;
  if (!make_framed_solid(data_of(a.shape), a.pose, box_a) || !make_framed_solid(data_of(b.shape), b.pose, box_b) ||
      box_a.radius > 0 || box_b.radius > 0)
    return BoxPair::unsure;
  return boxes_meet(box_a, box_b);
}

enum class Known { yes, no, unsure };

// Is the gap at most the radii and the tolerance? Their sum rounds twice.
Known reaches(const Gap& gap, double tolerance) {
  const double reach = (gap.radius_a + gap.radius_b) + tolerance;
  if (gap.upper <= reach * (1 - 4 * u)) return Known::yes;
  return gap.lower > reach * (1 + 4 * u) ? Known::no : Known::unsure;
}

Known find_within(const Body& a, const Body& b, double tolerance) {
  if (closed_form_of(data_of(a.shape).form, data_of(b.shape).form) == ClosedForm::boxes) {
    const BoxPair boxes = find_boxes(a, b);
    if (boxes == BoxPair::meet) return Known::yes;
    return boxes == BoxPair::apart && tolerance == 0 ? Known::no : Known::unsure;
  }
  Gap gap;
  return find_gap(a, b, gap) ? reaches(gap, tolerance) : Known::unsure;
}

double magnitude(Vec3 v) { return (std::fabs(v.x) + std::fabs(v.y)) + std::fabs(v.z); }

// A common point of bodies whose cores are apart: on the core of the one with the lesser radius, or as near to it as
// the other reaches.
void set_common_point(const Gap& gap, DistanceResult& result) {
  Vec3 common;
  if (gap.radius_a == gap.radius_b) {
    common = gap.point_a * 0.5 + gap.point_b * 0.5;
  } else if (gap.radius_a > gap.radius_b) {
    common = gap.gap <= gap.radius_a ? gap.point_b : gap.point_a + gap.normal * gap.radius_a;
  } else {
    common = gap.gap <= gap.radius_b ? gap.point_a : gap.point_b - gap.normal * gap.radius_b;
  }
  result.point_a = result.point_b = common;
  const double coordinates = std::max(magnitude(gap.point_a), magnitude(gap.point_b));
  result.point_bound = 2 * (gap.point_error + (gap.upper - gap.gap)) + coordinates * 0x1p-50;
}

}  // namespace

bool closed_collide(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept {
  const Known known = find_within(a, b, 0);
  if (known == Known::unsure) return false;
  result.answer = answer_of(known == Known::yes);
  result.counters.double_tests = 1;
  if (settings.all && result.yes()) {
    result.complete = settings.max_results > 0;
    if (result.complete) result.pairs.push_back({0, 0});
  }
  return true;
}

bool closed_within(const Body& a, const Body& b, double tolerance, WithinResult& result) noexcept {
  if (!(tolerance >= 0 && tolerance < infinity)) return false;
  Known known = find_within(a, b, tolerance);
  // The two must agree where the tolerance is next to an end of the distance's bracket, which is rounded last.
  DistanceResult apart = at_distance_0();
  if (known == Known::unsure && tolerance > 0 && closed_distance(a, b, {}, apart))
    known = apart.upper <= tolerance ? Known::yes : apart.lower > tolerance ? Known::no : Known::unsure;
  if (known == Known::unsure) return false;
  result.answer = answer_of(known == Known::yes);
  result.counters.double_tests = 1;
  return true;
}

bool closed_distance(const Body& a, const Body& b, const DistanceSettings& settings, DistanceResult& result) noexcept {
  Gap gap;
  if (!(settings.max >= 0) || !find_gap(a, b, gap)) return false;
  const Known known = reaches(gap, 0);
  if (known == Known::unsure) return false;
  const double radii = gap.radius_a + gap.radius_b;
  if (known == Known::yes) {
    const bool solid = gap.feature_a.kind == Feature::Kind::solid || gap.feature_b.kind == Feature::Kind::solid;
    if (!solid) {
      set_common_point(gap, result);
    } else {
      if (gap.upper > 0) return false;
      result.point_a = result.point_b = gap.feature_a.kind == Feature::Kind::solid ? gap.point_b : gap.point_a;
    }
  } else {
    if (!(gap.upper - gap.lower <= narrow_bracket * gap.size && gap.gap >= least_share * gap.size)) return false;
    // The sum of the radii and the difference round once each, by less than the gap's, and so do the ends of the
    // bracket.
    const double apart = gap.gap - radii;
    const double bound = (std::max(gap.upper - gap.gap, gap.gap - gap.lower) + gap.gap * (4 * u)) * (1 + 4 * u);
    if (apart > settings.max) {
      set_beyond(result, std::min(std::max(0.0, apart - bound), settings.max));
      result.counters.double_tests = 1;
      return true;
    }
    result.distance = apart;
    result.bound = bound;
    result.lower = std::max(0.0, apart - bound);
    result.upper = apart + bound;
    result.normal = gap.normal;
    result.point_a = gap.point_a + gap.normal * gap.radius_a;
    result.point_b = gap.point_b - gap.normal * gap.radius_b;
    // The normal is that of the two points, as far as rounding lets it: then they stay on the line between them.
    const double turn = 2 * (gap.upper - gap.gap) / gap.gap + 16 * u;
    const double coordinates = std::max(magnitude(gap.point_a), magnitude(gap.point_b)) + radii;
    result.point_bound = gap.point_error + std::max(gap.radius_a, gap.radius_b) * turn + coordinates * 0x1p-51;
  }
  result.feature_a = gap.feature_a;
  result.feature_b = gap.feature_b;
  result.counters.double_tests = 1;
  return true;
}

}  // namespace graze
