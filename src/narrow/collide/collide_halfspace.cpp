#include <vector>

#include "base/guard.h"
#include "math/exact.h"
#include "narrow/collide/collide_ways.h"
#include "narrow/pair/halfspace_curved.h"
#include "narrow/pair/halfspace_triangles.h"
#include "narrow/pair/primitive_triangles.h"
#include "narrow/pair/two_halfspaces.h"

namespace graze {

CollideResult collide_halfspace(const Body& a, const Body& b, const CollideSettings& settings, PairCache*) {
  HalfspaceSides sides;
  if (const Status status = make_sides(a, b, sides); status != Status::ok) return failed<CollideResult>(status);
  const std::uint64_t exact_before = exact_count();
  auto result = no_so_far<CollideResult>();
  HalfspacePlane plane(sides);
  const ShapeData& other = *sides.placed.body.shape;
  std::vector<std::uint32_t> met;
  for_each_within(
      plane, sides.placed, 0, !settings.all,
      [&](std::uint32_t i) {
        result.answer = Answer::yes;
        if (!settings.all) return false;
        if (other.primitive()) i = 0;  // one thing, whichever of its triangles
        result.complete = met.size() < settings.max_results;
        if (result.complete) met.push_back(i);
        return result.complete && !other.primitive();
      },
      result.counters);
  if (!met.empty()) result.pairs = sorted_pairs(std::move(met), other.triangle_count, true);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

CollideResult collide_halfspace_curved(const Body& a, const Body& b, const CollideSettings& settings, PairCache*) {
  const HalfspaceGap gap = halfspace_gap(a, b);
  if (gap.status != Status::ok) return failed<CollideResult>(gap.status);
  auto result = no_so_far<CollideResult>();
  ++result.counters.double_tests;
  result.answer = answer_of(gap.upper <= 0);
  if (!result.yes() && gap.lower <= 0) {
    result.status = Status::undecided;
    result.upper = gap.upper;
  }
  if (settings.all && result.yes()) {
    result.complete = settings.max_results > 0;
    if (result.complete) result.pairs.push_back({0, 0});
  }
  return result;
}

CollideResult collide_halfspaces(const Body& a, const Body& b, const CollideSettings& settings, PairCache*) {
  const HalfspacePair pair(a, b);
  if (pair.status != Status::ok) return failed<CollideResult>(pair.status);
  const std::uint64_t exact_before = exact_count();
  auto result = no_so_far<CollideResult>();
  result.answer = answer_of(!pair.gap(a, b).apart());
  if (settings.all && result.yes()) {
    result.complete = settings.max_results > 0;
    if (result.complete) result.pairs.push_back({0, 0});
  }
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

}  // namespace graze
