#include "base/guard.h"
#include "math/exact.h"
#include "narrow/body/pair_cache.h"
#include "narrow/collide/collide_ways.h"
#include "narrow/pair/convex_pair.h"

namespace graze {
namespace {

// Do the sets meet? Begins where the cache says.
ConvexMeeting meeting_from(const SupportBody& a, const SupportBody& b, PairCache* cache) {
  if (cache == nullptr) return meeting(a.set, b.set, nullptr, true);
  ConvexCache start;
  if (of_points(a, b) && a.set.radius == 0 && b.set.radius == 0) {
    // Sets that were apart mostly are along the same direction, which takes one support point of each to see. Of those
    // that met the corners of the last search tell sooner than a new one would.
    start.axis = axis_of(*cache);
    if (!(start.axis == Vec3{})) {
      const ConvexMeeting along = convex_meeting(a.set, b.set, &start);
      cache->axis = start.axis;
      return along;
    }
    begin_at(*cache, start);
    const ConvexDistance apart = convex_distance(a.set, b.set, {.max = 0}, &start);
    remember(*cache, start);
    return {.relation = apart.relation, .lower = apart.lower, .upper = apart.upper, .axis = apart.normal};
  }
  // Of others only a direction along which they were apart tells more than it costs.
  start.axis = axis_of(*cache);
  const bool warm = !(start.axis == Vec3{});
  ConvexMeeting found = warm ? meeting(a.set, b.set, &start) : meeting(a.set, b.set, nullptr, true);
  if (warm && !(found.lower > doubtful(a, b))) found = meeting(a.set, b.set, nullptr, true);
  const bool apart = found.relation == Relation::separate;
  cache->used = cache->used || apart;
  cache->axis = apart ? found.axis : Vec3{};
  return found;
}

}  // namespace

CollideResult collide_convex(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache) {
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

}  // namespace graze
