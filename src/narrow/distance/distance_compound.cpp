#include "narrow/distance/distance_compound.h"

#include <algorithm>
#include <cmath>

#include "base/guard.h"
#include "math/constants.h"
#include "narrow/body/body_order.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/part_pairs.h"
#include "narrow/body/so_far.h"
#include "narrow/body/unsettled.h"
#include "narrow/distance/best_distance.h"
#include "narrow/distance/distance_ways.h"

namespace graze {
namespace {

// Of leaves that are equally near, the least (leaf of a, leaf of b) are named: whatever is as near as the nearest so
// far is within its upper bound, and looked at.
DistanceResult distance_in_order(const Body& a, const Body& b, double max, PairCache* cache) {
  Parts parts_a, parts_b;
  if (const Status status = set_parts(a, b, parts_a, parts_b); status != Status::ok)
    return failed<DistanceResult>(status);
  Counters counters;
  DistanceResult best;
  set_beyond(best, max);
  double lower = infinity;
  TrianglePair nearest;  // leaves
  Unsettled open;
  PairCache kept;  // of the nearest
  const auto look_at = [&](std::uint32_t i, std::uint32_t j, PairCache own) {
    const double limit = std::min(max, best.upper);
    DistanceResult next = best_distance(parts_a.body(i), parts_b.body(j), {.max = limit, .budget = unlimited_budget},
                                        cache != nullptr ? &own : nullptr);
    counters += next.counters;
    if (next.status != Status::ok && next.status != Status::undecided) {
      open.add(next.status, 0, 0);
      return NearestSoFar{limit, best.normal};
    }
    lower = std::min(lower, next.lower);
    const bool first = TrianglePair{i, j} < nearest;
    if (next.beyond || (!best.beyond && !(next.distance < best.distance || (next.distance == best.distance && first))))
      return NearestSoFar{limit, best.normal};
    next.feature_a.triangle += parts_a.first_number(i);
    next.feature_b.triangle += parts_b.first_number(j);
    best = next;
    nearest = {i, j};
    kept = own;
    return NearestSoFar{best.distance == 0 ? -1 : std::min(max, best.upper), best.normal};
  };
  const bool warm =
      cache != nullptr && cache->used && cache->leaves.a < parts_a.size() && cache->leaves.b < parts_b.size();
  const TrianglePair last = warm ? cache->leaves : TrianglePair{};
  const NearestSoFar start = warm ? look_at(last.a, last.b, *cache) : NearestSoFar{max, {}};
  if (!(start.limit < 0)) {
    for_each_nearest(parts_a, parts_b, start, counters, [&](std::uint32_t i, std::uint32_t j) {
      if (warm && TrianglePair{i, j} == last) return NearestSoFar{std::min(max, best.upper), best.normal};
      return look_at(i, j, {});
    });
  }
  if (cache != nullptr && !best.beyond) remember(*cache, kept, nearest);
  if (open.status != Status::ok && !(best.distance == 0)) best.status = open.status;
  best.counters = counters;
  if (best.distance == 0) return best;
  best.lower = std::min(best.lower, lower);
  if (!best.beyond) best.bound = std::max(best.bound, std::nextafter(best.distance - best.lower, infinity));
  return best;
}

}  // namespace

DistanceResult compound_distance(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache) {
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  const int order = body_order(a, b);
  if (order < 0) return distance_in_order(a, b, settings.max, cache);
  if (order == 0) {
    // A body meets itself at every leaf; only its first one is the same whichever way it is asked.
    PairCache itself{.used = true};
    return distance_in_order(a, b, settings.max, &itself);
  }
  mirror(cache);
  DistanceResult result = distance_in_order(b, a, settings.max, cache);
  mirror(cache);
  mirror(result);
  return result;
}

}  // namespace graze
