// The entry of within, the verification of tolerances: one pair, many poses of one body, and the table of the ways that
// pairs of families take.
#include <utility>

#include "base/float_state.h"
#include "base/guard.h"
#include "graze/query.h"
#include "graze/record.h"
#include "narrow/body/body_order.h"
#include "narrow/body/pair_cache.h"
#include "narrow/pair_table.h"
#include "narrow/poses.h"
#include "narrow/prepared.h"
#include "narrow/record_text.h"
#include "narrow/within/within_compound.h"
#include "narrow/within/within_table.h"

namespace graze {
namespace {

// A box and a box, capsule or segment: without margins as convex sets, which takes less than trees of so few triangles.
WithinResult within_box(const Body& a, const Body& b, double tolerance, PairCache* cache) {
  return has_margin(a, b) ? within_triangles(a, b, tolerance, cache) : within_convex(a, b, tolerance, cache);
}

}  // namespace

constinit const Table<WithinCell> within_ways =
    pair_table<WithinAsk, WithinClosed, WithinPlaced>({.triangles = within_triangles,
                                                       .placed = within_placed,
                                                       .box = within_box,
                                                       .convex = within_convex,
                                                       .convex_triangles = within_convex_triangles,
                                                       .halfspace = within_halfspace,
                                                       .halfspace_curved = within_halfspace_curved,
                                                       .halfspaces = within_halfspaces,
                                                       .compound = compound_within,
                                                       .closed_round = within_round,
                                                       .closed_solid_ball = within_solid_ball,
                                                       .closed_boxes = within_boxes});

bool closed_within(const Body& a, const Body& b, double tolerance, WithinResult& result) noexcept {
  const WithinCell& cell = within_ways.at(family_of(data_of(a.shape).form), family_of(data_of(b.shape).form));
  if (cell.closed == nullptr) return false;
  return cell.swapped ? cell.closed(b, a, tolerance, result) : cell.closed(a, b, tolerance, result);
}

namespace {

void name_witness(const Shape& a, const Shape& b, WithinResult& result) {
  if (result.status != Status::ok || !result.yes()) return;
  result.witness.a = data_of(a).number(result.witness.a);
  result.witness.b = data_of(b).number(result.witness.b);
}

// What has no closed form, or is too near for it.
void search_within(const Body& a, const Body& b, double tolerance, PairCache* cache, WithinResult& result) {
  const Families families = families_of(a, b);
  const WithinCell& cell = within_ways.at(families.a, families.b);
  if (!cell.swapped) {
    result = cell.ask(a, b, tolerance, cache);
  } else {
    mirror(cache);
    result = cell.ask(b, a, tolerance, cache);
    mirror(cache);
    std::swap(result.witness.a, result.witness.b);
  }
  if (families.a != Family::compound && families.b != Family::compound) name_witness(a.shape, b.shape, result);
}

}  // namespace

WithinResult within(const Body& a, const Body& b, double tolerance, const WithinSettings& settings,
                    PairCache* cache) noexcept {
  auto result = no_so_far<WithinResult>();  // the only one that is returned, so that it is made in place
  if (!a.shape || !b.shape) {
    result = failed<WithinResult>(Status::invalid);
    return result;
  }
  const FloatState standard;
  // Whatever is done of a budget is done in the order of bodies, and without a cache. A closed form is no work that
  // counts.
  const bool own = settings.budget != unlimited_budget, turned = own && body_order(a, b) > 0;
  const Body &first = turned ? b : a, &second = turned ? a : b;
  if (!closed_within(first, second, tolerance, result))
    within_budget(settings.budget, result,
                  [&] { search_within(first, second, tolerance, own ? nullptr : cache, result); });
  if (turned) std::swap(result.witness.a, result.witness.b);
  note_fault(result.status, [&] { return define_lines(a, b) + within_line("a", a, "b", b, tolerance) + "\n"; });
  return result;
}

std::vector<WithinResult> within(const Body& a, const Shape& b, std::span<const Pose> poses, double tolerance,
                                 const WithinSettings& settings) {
  const auto alone = [&](const Body& moved) { return within(a, moved, tolerance, settings); };
  const auto placed = [&](const WithinCell& cell, PlacedLater& side_a, PlacedLater& side_b) {
    if (settings.budget != unlimited_budget) return alone({b, side_b.body.pose});
    WithinResult result = cell.placed(side_a, side_b, tolerance, nullptr);
    name_witness(a.shape, b, result);
    return result;
  };
  return ask_poses<WithinResult>(within_ways, a, b, poses, settings.threads, placed, alone);
}

WithinResult within(const Prepared& a, const Prepared& b, double tolerance, const WithinSettings& settings,
                    PairCache* cache) noexcept {
  const PreparedData &data_a = data_of(a), &data_b = data_of(b);
  auto result = no_so_far<WithinResult>();
  const WithinCell* const cell =
      settings.budget == unlimited_budget ? placed_cell(within_ways, data_a, data_b) : nullptr;
  if (cell != nullptr) {
    const FloatState standard;
    within_budget(unlimited_budget, result, [&] {
      PlacedLater side_a = data_a.placed, side_b = data_b.placed;
      result = cell->placed(side_a, side_b, tolerance, cache);
      name_witness(data_a.body.shape, data_b.body.shape, result);
    });
    if (result.ok()) return result;
  }
  result = within(data_a.body, data_b.body, tolerance, settings, cache);  // which tells a fault, or knows more
  return result;
}

}  // namespace graze
