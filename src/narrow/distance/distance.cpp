// The entry of find_distance: one pair, many poses of one body, and the table of the ways that pairs of families take.
#include <optional>
#include <utility>

#include "base/float_state.h"
#include "base/guard.h"
#include "graze/query.h"
#include "graze/record.h"
#include "narrow/body/body_order.h"
#include "narrow/body/budget_of.h"
#include "narrow/body/faces.h"
#include "narrow/body/pair_cache.h"
#include "narrow/body/rescale.h"
#include "narrow/body/so_far.h"
#include "narrow/distance/best_distance.h"
#include "narrow/distance/distance_compound.h"
#include "narrow/distance/distance_table.h"
#include "narrow/pair/closed_gap.h"
#include "narrow/pair_table.h"
#include "narrow/poses.h"
#include "narrow/prepared.h"
#include "narrow/record_text.h"

namespace graze {
namespace {

// A box and a box, capsule or segment: as convex sets, which takes less than trees of so few triangles, as long as they
// are apart; bodies that touch are left to the triangles.
DistanceResult distance_box(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache) {
  const bool collapsed = is_collapsed_box(a) || is_collapsed_box(b);
  if (has_margin(a, b) && collapsed) return distance_triangles(a, b, settings, cache);
  const DistanceResult result = distance_convex(a, b, settings, cache);
  if ((result.status == Status::ok && result.lower > 0) || collapsed) return result;
  return distance_triangles(a, b, settings, cache);
}

}  // namespace

constinit const Table<DistanceCell> distance_ways =
    pair_table<DistanceAsk, DistanceClosed, DistancePlaced>({.triangles = distance_triangles,
                                                             .placed = distance_placed,
                                                             .box = distance_box,
                                                             .convex = distance_convex,
                                                             .convex_triangles = distance_convex_triangles,
                                                             .halfspace = distance_halfspace,
                                                             .halfspace_curved = distance_halfspace_curved,
                                                             .halfspaces = distance_halfspaces,
                                                             .compound = compound_distance,
                                                             .closed_round = distance_round,
                                                             .closed_solid_ball = distance_solid_ball,
                                                             .closed_boxes = nullptr});

bool closed_distance(const Body& a, const Body& b, const DistanceSettings& settings, DistanceResult& result) noexcept {
  const DistanceCell& cell = distance_ways.at(family_of(data_of(a.shape).form), family_of(data_of(b.shape).form));
  if (cell.closed == nullptr) return false;
  if (!cell.swapped) return cell.closed(a, b, settings, result);
  if (!cell.closed(b, a, settings, result)) return false;
  mirror(result);
  return true;
}

namespace {

void scale_back(DistanceResult& result, const Rescaled& pair) {
  for (double* length : {&result.distance, &result.bound, &result.lower, &result.upper, &result.point_bound})
    *length = pair.back(*length);
  result.point_a = pair.back(result.point_a);
  result.point_b = pair.back(result.point_b);
}

// What has no closed form, or is too near for it.
void search_distance(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache,
                     DistanceResult& result) {
  const Families families = families_of(a, b);
  const DistanceCell& cell = distance_ways.at(families.a, families.b);
  if (!cell.swapped) {
    result = cell.ask(a, b, settings, cache);
  } else {
    mirror(cache);
    result = cell.ask(b, a, settings, cache);
    mirror(cache);
    mirror(result);
  }
  if (families.a == Family::compound || families.b == Family::compound) return;
  if (result.status == Status::out_of_range) [[unlikely]] {  // squares of lengths may be, where lengths are not
    if (const std::optional<Rescaled> pair = rescaled(a, b)) {
      DistanceSettings there = settings;
      there.max = pair->there(settings.max);
      result = at_distance_0();
      if (!closed_distance(pair->a, pair->b, there, result)) search_distance(pair->a, pair->b, there, cache, result);
      scale_back(result, *pair);
    }
  }
  name_face(data_of(a.shape), result.feature_a);
  name_face(data_of(b.shape), result.feature_b);
}

}  // namespace

DistanceResult best_distance(const Body& a, const Body& b, const DistanceSettings& settings,
                             PairCache* cache) noexcept {
  DistanceResult result = at_distance_0();  // the only one that is returned, so that it is made in place
  if (!a.shape || !b.shape) {
    result = failed<DistanceResult>(Status::invalid);
    return result;
  }
  const FloatState standard;
  const bool own = settings.budget != default_budget && settings.budget != unlimited_budget;
  if (own) cache = nullptr;
  // Two hulls mirror, and their work has an end.
  const bool hulls = data_of(a.shape).is_hull() && data_of(b.shape).is_hull();
  if (hulls && !own && distance_hulls(a, b, settings, cache, result)) return result;
  // A closed form is no work that counts, and mirrors.
  if (!hulls && closed_distance(a, b, settings, result)) return result;
  // Whatever is done of a budget is done in the order of bodies.
  const bool turned = settings.budget != unlimited_budget && body_order(a, b) > 0;
  const Body &first = turned ? b : a, &second = turned ? a : b;
  if (turned) mirror(cache);
  unsettled_within_budget(budget_of_distance(settings.budget, a, b), result,
                          [&] { search_distance(first, second, settings, cache, result); });
  if (turned) {
    mirror(cache);
    mirror(result);
  }
  return result;
}

namespace {

DistanceResult find_any(const Body& a, const Body& b, const DistanceSettings& settings, PairCache* cache) noexcept {
  DistanceResult result = best_distance(a, b, settings, cache);
  settle(result);
  note_fault(result.status, [&] { return define_lines(a, b) + distance_line("a", a, "b", b, settings) + "\n"; });
  return result;
}

#if GRAZE_X86
// Two of sphere, capsule, segment and point. Of so little arithmetic a result that is made first and then changed would
// be a large part.
DistanceResult find_round(const RoundKernels& kernels, const Body& a, const Body& b, const DistanceSettings& settings,
                          PairCache* cache) noexcept {
  const auto closed = [&] {
    const FloatState standard;  // radii and margins are added in it, too
    const RoundBody of_a = round_body(a), of_b = round_body(b);
    return kernels.whole(of_a.pose, of_a.ends, of_a.radius, of_b.pose, of_b.ends, of_b.radius, settings.max);
  };
  DistanceResult result = closed();
  if (result.status != Status::ok) [[unlikely]]
    result = find_any(a, b, settings, cache);
  return result;
}
#endif

}  // namespace

DistanceResult find_distance(const Body& a, const Body& b, const DistanceSettings& settings,
                             PairCache* cache) noexcept {
#if GRAZE_X86
  static const RoundKernels* const kernels = round_kernels();
  if (kernels != nullptr && a.shape && b.shape && axis_forms.has(data_of(a.shape).form) &&
      axis_forms.has(data_of(b.shape).form) && settings.max >= 0)
    return find_round(*kernels, a, b, settings, cache);
#endif
  return find_any(a, b, settings, cache);
}

std::vector<DistanceResult> find_distance(const Body& a, const Shape& b, std::span<const Pose> poses,
                                          const DistanceSettings& settings) {
  const std::uint64_t each = a.shape && b ? budget_of_distance(settings.budget, a, {b, {}}) : 0;
  const auto alone = [&](const Body& moved) { return find_distance(a, moved, settings); };
  const auto placed = [&](const DistanceCell& cell, PlacedLater& side_a, PlacedLater& side_b) {
    DistanceResult result =
        guarded<DistanceResult>(each, [&] { return cell.placed(side_a, side_b, settings, nullptr); });
    if (!result.ok() || result.beyond) return result;
    name_face(data_of(a.shape), result.feature_a);
    name_face(data_of(b), result.feature_b);
    return result;
  };
  return ask_poses<DistanceResult>(distance_ways, a, b, poses, settings.threads, placed, alone);
}

DistanceResult find_distance(const Prepared& a, const Prepared& b, const DistanceSettings& settings,
                             PairCache* cache) noexcept {
  const PreparedData &data_a = data_of(a), &data_b = data_of(b);
  DistanceResult result = at_distance_0();
  const bool own = settings.budget != default_budget && settings.budget != unlimited_budget;
  const DistanceCell* const cell = own ? nullptr : placed_cell(distance_ways, data_a, data_b);
  if (cell != nullptr) {
    const FloatState standard;
    // Whatever is done of a budget is done in the order of bodies.
    const bool turned = settings.budget != unlimited_budget && body_order(data_a.body, data_b.body) > 0;
    const PreparedData &first = turned ? data_b : data_a, &second = turned ? data_a : data_b;
    if (turned) mirror(cache);
    within_budget(budget_of_distance(settings.budget, data_a.body, data_b.body), result, [&] {
      PlacedLater side_a = first.placed, side_b = second.placed;
      result = cell->placed(side_a, side_b, settings, cache);
      name_face(data_of(first.body.shape), result.feature_a);
      name_face(data_of(second.body.shape), result.feature_b);
    });
    if (turned) {
      mirror(cache);
      mirror(result);
    }
    if (result.ok()) return result;
  }
  result = find_distance(data_a.body, data_b.body, settings, cache);  // which tells a fault, or knows more
  return result;
}

}  // namespace graze
