// The distance of two bodies is the least distance of two of their triangles as narrow/triangle_distance.h computes it.
// Whatever the search culls is farther apart also as computed (the pad of narrow/metric.cpp), so that neither the order
// of the search, nor the instruction set, nor a cache shows in the answer.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/executor.h"
#include "graze/query.h"
#include "math/exact.h"
#include "narrow/nearest.h"
#include "narrow/solid/enclosed.h"
#include "narrow/triangle_distance.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The nearest pair so far.
struct Nearest {
  TrianglePair pair;
  TriangleDistance found;
  bool any = false;
  double least_lower = infinity;  // of all pairs looked at
};

class DistanceSearch final : public NearestSearch {
 public:
  DistanceSearch(const NearBodies& bodies, Nearest& nearest, Counters& counters)
      : NearestSearch(bodies), bodies_(bodies), nearest_(nearest), counters_(counters) {}

  void look_at(std::uint32_t i, std::uint32_t j) {
    ++counters_.triangle_tests;
    const TriangleDistance found = triangle_distance(bodies_.a.body.triangle(i), bodies_.b.body.triangle(j));
    nearest_.least_lower = std::min(nearest_.least_lower, found.distance - found.bound);
    const TrianglePair pair{i, j};
    if (nearest_.any && (found.distance > nearest_.found.distance ||
                         (found.distance == nearest_.found.distance && !(pair < nearest_.pair))))
      return;
    nearest_ = {pair, found, true, nearest_.least_lower};
  }

 protected:
  float decide(std::uint32_t i, std::uint32_t j) override {
    look_at(i, j);
    return nearest_.found.distance == 0 ? -1 : in_units_up(bodies_.frame, nearest_.found.distance);
  }

 private:
  const NearBodies& bodies_;
  Nearest& nearest_;
  Counters& counters_;
};

void find_nearest_triangles(const RayTarget& a, const RayTarget& b, double max, const DistanceCache* cache,
                            Nearest& nearest, Counters& counters) {
  const NearBodies bodies(a, b);
  DistanceSearch search(bodies, nearest, counters);
  const bool warm = cache != nullptr && cache->used && cache->nearest.a < a.body.shape->triangle_count &&
                    cache->nearest.b < b.body.shape->triangle_count;
  if (warm) {
    search.look_at(cache->nearest.a, cache->nearest.b);
    if (nearest.found.distance == 0) return;
    max = std::min(max, nearest.found.distance);
  }
  if (!bodies.usable) {
    for (std::uint32_t i = 0; i < a.body.shape->triangle_count; ++i) {
      const Box box = box_of(a.body.triangle(i));
      for (std::uint32_t j = 0; j < b.body.shape->triangle_count; ++j) {
        ++counters.box_tests;
        // Far below any distance that box_gap rounds: what is computed for two triangles is off by less.
        if (box_gap(box, box_of(b.body.triangle(j))) * (1 - 1e-12) > max) continue;
        search.look_at(i, j);
        max = std::min(max, nearest.found.distance);
        if (max == 0) return;
      }
    }
    return;
  }
  const bool ended = search.run(in_units_up(bodies.frame, max), -1, !warm);
  counters.box_tests += search.box_tests();
  if (ended) return;
  const std::span<NearPair> pairs = search.pairs();
  const auto end = std::remove_if(pairs.begin(), pairs.end(),
                                  [limit = search.limit()](const NearPair& pair) { return pair.lower > limit; });
  std::sort(pairs.begin(), end, [](const NearPair& x, const NearPair& y) { return x.lower < y.lower; });
  for (auto pair = pairs.begin(); pair != end; ++pair) {
    if (nearest.any && double(pair->lower) * bodies.frame.unit > nearest.found.distance) break;
    if (!nearest.any || TrianglePair{pair->a, pair->b} != nearest.pair) search.look_at(pair->a, pair->b);
  }
}

Feature to_feature(const Shape::Data& shape, std::uint32_t triangle, TriangleFeature feature) {
  static constexpr Feature::Kind kinds[] = {Feature::Kind::vertex, Feature::Kind::edge, Feature::Kind::face};
  return {kinds[int(feature.kind)], feature.index, triangle, shape.tags.size() == 0 ? 0 : shape.tags[triangle]};
}

