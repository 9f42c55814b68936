#include <limits>

#include "narrow/body/so_far.h"
#include "narrow/distance/distance_ways.h"
#include "narrow/pair/closed_gap.h"
#include "narrow/within/within_ways.h"

namespace graze {
namespace {

bool usual(double tolerance) { return tolerance >= 0 && tolerance < std::numeric_limits<double>::infinity(); }

bool answered(Known known, WithinResult& result) {
  if (known == Known::unsure) return false;
  result.answer = answer_of(known == Known::yes);
  result.counters.double_tests = 1;
  return true;
}

// The two verbs must agree where the tolerance is next to an end of the distance's bracket, which is rounded last.
Known by_distance(bool found, const DistanceResult& apart, double tolerance) {
  if (!found) return Known::unsure;
  return apart.upper <= tolerance ? Known::yes : apart.lower > tolerance ? Known::no : Known::unsure;
}

}  // namespace

bool within_round(const Body& a, const Body& b, double tolerance, WithinResult& result) noexcept {
  if (!usual(tolerance)) return false;
  if (answered(round_reaches(a, b, tolerance), result)) return true;
  DistanceResult apart = at_distance_0();
  return tolerance > 0 && answered(by_distance(distance_round(a, b, {}, apart), apart, tolerance), result);
}

bool within_solid_ball(const Body& a, const Body& b, double tolerance, WithinResult& result) noexcept {
  ClosedGap gap;
  if (!usual(tolerance) || !find_solid_gap(a, b, gap)) return false;
  if (answered(reaches(gap, tolerance), result)) return true;
  DistanceResult apart = at_distance_0();
  return tolerance > 0 && answered(by_distance(distance_solid_ball(a, b, {}, apart), apart, tolerance), result);
}

bool within_boxes(const Body& a, const Body& b, double tolerance, WithinResult& result) noexcept {
  if (!usual(tolerance)) return false;
  const BoxPair boxes = find_boxes(a, b);
  const bool no = boxes == BoxPair::apart && tolerance == 0;
  return answered(boxes == BoxPair::meet ? Known::yes : no ? Known::no : Known::unsure, result);
}

}  // namespace graze
