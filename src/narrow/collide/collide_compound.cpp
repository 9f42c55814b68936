#include "narrow/collide/collide_compound.h"

#include <algorithm>

#include "base/guard.h"
#include "narrow/body/body_order.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/part_pairs.h"
#include "narrow/body/unsettled.h"

namespace graze {
namespace {

CollideResult collide_in_order(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache) {
  Parts parts_a, parts_b;
  if (const Status status = set_parts(a, b, parts_a, parts_b); status != Status::ok)
    return failed<CollideResult>(status);
  auto result = no_so_far<CollideResult>();
  // Leaves that met last time tell, if they still do.
  if (cache != nullptr && cache->used && !settings.all && cache->leaves.a < parts_a.size() &&
      cache->leaves.b < parts_b.size()) {
    PairCache last = *cache;
    const CollideResult again = collide(parts_a.body(last.leaves.a), parts_b.body(last.leaves.b), settings, &last);
    result.counters += again.counters;
    if (again.status == Status::ok && again.yes()) {
      remember(*cache, last, last.leaves);
      result.answer = Answer::yes;
      return result;
    }
  }
  Unsettled open;
  for_each_near(parts_a, parts_b, 0, result.counters, [&](std::uint32_t i, std::uint32_t j) {
    CollideSettings each = settings;
    each.max_results = settings.max_results - result.pairs.size();
    const CollideResult next = collide(parts_a.body(i), parts_b.body(j), each);
    result.counters += next.counters;
    open.add(next.status, next.lower, next.upper);
    if (next.status != Status::ok && next.status != Status::undecided) return true;
    // What is to be known of two leaves is found out when they are asked about again: most are apart, and soon done.
    if (cache != nullptr && next.yes() && !result.yes()) remember(*cache, PairCache{}, {i, j});
    result.answer = answer_of(result.yes() || next.yes());
    for (const TrianglePair& met : next.pairs)
      result.pairs.push_back({met.a + parts_a.first_number(i), met.b + parts_b.first_number(j)});
    result.complete = next.complete;
    return result.complete && (settings.all || !result.yes());
  });
  if (open.status != Status::ok && (settings.all || !result.yes())) {
    result.status = open.status;
    result.lower = result.yes() ? 0 : open.lower;
    result.upper = result.yes() ? 0 : open.upper;
  }
  return result;
}

}  // namespace

CollideResult compound_collide(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache) {
  const bool turned = body_order(a, b) > 0;
  if (turned) mirror(cache);
  CollideResult result = turned ? collide_in_order(b, a, settings, cache) : collide_in_order(a, b, settings, cache);
  if (turned) {
    mirror(cache);
    for (TrianglePair& pair : result.pairs) std::swap(pair.a, pair.b);
  }
  std::sort(result.pairs.begin(), result.pairs.end());
  return result;
}

}  // namespace graze
