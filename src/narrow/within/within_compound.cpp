#include "narrow/within/within_compound.h"

#include <utility>

#include "base/guard.h"
#include "narrow/body/body_order.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/part_pairs.h"
#include "narrow/body/unsettled.h"

namespace graze {
namespace {

WithinResult within_in_order(const Body& a, const Body& b, double tolerance, PairCache* cache) {
  Parts parts_a, parts_b;
  if (const Status status = set_parts(a, b, parts_a, parts_b); status != Status::ok)
    return failed<WithinResult>(status);
  auto result = no_so_far<WithinResult>();
  Unsettled open;
  // True when the leaves are near enough.
  const auto ask = [&](std::uint32_t i, std::uint32_t j, PairCache* own) {
    const WithinResult next = within(parts_a.body(i), parts_b.body(j), tolerance, {}, own);
    result.counters += next.counters;
    open.add(next.status, next.lower, next.upper);
    if (next.status != Status::ok || !next.yes()) return false;
    if (cache != nullptr) remember(*cache, *own, {i, j});
    result.answer = Answer::yes;
    result.witness = {next.witness.a + parts_a.first_number(i), next.witness.b + parts_b.first_number(j)};
    return true;
  };
  if (cache != nullptr && cache->used && cache->leaves.a < parts_a.size() && cache->leaves.b < parts_b.size()) {
    PairCache last = *cache;
    if (ask(last.leaves.a, last.leaves.b, &last)) return result;
    open = {};
  }
  for_each_near(parts_a, parts_b, tolerance, result.counters, [&](std::uint32_t i, std::uint32_t j) {
    PairCache found;
    return !ask(i, j, cache != nullptr ? &found : nullptr);
  });
  if (open.status != Status::ok && !result.yes()) {
    result.status = open.status;
    result.lower = open.lower;
    result.upper = open.upper;
  }
  return result;
}

}  // namespace

WithinResult compound_within(const Body& a, const Body& b, double tolerance, PairCache* cache) {
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  if (body_order(a, b) <= 0) return within_in_order(a, b, tolerance, cache);
  mirror(cache);
  WithinResult result = within_in_order(b, a, tolerance, cache);
  mirror(cache);
  std::swap(result.witness.a, result.witness.b);
  return result;
}

}  // namespace graze
