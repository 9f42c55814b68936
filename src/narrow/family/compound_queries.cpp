#include "narrow/family/compound_queries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/guard.h"
#include "base/work.h"
#include "narrow/body/body_order.h"
#include "narrow/body/members.h"
#include "narrow/body/so_far.h"
#include "narrow/distance/best_distance.h"
#include "narrow/distance/nearest_search.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct LeafPair {
  double gap;
  std::uint32_t a, b;
  friend bool operator<(const LeafPair& x, const LeafPair& y) {
    return x.gap != y.gap ? x.gap < y.gap : x.a != y.a ? x.a < y.a : x.b < y.b;
  }
};

// Those whose boxes come within `reach`, the nearest first.
std::vector<LeafPair> near_pairs(const std::vector<Member>& a, const std::vector<Member>& b, double reach,
                                 Counters& counters) {
  std::vector<LeafPair> pairs;
  for (std::uint32_t i = 0; i < a.size(); ++i)
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      work::charge(1);
      ++counters.box_tests;
      // Infinite boxes have no difference.
      const double gap = overlap(a[i].box, b[j].box) ? 0 : box_gap(a[i].box, b[j].box);
      if (!(gap > reach)) pairs.push_back({gap, i, j});
    }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Statuses of pairs that said neither yes nor no: a fault comes before an open question.
struct Unsettled {
  Status status = Status::ok;
  double lower = infinity, upper = infinity;

  void add(Status other, double low, double high) {
    if (other == Status::undecided) {
      lower = std::min(lower, low);
      upper = std::min(upper, high);
    }
    if (other != Status::ok && (status == Status::ok || status == Status::undecided)) status = other;
  }
};

void mirror(DistanceResult& result) {
  std::swap(result.point_a, result.point_b);
  std::swap(result.feature_a, result.feature_b);
  result.normal = Vec3{} - result.normal;
}

DistanceResult distance_of(const std::vector<Member>& a, const std::vector<Member>& b, double max) {
  Counters counters;
  DistanceResult best;
  set_beyond(best, max);
  double lower = infinity;
  LeafPair nearest{};
  Unsettled open;
  for (const LeafPair& pair : near_pairs(a, b, max, counters)) {
    work::poll();
    const double limit = std::min(max, best.upper);
    if (pair.gap > limit) break;
    DistanceResult next = best_distance(a[pair.a].body, b[pair.b].body, {.max = limit, .budget = unlimited_budget});
    counters += next.counters;
    if (next.status != Status::ok && next.status != Status::undecided) {
      open.add(next.status, 0, 0);
      continue;
    }
    lower = std::min(lower, next.lower);
    if (next.beyond) continue;
    const bool first = pair.a != nearest.a ? pair.a < nearest.a : pair.b < nearest.b;
    if (!best.beyond && !(next.distance < best.distance || (next.distance == best.distance && first))) continue;
    next.feature_a.triangle += a[pair.a].first_number;
    next.feature_b.triangle += b[pair.b].first_number;
    best = next;
    nearest = pair;
    if (best.distance == 0) break;
  }
  if (open.status != Status::ok && !(best.distance == 0)) best.status = open.status;
  best.counters = counters;
  if (best.distance == 0) return best;
  best.lower = std::min(best.lower, lower);
  if (!best.beyond) best.bound = std::max(best.bound, std::nextafter(best.distance - best.lower, infinity));
  return best;
}

}  // namespace

CollideResult compound_collide(const Body& a, const Body& b, const CollideSettings& settings) {
  std::vector<Member> leaves_a, leaves_b;
  if (const Status status = find_leaves(a, b, leaves_a, leaves_b); status != Status::ok)
    return failed<CollideResult>(status);
  auto result = no_so_far<CollideResult>();
  Unsettled open;
  for (const LeafPair& pair : near_pairs(leaves_a, leaves_b, 0, result.counters)) {
    work::poll();
    CollideSettings each = settings;
    each.max_results = settings.max_results - result.pairs.size();
    const CollideResult next = collide(leaves_a[pair.a].body, leaves_b[pair.b].body, each);
    result.counters += next.counters;
    open.add(next.status, next.lower, next.upper);
    if (next.status != Status::ok && next.status != Status::undecided) continue;
    result.answer = answer_of(result.yes() || next.yes());
    for (const TrianglePair& met : next.pairs)
      result.pairs.push_back({met.a + leaves_a[pair.a].first_number, met.b + leaves_b[pair.b].first_number});
    result.complete = next.complete;
    if (!result.complete || (result.yes() && !settings.all)) break;
  }
  std::sort(result.pairs.begin(), result.pairs.end());
  if (open.status != Status::ok && (settings.all || !result.yes())) {
    result.status = open.status;
    result.lower = result.yes() ? 0 : open.lower;
    result.upper = result.yes() ? 0 : open.upper;
  }
  return result;
}

DistanceResult compound_distance(const Body& a, const Body& b, const DistanceSettings& settings) {
  if (!(settings.max >= 0)) return failed<DistanceResult>(Status::invalid);
  std::vector<Member> leaves_a, leaves_b;
  if (const Status status = find_leaves(a, b, leaves_a, leaves_b); status != Status::ok)
    return failed<DistanceResult>(status);
  if (body_order(a, b) <= 0) return distance_of(leaves_a, leaves_b, settings.max);
  DistanceResult result = distance_of(leaves_b, leaves_a, settings.max);
  mirror(result);
  return result;
}

WithinResult compound_within(const Body& a, const Body& b, double tolerance) {
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  std::vector<Member> leaves_a, leaves_b;
  if (const Status status = find_leaves(a, b, leaves_a, leaves_b); status != Status::ok)
    return failed<WithinResult>(status);
  auto result = no_so_far<WithinResult>();
  Unsettled open;
  for (const LeafPair& pair : near_pairs(leaves_a, leaves_b, tolerance, result.counters)) {
    work::poll();
    const WithinResult next = within(leaves_a[pair.a].body, leaves_b[pair.b].body, tolerance);
    result.counters += next.counters;
    open.add(next.status, next.lower, next.upper);
    if (next.status != Status::ok || !next.yes()) continue;
    result.answer = Answer::yes;
    result.witness = {next.witness.a + leaves_a[pair.a].first_number, next.witness.b + leaves_b[pair.b].first_number};
    return result;
  }
  if (open.status != Status::ok) {
    result.status = open.status;
    result.lower = open.lower;
    result.upper = open.upper;
  }
  return result;
}

RayResult compound_ray(const Body& body, const Ray& ray, const RaySettings& settings) {
  std::vector<Member> leaves;
  if (const Status status = find_leaves(body, leaves); status != Status::ok) return failed<RayResult>(status);
  auto result = no_so_far<RayResult>();
  const auto before = [](const RayHit& x, const RayHit& y) { return x.t != y.t ? x.t < y.t : x.triangle < y.triangle; };
  for (const Member& leaf : leaves) {
    RayResult next = graze::cast(leaf.body, ray, settings);
    result.counters += next.counters;
    if (next.status != Status::ok) return failed<RayResult>(next.status);
    if (!next.yes()) continue;
    next.closest.triangle += leaf.first_number;
    for (RayHit& hit : next.hits) {
      hit.triangle += leaf.first_number;
      result.hits.push_back(hit);
    }
    if (!result.yes() || before(next.closest, result.closest)) result.closest = next.closest;
    result.answer = Answer::yes;
    if (settings.want == RayWant::any) return result;
  }
  std::sort(result.hits.begin(), result.hits.end(), before);
  return result;
}

}  // namespace graze
