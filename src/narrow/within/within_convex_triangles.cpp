#include <limits>

#include "base/guard.h"
#include "math/exact.h"
#include "narrow/body/pair_cache.h"
#include "narrow/pair/convex_triangles.h"
#include "narrow/within/within_ways.h"

namespace graze {

WithinResult within_convex_triangles(const Body& a, const Body& b, double tolerance, PairCache* cache) {
  ConvexTriangles sides;
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<WithinResult>(status);
  auto result = no_so_far<WithinResult>();
  result.answer = answer_of(tolerance == std::numeric_limits<double>::infinity());
  if (result.yes()) return result;
  const std::uint64_t exact_before = exact_count();
  if (still_within(sides, tolerance, cache, result.counters)) {
    result.answer = Answer::yes;
    result.witness = {0, cache->nearest.b};
    result.counters.exact_tests += exact_count() - exact_before;
    return result;
  }
  OpenBrackets open;
  for_each_within(
      sides, tolerance, false,
      [&](std::uint32_t i) {
        result.answer = Answer::yes;
        result.witness = {0, i};
        remember(cache, result.witness);
        return false;
      },
      open, result.counters);
  if (!result.yes()) result.answer = answer_of(enclosed(sides, !open.any, result.counters));
  result.counters.exact_tests += exact_count() - exact_before;
  if (!result.yes() && open.any) {
    result.status = Status::undecided;
    result.lower = open.lower;
    result.upper = open.upper;
  }
  return result;
}

}  // namespace graze
