#include <limits>

#include "base/guard.h"
#include "math/exact.h"
#include "narrow/body/pair_cache.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/families.h"
#include "narrow/pair/convex_pair.h"
#include "narrow/within/within_ways.h"

namespace graze {

WithinResult within_convex(const Body& a, const Body& b, double tolerance, PairCache* cache) {
  SupportBody set_a, set_b;
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  if (const Status status = make_supports(a, b, set_a, set_b); status != Status::ok)
    return failed<WithinResult>(status);
  auto result = no_so_far<WithinResult>();
  ++result.counters.box_tests;
  result.answer = answer_of(tolerance == std::numeric_limits<double>::infinity());
  if (result.yes() || box_gap(set_a.box, set_b.box) > tolerance) return result;
  const std::uint64_t exact_before = exact_count();
  if (cache != nullptr && !(tolerance == 0) && !is_curved(a) && !is_curved(b)) {
    // A bracket of the distance proves most answers; the rest, and what is open, is decided as it is without a cache.
    // Of curved bodies the distance takes longer than the answer. Sets that meet are told sooner than measured.
    ConvexCache start;
    begin_at(*cache, start);
    bool yes = false, no = false;
    if (start.axis == Vec3{}) {
      const ConvexMeeting met = convex_meeting(set_a.set, set_b.set);
      yes = met.relation == Relation::meet;
      if (met.relation == Relation::separate) start = {.axis = met.axis};
    }
    if (!(start.axis == Vec3{})) {
      const ConvexDistance apart = convex_distance(set_a.set, set_b.set, {.max = tolerance}, &start);
      remember(*cache, start);
      if (apart.relation == Relation::meet) cache->axis = {};
      no = apart.lower > tolerance;
      yes = apart.relation == Relation::meet || apart.upper <= tolerance;
    }
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
