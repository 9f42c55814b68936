#include <algorithm>

#include "base/guard.h"
#include "math/exact.h"
#include "narrow/body/pair_cache.h"
#include "narrow/collide/collide_ways.h"
#include "narrow/pair/convex_triangles.h"

namespace graze {

CollideResult collide_convex_triangles(const Body& a, const Body& b, const CollideSettings& settings,
                                       PairCache* cache) {
  ConvexTriangles sides;
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<CollideResult>(status);
  const std::uint64_t exact_before = exact_count();
  auto result = no_so_far<CollideResult>();
  if (!settings.all && still_within(sides, 0, cache, result.counters)) {
    result.answer = Answer::yes;
    result.counters.exact_tests += exact_count() - exact_before;
    return result;
  }
  OpenBrackets open;
  for_each_within(
      sides, 0, !settings.all,
      [&](std::uint32_t i) {
        if (!result.yes()) remember(cache, TrianglePair{0, i});
        result.answer = Answer::yes;
        if (!settings.all) return false;
        result.complete = result.pairs.size() < settings.max_results;
        if (result.complete) result.pairs.push_back({0, i});
        return result.complete;
      },
      open, result.counters);
  std::sort(result.pairs.begin(), result.pairs.end());
  if (!result.yes()) result.answer = answer_of(enclosed(sides, !open.any, result.counters));
  result.counters.exact_tests += exact_count() - exact_before;
  if (open.any && (settings.all || !result.yes())) {
    result.status = Status::undecided;
    result.lower = result.yes() ? 0 : open.lower;
    result.upper = result.yes() ? 0 : open.upper;
  }
  return result;
}

}  // namespace graze
