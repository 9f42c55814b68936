#include <algorithm>
#include <optional>
#include <utility>

#include "base/executor.h"
#include "graze/query.h"
#include "math/exact.h"
#include "narrow/for_each_meeting.h"
#include "narrow/halfspace.h"
#include "narrow/meeting_pairs.h"
#include "narrow/placement.h"
#include "narrow/posed.h"
#include "narrow/primitive.h"
#include "narrow/solid/enclosed.h"

namespace graze {
namespace {

// A body, placed once its box is known to matter.
struct Side {
  Posed body;
  std::optional<Placement> placement;

  const Placement& place() {
    if (!placement) placement = graze::place(*body.shape, body.pose);
    return *placement;
  }
};

bool enclosed(Side& guest, Side& solid, Counters& counters) {
  if (!solid.body.shape->solid) return false;
  return enclosed_triangle({guest.body, guest.place()}, {solid.body, solid.place()}, counters).has_value();
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
        result.colliding = true;
        return found(pair);
      },
      result.counters);
  if (!result.colliding) result.colliding = enclosed(a, b, result.counters) || enclosed(b, a, result.counters);
  result.counters.exact_tests += exact_count() - exact_before;
}

CollideResult failed(Status status) {
  CollideResult result;
  result.status = status;
  return result;
}

// False when the tree cannot be used.
bool collide_in_threads(Side& a, Side& b, const CollideSettings& settings, CollideResult& result) {
  if (!overlap(a.body.box, b.body.box)) return true;
  PairFrame frame;
  const PairPlace where = pair_place(a.place(), b.place(), frame);
  if (where != PairPlace::near) return where == PairPlace::apart;
  MeetingPairs found = meeting_pairs(a.body, b.body, frame, settings.max_results, settings.threads);
  result.colliding = !found.pairs.empty() || !found.complete;
  result.complete = found.complete;
  result.pairs = std::move(found.pairs);
  result.counters = found.counters;
  if (!result.colliding) {
    const std::uint64_t exact_before = exact_count();
    result.colliding = enclosed(a, b, result.counters) || enclosed(b, a, result.counters);
    result.counters.exact_tests += exact_count() - exact_before;
  }
  std::sort(result.pairs.begin(), result.pairs.end());
  return true;
}

CollideResult collide_triangles(Side& a, Side& b, const CollideSettings& settings) {
  CollideResult result;
  if (settings.all && settings.threads != 1 && collide_in_threads(a, b, settings, result)) return result;
  if (!settings.all) {
    collide_sides(
        a, b, true, [](TrianglePair) { return false; }, result);
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

bool is_primitive(const Side& side) { return side.body.shape->primitive(); }

CollideResult collide_settings(Side& a, Side& b, const CollideSettings& settings) {
  const bool swept = a.body.radius > 0 || b.body.radius > 0;
  if (!swept && !(settings.all && (is_primitive(a) || is_primitive(b)))) return collide_triangles(a, b, settings);
  return primitive_collide({a.body, a.place()}, {b.body, b.place()}, settings);
}

}  // namespace

CollideResult collide(const Body& a, const Body& b, const CollideSettings& settings) noexcept {
  try {
    if (has_halfspace(a.shape, b.shape)) return halfspace_collide(a, b, settings);
    Side side_a, side_b;
    if (const Status status = make_posed_with_radius(a, side_a.body); status != Status::ok) return failed(status);
    if (const Status status = make_posed_with_radius(b, side_b.body); status != Status::ok) return failed(status);
    return collide_settings(side_a, side_b, settings);
  } catch (...) {  // memory, or threads to build a tree with, ran out
    return failed(Status::out_of_memory);
  }
}

CollideResult collide(const Body& a, const Body& b, const std::function<bool(TrianglePair)>& collector) {
  if ((a.shape && a.shape.data().primitive()) || (b.shape && b.shape.data().primitive())) {
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
  if (const Status status = make_posed_with_radius(a, side_a.body); status != Status::ok) return failed(status);
  if (const Status status = make_posed_with_radius(b, side_b.body); status != Status::ok) return failed(status);
  CollideResult result;
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
                                   const CollideSettings& settings, int threads) {
  std::vector<CollideResult> results(poses.size());
  if (has_halfspace(a.shape, b)) {
    for (std::size_t i = 0; i < poses.size(); ++i) results[i] = collide(a, {b, poses[i]}, settings);
    return results;
  }
  Side side_a;
  if (const Status status = make_posed_with_radius(a, side_a.body); status != Status::ok) {
    std::fill(results.begin(), results.end(), failed(status));
    return results;
  }
  side_a.place();
  CollideSettings each = settings;
  each.threads = 1;
  parallel_for(poses.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    Side own_a = side_a;
    for (std::size_t i = begin; i < end; ++i) {
      Side side_b;
      const Status status = make_posed_with_radius({b, poses[i]}, side_b.body);
      results[i] = status == Status::ok ? collide_settings(own_a, side_b, each) : failed(status);
    }
  });
  return results;
}

}  // namespace graze
