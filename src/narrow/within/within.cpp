// The entry of within, the verification of tolerances: one pair, many poses of one body, and the table of the ways that
// pairs of families take.
#include <utility>

#include "base/float_state.h"
#include "base/guard.h"
#include "graze/query.h"
#include "graze/record.h"
#include "narrow/body/body_order.h"
#include "narrow/body/pair_cache.h"
#include "narrow/poses.h"
#include "narrow/record_text.h"
#include "narrow/within/within_compound.h"
#include "narrow/within/within_table.h"

namespace graze {
namespace {

// A box and a box, capsule or segment: without margins as convex sets, which takes less than trees of so few triangles.
WithinResult within_box(const Body& a, const Body& b, double tolerance, PairCache* cache) {
  return has_margin(a, b) ? within_triangles(a, b, tolerance, cache) : within_convex(a, b, tolerance, cache);
}

constexpr Table<WithinCell> make_ways() {
  constexpr WithinCell swap{.swapped = true}, parts{"part by part", compound_within};
  constexpr WithinCell trees{"triangles", within_triangles, within_placed}, boxes{"box", within_box};
  constexpr WithinCell convex{"support", within_convex}, mesh{"support/triangles", within_convex_triangles};
  constexpr WithinCell plane{"half-space", within_halfspace}, planes{"half-space", within_halfspaces};
  constexpr WithinCell lowest{"half-space/support", within_halfspace_curved};
  constexpr WithinCell round = closed_first(within_round, trees), two_boxes = closed_first(within_boxes, boxes);
  constexpr WithinCell box_ball = closed_first(within_solid_ball, trees);
  constexpr WithinCell solid_ball = closed_first(within_solid_ball, convex);
  return {{
      // triangles, box, ball, stick, hull, curved, halfspace, compound
      {trees, trees, trees, trees, swap, swap, swap, parts},             // triangles
      {trees, two_boxes, box_ball, boxes, convex, convex, swap, parts},  // box
      {trees, swap, round, round, convex, swap, swap, parts},            // ball
      {trees, boxes, round, round, convex, convex, swap, parts},         // stick
      {mesh, convex, convex, convex, convex, convex, swap, parts},       // hull
      {mesh, convex, solid_ball, convex, convex, convex, swap, parts},   // curved
      {plane, plane, plane, plane, plane, lowest, planes, parts},        // halfspace
      {parts, parts, parts, parts, parts, parts, parts, parts},          // compound
  }};
}

}  // namespace

constinit const Table<WithinCell> within_ways = filled(make_ways());

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

}  // namespace graze
