#include <algorithm>
#include <cmath>

#include "graze/api.h"
#include "math/constants.h"
#include "math/norms.h"
#include "narrow/body/so_far.h"
#include "narrow/distance/distance_ways.h"
#include "narrow/pair/closed_gap.h"

namespace graze {
namespace {

using roundoff::u;

// A distance is answered here when it is known to this share of the size, and not so small that its direction is not:
// beyond, more digits are worth their time.
constexpr double narrow_bracket = 256 * u;
constexpr double least_share = 0x1p-10;

// A common point of bodies whose cores are apart: on the core of the one with the lesser radius, or as near to it as
// the other reaches.
void set_common_point(const ClosedGap& gap, DistanceResult& result) {
  Vec3 common;
  if (gap.radius_a == gap.radius_b) {
    common = gap.point_a * 0.5 + gap.point_b * 0.5;
  } else if (gap.radius_a > gap.radius_b) {
    common = gap.gap <= gap.radius_a ? gap.point_b : gap.point_a + gap.normal * gap.radius_a;
  } else {
    common = gap.gap <= gap.radius_b ? gap.point_a : gap.point_b - gap.normal * gap.radius_b;
  }
  result.point_a = result.point_b = common;
  const double coordinates = std::max(sum_abs(gap.point_a), sum_abs(gap.point_b));
  result.point_bound = 2 * (gap.point_error + (gap.upper - gap.gap)) + coordinates * 0x1p-50;
}

GRAZE_INLINE bool answered(const ClosedGap& gap, const DistanceSettings& settings, DistanceResult& result) {
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
    const double coordinates = std::max(sum_abs(gap.point_a), sum_abs(gap.point_b)) + radii;
    result.point_bound = gap.point_error + std::max(gap.radius_a, gap.radius_b) * turn + coordinates * 0x1p-51;
  }
  result.feature_a = gap.feature_a;
  result.feature_b = gap.feature_b;
  result.counters.double_tests = 1;
  return true;
}

}  // namespace

bool distance_round(const Body& a, const Body& b, const DistanceSettings& settings, DistanceResult& result) noexcept {
  if (!(settings.max >= 0)) return false;
  if (const RoundKernels* const kernels = round_kernels()) {
    const RoundBody of_a = round_body(a), of_b = round_body(b);
    if (kernels->distance(of_a.pose, of_a.ends, of_a.radius, of_b.pose, of_b.ends, of_b.radius, settings.max, result))
      return true;
  }
  ClosedGap gap;
  return find_round_gap(a, b, gap) && answered(gap, settings, result);
}

bool distance_solid_ball(const Body& a, const Body& b, const DistanceSettings& settings,
                         DistanceResult& result) noexcept {
  ClosedGap gap;
  return settings.max >= 0 && find_solid_gap(a, b, gap) && answered(gap, settings, result);
}

}  // namespace graze
