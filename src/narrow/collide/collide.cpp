// The entry of collide: one pair, many poses of one body, and the way that each pair of kinds takes (narrow/methods.h).
#include <algorithm>
#include <utility>

#include "base/executor.h"
#include "base/float_state.h"
#include "base/guard.h"
#include "graze/query.h"
#include "graze/record.h"
#include "math/exact.h"
#include "narrow/body/body_order.h"
#include "narrow/body/faces.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed.h"
#include "narrow/collide/box_collide.h"
#include "narrow/collide/collide_compound.h"
#include "narrow/collide/for_each_meeting.h"
#include "narrow/collide/margin_collide.h"
#include "narrow/collide/meeting_pairs.h"
#include "narrow/family/closed_form.h"
#include "narrow/family/halfspace_queries.h"
#include "narrow/family/halfspace_support.h"
#include "narrow/family/primitive_queries.h"
#include "narrow/family/support_queries.h"
#include "narrow/inside/enclosed.h"
#include "narrow/methods.h"
#include "narrow/record_text.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {
namespace {

// A body, placed once its box is known to matter.
struct Side : PlacedBody {
  bool placed = false;

  const Placement& place() {
    if (!placed) placement = graze::place(*body.shape, body.pose);
    placed = true;
    return placement;
  }
};

bool enclosed(Side& guest, Side& solid, Counters& counters) {
  if (!solid.body.shape->solid) return false;
  guest.place();
  solid.place();
  return enclosed_triangle(guest, solid, counters).has_value();
}

template <class Found>
void collide_sides(Side& a, Side& b, bool first_only, Found&& found, CollideResult& result) {
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

// False when the tree cannot be used.
bool collide_in_threads(Side& a, Side& b, const CollideSettings& settings, CollideResult& result) {
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

CollideResult collide_triangles(Side& a, Side& b, const CollideSettings& settings, PairCache* cache) {
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
    collide_sides(a, b, true, found, result);
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
  collide_sides(a, b, false, collect, result);
  std::sort(result.pairs.begin(), result.pairs.end());
  return result;
}

CollideResult collide_settings(Side& a, Side& b, const CollideSettings& settings, PairCache* cache = nullptr) {
  const bool swept = a.body.radius > 0 || b.body.radius > 0;
  const bool first = a.body.shape->primitive(), second = b.body.shape->primitive();
  if (swept && !first && !second) return swept_collide({a.body, a.place()}, {b.body, b.place()}, settings);
  if (first != second) {
    (first ? b : a).place();
    return first ? primitive_collide(a.body, b, true, settings, cache)
                 : primitive_collide(b.body, a, false, settings, cache);
  }
  if (!swept && !(settings.all && first)) return collide_triangles(a, b, settings, cache);
  a.place();
  b.place();
  return primitives_collide(a, b, settings);
}

void swap_pairs(CollideResult& result) {
  for (TrianglePair& pair : result.pairs) std::swap(pair.a, pair.b);
  std::sort(result.pairs.begin(), result.pairs.end());
}

CollideResult collide_bodies(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache) {
  Side side_a, side_b;
  if (const Status status = make_posed_with_radius(a, side_a.body); status != Status::ok)
    return failed<CollideResult>(status);
  if (const Status status = make_posed_with_radius(b, side_b.body); status != Status::ok)
    return failed<CollideResult>(status);
  return collide_settings(side_a, side_b, settings, cache);
}

// What has no closed form, or is too near for it.
void find_collision(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache,
                    CollideResult& result) {
  // By that, whatever their poses do to them.
  const Method method = by_support(a, b) ? Method::support : method_of(a, b);
  switch (method) {
    case Method::triangles:
      result = collide_bodies(a, b, settings, cache);
      break;
    case Method::support:
      result = support_collide(a, b, settings, cache);
      break;
    case Method::support_triangles:
      result = support_mesh_collide(a, b, settings, cache);
      break;
    case Method::halfspace:
      result = halfspace_collide(a, b, settings);
      break;
    case Method::halfspace_support:
      result = halfspace_support_collide(a, b, settings);
      break;
    case Method::compound:
      result = compound_collide(a, b, settings, cache);
      return;
  }
  name_faces(data_of(a.shape), data_of(b.shape), result);
}

}  // namespace

CollideResult collide(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache) noexcept {
  auto result = no_so_far<CollideResult>();  // the only one that is returned, so that it is made in place
  if (!a.shape || !b.shape) {
    result = failed<CollideResult>(Status::invalid);
    return result;
  }
  const FloatState standard;
  // Whatever is done of a budget is done in the order of bodies, and without a cache. A closed form is no work that
  // counts.
  const bool own = settings.budget != unlimited_budget, turned = own && body_order(a, b) > 0;
  if (own) cache = nullptr;
  const Body &first = turned ? b : a, &second = turned ? a : b;
  const bool closed = closed_form_of(data_of(first.shape).form, data_of(second.shape).form) != ClosedForm::none;
  const bool known = (closed && closed_collide(first, second, settings, result)) ||
                     (!settings.all && box_collide(first, second, result));
  if (!known) within_budget(settings.budget, result, [&] { find_collision(first, second, settings, cache, result); });
  if (turned) swap_pairs(result);
  note_fault(result.status, [&] { return define_lines(a, b) + collide_line("a", a, "b", b, settings) + "\n"; });
  return result;
}

CollideResult collide(const Body& a, const Body& b, const std::function<bool(TrianglePair)>& collector) {
  const FloatState standard;
  if (!plain_triangles(a.shape) || !plain_triangles(b.shape)) {
    CollideResult result = collide(a, b, {.all = true});
    const std::vector<TrianglePair> pairs = std::move(result.pairs);
    result.pairs.clear();
    for (const TrianglePair& pair : pairs) {
      result.complete = collector(pair);
      if (!result.complete) break;
    }
    return result;
  }
  Side side_a, side_b;
  if (const Status status = make_posed_with_radius(a, side_a.body); status != Status::ok)
    return failed<CollideResult>(status);
  if (const Status status = make_posed_with_radius(b, side_b.body); status != Status::ok)
    return failed<CollideResult>(status);
  auto result = no_so_far<CollideResult>();
  collide_sides(
      side_a, side_b, false,
      [&](TrianglePair pair) {
        result.complete = collector(pair);
        return result.complete;
      },
      result);
  return result;
}

std::vector<CollideResult> collide(const Body& a, const Shape& b, std::span<const Pose> poses,
                                   const CollideSettings& settings) {
  const FloatState standard;
  std::vector<CollideResult> results(poses.size());
  CollideSettings each = settings;
  each.threads = 1;
  Side side_a;
  if (settings.budget != unlimited_budget || !placed_once(a, b) ||
      make_posed_with_radius(a, side_a.body) != Status::ok) {
    parallel_for(poses.size(), 1, settings.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) results[i] = collide(a, {b, poses[i]}, each);
    });
    return results;
  }
  side_a.place();
  parallel_for(poses.size(), 1, settings.threads, [&](std::size_t begin, std::size_t end) {
    Side own_a = side_a;
    for (std::size_t i = begin; i < end; ++i) {
      Side side_b;
      const Status status = make_posed_with_radius({b, poses[i]}, side_b.body);
      results[i] = status == Status::ok && by_triangles({b, poses[i]}) ? collide_settings(own_a, side_b, each)
                                                                       : collide(a, {b, poses[i]}, each);
      settle(results[i]);
    }
  });
  return results;
}

}  // namespace graze
