// The search of distance, ended by the first pair that is near enough, with everything farther apart than the tolerance
// culled from the start.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/guard.h"
#include "base/work.h"
#include "math/exact.h"
#include "narrow/body/body_order.h"
#include "narrow/body/pair_cache.h"
#include "narrow/distance/core_queries.h"
#include "narrow/distance/far_pair.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/pair/primitive_triangles.h"
#include "narrow/triangle/triangle_distance.h"
#include "narrow/within/within_ways.h"

namespace graze {
namespace {

class WithinSearch final : public NearestSearch {
 public:
  WithinSearch(const NearBodies& bodies, const Reach& reach, WithinResult& result)
      : NearestSearch(bodies), bodies_(bodies), reach_(reach), result_(result) {}

  bool look_at(TrianglePair pair) {
    ++result_.counters.triangle_tests;
    if (!triangles_within(bodies_.a.body.triangle(pair.a), bodies_.b.body.triangle(pair.b), reach_)) return false;
    result_.answer = Answer::yes;
    result_.witness = pair;
    return true;
  }

 protected:
  float decide(std::uint32_t i, std::uint32_t j) override {
    return look_at({i, j}) ? -1 : std::numeric_limits<float>::max();
  }

 private:
  const NearBodies& bodies_;
  Reach reach_;
  WithinResult& result_;
};

void search_within(const PlacedBody& a, const PlacedBody& b, const Reach& reach, const PairCache* cache,
                   WithinResult& result) {
  if (a.body.shape->triangle_count == 1 && b.body.shape->triangle_count == 1) {
    ++result.counters.triangle_tests;
    result.answer = answer_of(triangles_within(a.body.triangle(0), b.body.triangle(0), reach));
    return;
  }
  const NearBodies bodies(a, b);
  WithinSearch search(bodies, reach, result);
  const double most = reach.upper();
  const std::uint32_t count_a = a.body.shape->triangle_count, count_b = b.body.shape->triangle_count;
  if (cache != nullptr && cache->used && cache->nearest.a < count_a && cache->nearest.b < count_b &&
      search.look_at(cache->nearest))
    return;
  if (const std::optional<FarPair> far = far_pair(a, b, result.counters)) {
    for (const FarTriangle& p : far->a)
      for (const FarTriangle& q : far->b) {
        if (far->lower(p, q) > most) break;
        if (search.look_at({p.index, q.index})) return;
      }
    return;
  }
  if (!bodies.usable) {
    for (std::uint32_t i = 0; i < count_a; ++i) {
      const Box box = box_of(a.body.triangle(i));
      work::poll();
      for (std::uint32_t j = 0; j < count_b; ++j) {
        ++result.counters.box_tests;
        work::charge(1);
        if (!(box_gap(box, box_of(b.body.triangle(j))) > most) && search.look_at({i, j})) return;
      }
    }
    return;
  }
  // A bound that is rounded down is below the tolerance, too.
  const float limit = in_units_up(bodies.frame, most);
  const float enough = std::max(0.0f, -in_units_up(bodies.frame, -reach.lower()));
  const bool ended = search.run(limit, enough, true);
  result.counters.box_tests += search.box_tests();
  if (ended && !result.yes()) {
    const NearPair& last = search.pairs().back();
    result.answer = Answer::yes;
    result.witness = {last.a, last.b};
  }
}

// In the order of body_order().
WithinResult within_in_order(const PlacedBody& a, const PlacedBody& b, double tolerance, PairCache* cache) {
  auto result = no_so_far<WithinResult>();
  const Reach reach{a.body.radius, b.body.radius, tolerance};
  if (box_gap(a.body.box, b.body.box) > reach.upper()) return result;
  search_within(a, b, reach, cache, result);
  if (result.yes()) {
    remember(cache, result.witness);
    return result;
  }
  Inside inside;
  result.answer = answer_of(find_inside(a, b, result.counters, inside));
  return result;
}

// One of the two is a primitive that descends the tree of the other.
WithinResult mesh_within(const PlacedBody& a, const PlacedBody& b, double tolerance, PairCache* cache) {
  auto result = no_so_far<WithinResult>();
  const std::uint64_t exact_before = exact_count();
  const bool first = a.body.shape->primitive();
  const Posed& primitive = first ? a.body : b.body;
  const PlacedBody& mesh = first ? b : a;
  const Reach reach{a.body.radius, b.body.radius, tolerance};
  const auto found = [&](std::uint32_t i) {
    result.answer = Answer::yes;
    result.witness = first ? TrianglePair{0, i} : TrianglePair{i, 0};
    return false;
  };
  if (cache != nullptr && cache->used) {
    const std::uint32_t last = first ? cache->nearest.b : cache->nearest.a;
    ++result.counters.triangle_tests;
    if (last < mesh.body.shape->triangle_count && MeetsPrimitive(primitive, reach)(mesh.body.triangle(last)))
      found(last);
  }
  if (!result.yes()) for_each_met(primitive, mesh, reach, true, result.counters, found);
  if (!result.yes()) {
    result.answer = answer_of(inside_mesh(primitive, mesh, result.counters));
  } else {
    remember(cache, result.witness);
  }
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

}  // namespace

WithinResult within_of(const PlacedBody& a, const PlacedBody& b, double tolerance, PairCache* cache) {
  if (!(tolerance >= 0)) return failed<WithinResult>(Status::invalid);
  if (descends_mesh(a.body, b.body, tolerance)) return mesh_within(a, b, tolerance, cache);
  const std::uint64_t exact_before = exact_count();
  const int order = body_order(a.body, b.body);
  auto result = no_so_far<WithinResult>();
  if (order > 0) {
    mirror(cache);
    result = within_in_order(b, a, tolerance, cache);
    mirror(cache);
    std::swap(result.witness.a, result.witness.b);
  } else {
    // As in `distance`: of a body and itself the first triangle is the witness.
    PairCache itself{true, {0, 0}};
    result = within_in_order(a, b, tolerance, order == 0 ? &itself : cache);
  }
  if (a.body.shape->primitive()) result.witness.a = 0;
  if (b.body.shape->primitive()) result.witness.b = 0;
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

WithinResult within_placed(PlacedLater& a, PlacedLater& b, double tolerance, PairCache* cache) {
  a.place();
  b.place();
  return within_of(a, b, tolerance, cache);
}

WithinResult within_triangles(const Body& a, const Body& b, double tolerance, PairCache* cache) {
  PlacedBody target_a, target_b;
  if (const Status status = prepare(a, target_a); status != Status::ok) return failed<WithinResult>(status);
  if (const Status status = prepare(b, target_b); status != Status::ok) return failed<WithinResult>(status);
  return within_of(target_a, target_b, tolerance, cache);
}

}  // namespace graze
