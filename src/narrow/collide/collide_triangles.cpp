// Trees of triangles, with a radius around them or without.
#include <algorithm>
#include <utility>

#include "base/guard.h"
#include "math/exact.h"
#include "narrow/body/pair_cache.h"
#include "narrow/collide/collide_margins.h"
#include "narrow/collide/collide_ways.h"
#include "narrow/collide/for_each_meeting.h"
#include "narrow/collide/meeting_pairs.h"
#include "narrow/distance/core_queries.h"
#include "narrow/inside/enclosed.h"
#include "narrow/pair/primitive_triangles.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {
namespace {

bool enclosed(PlacedLater& guest, PlacedLater& solid, Counters& counters) {
  if (!solid.body.shape->solid) return false;
  guest.place();
  solid.place();
  return enclosed_triangle(guest, solid, counters).has_value();
}

}  // namespace

void collide_trees(PlacedLater& a, PlacedLater& b, bool first_only, FunctionRef<bool(TrianglePair)> found,
                   CollideResult& result) {
  if (!overlap(a.body.box, b.body.box)) return;
  PairFrame frame;
  const PairPlace where = pair_place(a.place(), b.place(), frame);
  if (where == PairPlace::apart) return;
  const std::uint64_t exact_before = exact_count();
  for_each_meeting(
      a.body, b.body, where == PairPlace::near ? &frame : nullptr, first_only,
      [&](TrianglePair pair) {
        result.answer = Answer::yes;
        return found(pair);
      },
      result.counters);
  if (!result.yes()) result.answer = answer_of(enclosed(a, b, result.counters) || enclosed(b, a, result.counters));
  result.counters.exact_tests += exact_count() - exact_before;
}

