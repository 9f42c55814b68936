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
#include "narrow/pair_table.h"
#include "narrow/poses.h"
#include "narrow/prepared.h"
#include "narrow/record_text.h"

namespace graze {
namespace {

// A box and a box, capsule or segment: without margins as convex sets, which takes less than trees of so few triangles.
CollideResult collide_box(const Body& a, const Body& b, const CollideSettings& settings, PairCache* cache) {
  return has_margin(a, b) ? collide_triangles(a, b, settings, cache) : collide_convex(a, b, settings, cache);
}

}  // namespace

constinit const Table<CollideCell> collide_ways =
    pair_table<CollideAsk, CollideClosed, CollidePlaced>({.triangles = collide_triangles,
                                                          .placed = collide_placed,
                                                          .box = collide_box,
                                                          .convex = collide_convex,
                                                          .convex_triangles = collide_convex_triangles,
                                                          .halfspace = collide_halfspace,
                                                          .halfspace_curved = collide_halfspace_curved,
                                                          .halfspaces = collide_halfspaces,
                                                          .compound = compound_collide,
                                                          .closed_round = collide_round,
                                                          .closed_solid_ball = collide_solid_ball,
                                                          .closed_boxes = collide_boxes});

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

CollideResult collide(const Prepared& a, const Prepared& b, const CollideSettings& settings,
                      PairCache* cache) noexcept {
  const PreparedData &data_a = data_of(a), &data_b = data_of(b);
  auto result = no_so_far<CollideResult>();
  const CollideCell* const cell =
      settings.budget == unlimited_budget ? placed_cell(collide_ways, data_a, data_b) : nullptr;
  if (cell != nullptr) {
    const FloatState standard;
    within_budget(unlimited_budget, result, [&] {
      PlacedLater side_a = data_a.placed, side_b = data_b.placed;
      result = cell->placed(side_a, side_b, settings, cache);
      name_faces(data_of(data_a.body.shape), data_of(data_b.body.shape), result);
    });
    if (result.ok()) return result;
  }
  result = collide(data_a.body, data_b.body, settings, cache);  // which tells a fault, or knows more
  return result;
}

}  // namespace graze