// The guest's triangle is inside the solid.
void set_enclosed(DistanceResult& result, const RayTarget& guest, std::uint32_t triangle, bool guest_is_a) {
  const Counters counters = result.counters;
  result = {};
  result.counters = counters;
  result.point_a = result.point_b = guest.body.triangle(triangle).a;
  const Feature inside{Feature::Kind::solid, 0, 0, 0};
  const Feature corner = to_feature(*guest.body.shape, triangle, {});
  result.feature_a = guest_is_a ? corner : inside;
  result.feature_b = guest_is_a ? inside : corner;
}

DistanceResult failed(Status status) {
  DistanceResult result;
  result.status = status;
  return result;
}

bool inside_one_another(const RayTarget& a, const RayTarget& b, DistanceResult& result) {
  if (!a.body.shape->solid && !b.body.shape->solid) return false;
  if (!overlap(a.body.box, b.body.box)) return false;
  if (const auto triangle = enclosed_triangle(a, b, result.counters)) {
    set_enclosed(result, a, *triangle, true);
    return true;
  }
  if (const auto triangle = enclosed_triangle(b, a, result.counters)) {
    set_enclosed(result, b, *triangle, false);
    return true;
  }
  return false;
}

// In the order of body_order().
DistanceResult distance_in_order(const RayTarget& a, const RayTarget& b, double max, DistanceCache* cache) {
  DistanceResult result;
  result.lower = max;
  Nearest nearest;
  if (!(box_gap(a.body.box, b.body.box) > max))
    find_nearest_triangles(a, b, max, cache, nearest, result.counters);
  const TriangleDistance& found = nearest.found;
  if (nearest.any && cache != nullptr) *cache = {true, nearest.pair};
  if (!(nearest.any && found.distance == 0) && inside_one_another(a, b, result)) return result;
  if (!nearest.any || found.distance > max) {
    result.beyond = true;
    result.distance = result.upper = infinity;
    result.bound = infinity;
    result.lower = std::max(0.0, std::min(max, nearest.least_lower));
    return result;
  }
  result.distance = found.distance;
  result.bound = found.bound;
  // One rounding each, given away outward.
  result.lower = found.distance == 0 ? 0 : std::max(0.0, std::nextafter(found.distance - found.bound, 0.0));
  result.upper = found.distance == 0 ? 0 : std::nextafter(found.distance + found.bound, infinity);
  result.point_a = found.point_a;
  result.point_b = found.point_b;
  result.point_bound = found.point_bound;
  result.normal = found.normal;
  result.feature_a = to_feature(*a.body.shape, nearest.pair.a, found.feature_a);
  result.feature_b = to_feature(*b.body.shape, nearest.pair.b, found.feature_b);
  return result;
}

void mirror(DistanceResult& result) {
  std::swap(result.point_a, result.point_b);
  std::swap(result.feature_a, result.feature_b);
  result.normal = Vec3{} - result.normal;
}

void mirror(DistanceCache* cache) {
  if (cache != nullptr) std::swap(cache->nearest.a, cache->nearest.b);
}

DistanceResult distance_of(const RayTarget& a, const RayTarget& b, const DistanceSettings& settings,
                           DistanceCache* cache) {
  if (!(settings.max >= 0)) return failed(Status::invalid);
  const std::uint64_t exact_before = exact_count();
  const int order = body_order(a.body, b.body);
  DistanceResult result;
  if (order > 0) {
    mirror(cache);
    result = distance_in_order(b, a, settings.max, cache);
    mirror(cache);
    mirror(result);
  } else {
    // A body meets itself at every triangle; only its first one is the same whichever way it is asked.
    DistanceCache itself{true, {0, 0}};
    result = distance_in_order(a, b, settings.max, order == 0 ? &itself : cache);
  }
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

Status prepare(const Body& body, RayTarget& target) noexcept {
  const Status status = make_posed(body, target.body);
  if (status == Status::ok) target.placement = place(*target.body.shape, target.body.pose);
  return status;
}

}  // namespace

DistanceResult distance(const Body& a, const Body& b, const DistanceSettings& settings, DistanceCache* cache) noexcept {
  try {
    RayTarget target_a, target_b;
    if (const Status status = prepare(a, target_a); status != Status::ok) return failed(status);
    if (const Status status = prepare(b, target_b); status != Status::ok) return failed(status);
    return distance_of(target_a, target_b, settings, cache);
  } catch (...) {  // memory, or threads to build a tree with, ran out
    return failed(Status::out_of_memory);
  }
}

}  // namespace graze