namespace {

// False when the tree cannot be used.
bool collide_in_threads(PlacedLater& a, PlacedLater& b, const CollideSettings& settings, CollideResult& result) {
  if (!overlap(a.body.box, b.body.box)) return true;
  PairFrame frame;
  const PairPlace where = pair_place(a.place(), b.place(), frame);
  if (where != PairPlace::near) return where == PairPlace::apart;
  MeetingPairs found = meeting_pairs(a.body, b.body, frame, settings.max_results, settings.threads);
  result.answer = answer_of(!found.pairs.empty() || !found.complete);
  result.complete = found.complete;
  result.pairs = std::move(found.pairs);
  result.counters = found.counters;
  if (!result.yes()) {
    const std::uint64_t exact_before = exact_count();
    result.answer = answer_of(enclosed(a, b, result.counters) || enclosed(b, a, result.counters));
    result.counters.exact_tests += exact_count() - exact_before;
  }
  std::sort(result.pairs.begin(), result.pairs.end());
  return true;
}

// Do the triangles meet that did so last time?
bool still_meet(const Posed& a, const Posed& b, const PairCache* cache, Counters& counters) {
  if (cache == nullptr || !cache->used || cache->nearest.a >= a.shape->triangle_count ||
      cache->nearest.b >= b.shape->triangle_count)
    return false;
  const std::uint64_t exact_before = exact_count();
  ++counters.triangle_tests;
  const bool meet = triangles_meet(a.triangle(cache->nearest.a), b.triangle(cache->nearest.b));
  counters.exact_tests += exact_count() - exact_before;
  return meet;
}

CollideResult surface_collide(PlacedLater& a, PlacedLater& b, const CollideSettings& settings, PairCache* cache) {
  auto result = no_so_far<CollideResult>();
  const bool in_threads = settings.threads != 1 && settings.budget == unlimited_budget;
  if (settings.all && in_threads && collide_in_threads(a, b, settings, result)) return result;
  if (!settings.all) {
    if (still_meet(a.body, b.body, cache, result.counters)) {
      result.answer = Answer::yes;
      return result;
    }
    const auto found = [&](TrianglePair pair) {
      remember(cache, pair);
      return false;
    };
    collide_trees(a, b, true, found, result);
    return result;
  }
  const auto collect = [&](TrianglePair pair) {
    if (result.pairs.size() >= settings.max_results) {
      result.complete = false;
      return false;
    }
    result.pairs.push_back(pair);
    return true;
  };
  collide_trees(a, b, false, collect, result);
  std::sort(result.pairs.begin(), result.pairs.end());
  return result;
}

// Of a primitive and another body. With `all`, a triangle inside of a primitive that is a solid meets it, too.
CollideResult primitive_collide(const Posed& primitive, const PlacedBody& mesh, bool primitive_is_a,
                                const CollideSettings& settings, PairCache* cache) {
  auto result = no_so_far<CollideResult>();
  const std::uint64_t exact_before = exact_count();
  // The test of a box and one triangle takes longer than the tree, whose floats tell most that meet.
  const bool quick = primitive.shape->form != ShapeForm::box || primitive.radius > 0;
  if (cache != nullptr && cache->used && !settings.all && quick) {
    const std::uint32_t last = primitive_is_a ? cache->nearest.b : cache->nearest.a;
    ++result.counters.triangle_tests;
    if (last < mesh.body.shape->triangle_count &&
        MeetsPrimitive(primitive, {primitive.radius, mesh.body.radius, 0})(mesh.body.triangle(last))) {
      result.answer = Answer::yes;
      result.counters.exact_tests += exact_count() - exact_before;
      return result;
    }
  }
  std::vector<std::uint32_t> met;
  for_each_met(primitive, mesh, {primitive.radius, mesh.body.radius, 0}, !settings.all, result.counters,
               [&](std::uint32_t i) {
                 if (!result.yes()) remember(cache, primitive_is_a ? TrianglePair{0, i} : TrianglePair{i, 0});
                 result.answer = Answer::yes;
                 if (!settings.all) return false;
                 result.complete = met.size() < settings.max_results;
                 if (result.complete) met.push_back(i);
                 return result.complete;
               });
  if (!met.empty()) result.pairs = sorted_pairs(std::move(met), mesh.body.shape->triangle_count, primitive_is_a);
  if (!result.yes()) result.answer = answer_of(inside_mesh(primitive, mesh, result.counters));
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

CollideResult primitives_collide(const PlacedBody& a, const PlacedBody& b, const CollideSettings& settings) {
  auto result = no_so_far<CollideResult>();
  const WithinResult near = within_of(a, b, 0, nullptr);
  result.status = near.status;
  result.answer = answer_of(near.yes());
  result.counters += near.counters;
  if (settings.all && near.yes()) {
    result.complete = settings.max_results > 0;
    if (result.complete) result.pairs.push_back({0, 0});
  }
  return result;
}

}  // namespace

CollideResult collide_placed(PlacedLater& a, PlacedLater& b, const CollideSettings& settings, PairCache* cache) {
  const bool rounded = a.body.radius > 0 || b.body.radius > 0;
  const bool first = a.body.shape->primitive(), second = b.body.shape->primitive();
  if (rounded && !first && !second) return collide_margins({a.body, a.place()}, {b.body, b.place()}, settings);
  if (first != second) {
    (first ? b : a).place();
    return first ? primitive_collide(a.body, b, true, settings, cache)
                 : primitive_collide(b.body, a, false, settings, cache);
  }
  if (!rounded && !(settings.all && first)) return surface_collide(a, b, settings, cache);
  a.place();
  b.place();
  return primitives_collide(a, b, settings);
}

CollideResult collide_triangles(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache) {
  PlacedLater side_a, side_b;
  if (const Status status = make_posed_with_radius(a, side_a.body); status != Status::ok)
    return failed<CollideResult>(status);
  if (const Status status = make_posed_with_radius(b, side_b.body); status != Status::ok)
    return failed<CollideResult>(status);
  return collide_placed(side_a, side_b, settings, cache);
}

}  // namespace graze
