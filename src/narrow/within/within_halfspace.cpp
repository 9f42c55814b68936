#include <algorithm>

#include "base/guard.h"
#include "math/constants.h"
#include "math/exact.h"
#include "narrow/pair/halfspace_curved.h"
#include "narrow/pair/halfspace_triangles.h"
#include "narrow/pair/two_halfspaces.h"
#include "narrow/within/within_ways.h"

namespace graze {

WithinResult within_halfspace(const Body& a, const Body& b, double tolerance, PairCache*) {
  HalfspaceSides sides;
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<WithinResult>(status);
  auto result = no_so_far<WithinResult>();
  if (!PosedPlane::in_range(tolerance)) {
    // Farther than any two points in range can be.
    result.answer = Answer::yes;
    return result;
  }
  const std::uint64_t exact_before = exact_count();
  HalfspacePlane plane(sides);
  for_each_within(
      plane, sides.placed, tolerance, true,
      [&](std::uint32_t i) {
        result.answer = Answer::yes;
        const std::uint32_t named = sides.placed.body.shape->primitive() ? 0 : i;
        result.witness = {0, named};
        return false;
      },
      result.counters);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

WithinResult within_halfspace_curved(const Body& a, const Body& b, double tolerance, PairCache*) {
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  const HalfspaceGap gap = halfspace_gap(a, b);
  if (gap.status != Status::ok) return failed<WithinResult>(gap.status);
  auto result = no_so_far<WithinResult>();
  ++result.counters.double_tests;
  result.answer = answer_of(gap.upper <= tolerance);
  if (!result.yes() && gap.lower <= tolerance) {
    result.status = Status::undecided;
    result.lower = std::max(gap.lower, 0.0);
    result.upper = gap.upper;
  }
  return result;
}

WithinResult within_halfspaces(const Body& a, const Body& b, double tolerance, PairCache*) {
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  const HalfspacePair pair(a, b);
  if (pair.status != Status::ok) return failed<WithinResult>(pair.status);
  auto result = no_so_far<WithinResult>();
  if (tolerance == infinity) {
    result.answer = Answer::yes;
    return result;
  }
  if (!in_range_of_halfspaces(tolerance)) return failed<WithinResult>(Status::out_of_range);
  const std::uint64_t exact_before = exact_count();
  result.answer = answer_of(pair.gap(a, b).within(tolerance));
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

}  // namespace graze
