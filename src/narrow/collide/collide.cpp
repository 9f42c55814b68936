// The entry of collide: one pair, many poses of one body, and the table of the ways that pairs of families take.
#include <algorithm>
#include <utility>

#include "base/float_state.h"
#include "base/guard.h"
#include "graze/query.h"
#include "graze/record.h"
#include "narrow/body/body_order.h"
#include "narrow/body/faces.h"
#include "narrow/body/pair_cache.h"
#include "narrow/collide/collide_compound.h"
#include "narrow/collide/collide_table.h"
#include "narrow/poses.h"
#include "narrow/record_text.h"

namespace graze {
namespace {

// A box and a box, capsule or segment: without margins as convex sets, which takes less than trees of so few triangles.
CollideResult collide_box(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache) {
  return has_margin(a, b) ? collide_triangles(a, b, settings, cache) : collide_convex(a, b, settings, cache);
}

constexpr Table<CollideCell> make_ways() {
  constexpr CollideCell swap{.swapped = true}, parts{"part by part", compound_collide};
  constexpr CollideCell trees{"triangles", collide_triangles, collide_placed}, boxes{"box", collide_box};
  constexpr CollideCell convex{"support", collide_convex}, mesh{"support/triangles", collide_convex_triangles};
  constexpr CollideCell plane{"half-space", collide_halfspace}, planes{"half-space", collide_halfspaces};
  constexpr CollideCell lowest{"half-space/support", collide_halfspace_curved};
  constexpr CollideCell round = closed_first(collide_round, trees), two_boxes = closed_first(collide_boxes, boxes);
  constexpr CollideCell box_ball = closed_first(collide_solid_ball, trees);
  constexpr CollideCell solid_ball = closed_first(collide_solid_ball, convex);
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

constinit const Table<CollideCell> collide_ways = filled(make_ways());

bool closed_collide(const Body& a, const Body& b, const CollideSettings& settings, CollideResult& result) noexcept {
  const CollideCell& cell = collide_ways.at(family_of(data_of(a.shape).form), family_of(data_of(b.shape).form));
  if (cell.closed == nullptr) return false;
  return cell.swapped ? cell.closed(b, a, settings, result) : cell.closed(a, b, settings, result);
}

namespace {

void swap_pairs(CollideResult& result) {
  for (TrianglePair& pair : result.pairs) std::swap(pair.a, pair.b);
  std::sort(result.pairs.begin(), result.pairs.end());
}

// What has no closed form, or is too near for it.
void find_collision(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache,
                    CollideResult& result) {
  const Families families = families_of(a, b);
  const CollideCell& cell = collide_ways.at(families.a, families.b);
  if (!cell.swapped) {
    result = cell.ask(a, b, settings, cache);
  } else {
    mirror(cache);
    result = cell.ask(b, a, settings, cache);
    mirror(cache);
    swap_pairs(result);
  }
  if (families.a != Family::compound && families.b != Family::compound)
    name_faces(data_of(a.shape), data_of(b.shape), result);
}

// Triangles that are numbered as they are given, without a margin.
bool plain_triangles(const Shape& shape) {
  return shape && family_of(shape.form()) == Family::triangles && shape.form() != ShapeForm::polyhedron &&
         shape.margin() == 0;
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
  if (!closed_collide(first, second, settings, result))
    within_budget(settings.budget, result, [&] { find_collision(first, second, settings, cache, result); });
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
  PlacedLater side_a, side_b;
  if (const Status status = make_posed_with_radius(a, side_a.body); status != Status::ok)
    return failed<CollideResult>(status);
  if (const Status status = make_posed_with_radius(b, side_b.body); status != Status::ok)
    return failed<CollideResult>(status);
  auto result = no_so_far<CollideResult>();
  const auto collect = [&](TrianglePair pair) {
    result.complete = collector(pair);
    return result.complete;
  };
  collide_trees(side_a, side_b, false, collect, result);
  return result;
}

std::vector<CollideResult> collide(const Body& a, const Shape& b, std::span<const Pose> poses,
                                   const CollideSettings& settings) {
  CollideSettings each = settings;
  each.threads = 1;
  const auto alone = [&](const Body& moved) { return collide(a, moved, each); };
  const auto placed = [&](const CollideCell& cell, PlacedLater& side_a, PlacedLater& side_b) {
    if (settings.budget != unlimited_budget) return alone({b, side_b.body.pose});
    CollideResult result = cell.placed(side_a, side_b, each, nullptr);
    name_faces(data_of(a.shape), data_of(b), result);
    return result;
  };
  return ask_poses<CollideResult>(collide_ways, a, b, poses, settings.threads, placed, alone);
}

}  // namespace graze
