// The depth is meant for motions as callers make them, with rounded poses and posed vertices. A ball in a solid loses
// what rounding may move the vertices by, and so does the lower bound.
//
// A way out is searched in rounded arithmetic (narrow/depth/escape.h), then rounded and pushed outward by ever more
// last places until the exact predicate holds. The lower bound is that of a deep point (narrow/depth/deep_point.h).
//
// Everything is done in the order of body_order() (narrow/body/body_order.h), and the vector is checked both ways, as a
// motion of one body and as the opposite motion of the other, which round differently: so swapping the bodies only
// negates it.
#include "graze/penetration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "base/float_state.h"
#include "base/guard.h"
#include "graze/record.h"
#include "graze/solid.h"
#include "math/constants.h"
#include "math/exact.h"
#include "math/norms.h"
#include "narrow/body/body_order.h"
#include "narrow/body/borrowed.h"
#include "narrow/body/budget_of.h"
#include "narrow/body/members.h"
#include "narrow/body/near_parts.h"
#include "narrow/body/rescale.h"
#include "narrow/body/so_far.h"
#include "narrow/classify/as_solid_mesh.h"
#include "narrow/depth/any_penetration.h"
#include "narrow/depth/box_penetration.h"
#include "narrow/depth/convex_penetration.h"
#include "narrow/depth/deep_point.h"
#include "narrow/depth/depth_at_most.h"
#include "narrow/depth/depth_table.h"
#include "narrow/depth/escape.h"
#include "narrow/depth/halfspace_penetration.h"
#include "narrow/depth/parted.h"
#include "narrow/depth/parting.h"
#include "narrow/depth/shallow.h"
#include "narrow/depth/way_out.h"
#include "narrow/distance/nearest_search.h"
#include "narrow/families.h"
#include "narrow/inside/interior.h"
#include "narrow/record_text.h"
#include "shape/convex_solid.h"

namespace graze {
namespace {

// The boxes of the bodies parted along an axis, with what rounding may do.
double parted_boxes(const Body& a, const Body& b) {
  const Box x = world_box(a), y = world_box(b);
  const double points = std::max({largest(x.lo), largest(x.hi), largest(y.lo), largest(y.hi)});
  const double translations = std::max(largest(a.pose.translation), largest(b.pose.translation));
  double least = infinity;
  for (int k = 0; k < 3; ++k) least = std::min({least, x.hi[k] - y.lo[k], y.hi[k] - x.lo[k]});
  if (!(least > 0)) return 0;
  const Chain chain_a = chain_of(a), chain_b = chain_of(b);
  const double poses = std::max(chain_a.poses, chain_b.poses);
  const double far = std::max({translations, chain_a.translations, chain_b.translations});
  return least * (1 + 0x1p-50) + 4 * poses * rounding_of_motion(points, far, least);
}

// The boxes of the bodies parted along each axis: always a way out, if a long one. Where the search fails.
void offer_boxes(WayOut& search, const Box& moved, const Box& fixed) {
  for (int k = 0; k < 3; ++k)
    for (const double sign : {1.0, -1.0}) {
      Vec3 out;
      out[k] = sign;
      search.offer(out * (sign > 0 ? fixed.hi[k] - moved.lo[k] : moved.hi[k] - fixed.lo[k]), out, 100);
    }
}

EscapeLimits escape_limits(int effort) {
  const auto e = std::size_t(effort);
  return {32 * e, 24 * e, 4 + 2 * e, 24, std::uint64_t{3000000} * e};
}

void offer_escapes(WayOut& search, Translations& space, std::span<const Vec3> escapes) {
  std::size_t looks = 0;
  const double world = 1 / space.scale(), near = (1024 * space.eps() + 1e-6) * world;
  for (const Vec3 escape : escapes) {
    if (graze::length(escape) * world - near >= search.length() || ++looks > 8) return;
    const std::vector<Landing> all = landings(space, escape);
    for (const Landing& landing : all) search.offer(landing.v * world, landing.out, &landing == &all.back() ? 40 : 6);
  }
}

// The points between the surfaces along the way out are those that prove it to be short, if it is.
void look_along(DeepPoints& deep, Translations& space, Vec3 v) {
  std::vector<Translations::Touch> touches;
  space.touches(v, 64 * space.eps(), 16, touches);
  std::vector<Vec3> points;
  Vec3 sum;
  for (const Translations::Touch& touch : touches) {
    points.push_back(touch.point);
    sum = sum + touch.point;
  }
  if (points.size() > 1) points.push_back(sum * (1.0 / double(points.size())));
  for (const Vec3 q : points)
    for (const double part : {0.5, 0.25, 0.75, 0.01, 0.99}) deep.look_at(q - v * part);
}

// Points beside those where the surfaces cross, on the inner side of both, and a grid over all that may be common.
void look_around(DeepPoints& deep, Translations& space, std::size_t effort) {
  std::vector<Translations::Touch> touches;
  space.touches({}, 0, 16 * effort, touches);
  for (const Translations::Touch& touch : touches)
    for (double step = 0.25; step > 1e-4; step *= 0.25) deep.look_at(touch.point - touch.outward * step);
  const Box &a = space.moved().nodes()[0].box, &b = space.fixed().nodes()[0].box;
  const Vec3 lo = max(a.lo, b.lo), side = min(a.hi, b.hi) - lo;
  const int steps = effort < 8 ? 2 + int(effort) : 10;
  for (int i = 0; i < steps; ++i)
    for (int j = 0; j < steps; ++j)
      for (int k = 0; k < steps; ++k)
        deep.look_at(lo + Vec3{side.x * (i + 0.5), side.y * (j + 0.5), side.z * (k + 0.5)} * (1.0 / steps));
}

// Of a and b, which the solids were made of.
double rounding_of(const Body& a, const Body& b, const PlacedBody& placed_a, const PlacedBody& placed_b, double most) {
  double vertex = 0;
  for (const Posed* body : {&placed_a.body, &placed_b.body})
    vertex = std::max({vertex, largest(body->box.lo), largest(body->box.hi)});
  const Chain chain_a = chain_of(a), chain_b = chain_of(b);
  return std::max(chain_a.poses, chain_b.poses) *
         rounding_of_motion(vertex, std::max(chain_a.translations, chain_b.translations), most);
}

bool is_compound(const Body& body) { return body.shape.form() == ShapeForm::compound; }

// Of compounds only the parts that are near can have common interior.
constexpr auto solids_parted = [](const Body& moved, const Body& fixed) {
  PartsInReach near{moved, fixed};
  if (is_compound(moved) || is_compound(fixed)) {
    const CollideResult met = collide(moved, fixed);
    if (met.status == Status::ok && !met.yes()) return true;
    Counters counters;
    if (near_parts(moved, fixed, 0, counters, near) != Status::ok) return false;
  }
  const std::optional<Body> first = as_solid_triangles(near.a), second = as_solid_triangles(near.b);
  return first && second && interiors_apart(*first, *second);
};
constexpr auto bodies_parted = [](const Body& moved, const Body& fixed) {
  const CollideResult met = collide(moved, fixed);
  return met.status == Status::ok && !met.yes();
};

bool in_range(const Translations& space) {
  return space.scale() > 0x1p-900 && space.scale() < 0x1p900 && space.eps() < 1e-3;
}

PenetrationResult searched(const Body& a, const Body& b, const Body& solid_a, const Body& solid_b,
                           const PlacedBody& placed_a, const PlacedBody& placed_b, DepthSoFar& so_far) {
  PenetrationResult result = at_depth_0();
  const int effort = so_far.settings.effort;
  const double max = so_far.settings.max;
  // A part of a compound is moved by the products of several poses, each of which rounds.
  if (max < infinity && is_deeper(solid_a, solid_b, max + rounding_of(a, b, placed_a, placed_b, max), result.counters))
    return beyond_depth(max, result.counters);
  WayOut search(a, b, solids_parted);
  Translations space(solid_a, solid_b, placed_a.body, placed_b.body);
  if (in_range(space)) {
    DeepPoints deep(placed_a, placed_b, space.moved(), space.fixed(), space.scale());
    const auto keep_bounds = [&] {
      const double most = std::min(search.length(), so_far.upper);
      const double lost = rounding_of(a, b, placed_a, placed_b, most);
      so_far.lower = std::max(so_far.lower, std::nextafter(deep.best().lower * (1 / space.scale()) - lost, 0.0));
      so_far.upper = most;
    };
    // Whatever a smaller effort finds is found by a larger one first.
    const auto search_level = [&](int level) {
      const auto e = std::size_t(level);
      deep.look_at_corners(128 * e);
      look_around(deep, space, e);
      keep_bounds();
      if (so_far.beyond()) return;
      const DeepPoint& best = deep.best();
      const std::array<Vec3, 3> hints{best.to_b - best.to_a, best.to_b, Vec3{} - best.to_a};
      offer_escapes(search, space, find_escapes(space, escape_limits(level), hints));
      if (!search.found()) offer_boxes(search, world_box(a), world_box(b));
      look_along(deep, space, search.vector() * space.scale());
      deep.climb(64 * e);
      keep_bounds();
    };
    try {
      for (int level = 1; level <= effort && !so_far.beyond(); level *= 2) search_level(level);
    } catch (const BudgetSpent&) {
      keep_bounds();
      throw;
    }
    if (so_far.beyond()) {
      result.counters += deep.counters;
      result.counters.box_tests += space.work();
      return beyond_depth(so_far.lower, result.counters);
    }
    if (deep.best().lower < 0x1p-30) offer_shallow(search, solid_a, solid_b);  // of bodies of about size 1
    const double lost = rounding_of(a, b, placed_a, placed_b, search.length());
    result.lower = std::max(0.0, std::nextafter(deep.best().lower * (1 / space.scale()) - lost, 0.0));
    result.inside = deep.best().point;
    result.counters += deep.counters;
    result.counters.box_tests += space.work();
  } else {
    offer_boxes(search, world_box(a), world_box(b));
  }
  if (!search.found()) {  // the doubles end before the bodies part
    result = {};
    result.status = Status::out_of_range;
    return result;
  }
  result.vector = search.vector();
  result.depth = search.length();
  return result;
}

// The body, or the same as a convex body where it is a solid of triangles that is one; nothing for others.
std::optional<Body> as_convex(const Body& body) {
  const ShapeData& shape = data_of(body.shape);
  if (shape.primitive() && shape.form != ShapeForm::halfspace) return body;
  if (const Shape* twin = convex_twin(shape)) return Body{*twin, body.pose};
  return std::nullopt;
}

// How far a posed corner may be from its exact image, at most, with both bodies counted twice.
double rounding_of_corners(const Body& a, const Body& b) {
  double sum = 0;
  for (const Body* body : {&a, &b}) {
    const Box& box = data_of(body->shape).bounds;
    const Vec3 farthest = abs(body->pose.linear) * max(abs(box.lo), abs(box.hi)) + abs(body->pose.translation);
    sum += largest(farthest);
  }
  return 0x1p-49 * sum;
}

// `solid` is what as_solid_triangles() makes of a body; a moved body is posed, and made one, anew.
PenetrationResult solid_penetration(const Body& a, const Body& b, const Body& solid_a, const Body& solid_b,
                                    DepthSoFar& so_far) {
  PlacedBody placed_a, placed_b;
  if (const Status status = prepare(solid_a, placed_a); status != Status::ok) return failed<PenetrationResult>(status);
  if (const Status status = prepare(solid_b, placed_b); status != Status::ok) return failed<PenetrationResult>(status);
  if (!overlap(placed_a.body.box, placed_b.body.box) || interiors_apart(solid_a, solid_b)) return at_depth_0();
  const std::uint64_t exact_before = exact_count();
  PenetrationResult result = searched(a, b, solid_a, solid_b, placed_a, placed_b, so_far);
  result.counters.exact_tests += exact_count() - exact_before;
  return result;
}

// What parts the convex bodies parts the solids, but for the rounding of posed corners: those in the midst of faces are
// none of the hull's, and may stand out of it. So the vector is pushed on until the solids are parted.
PenetrationResult twin_penetration(const Body& a, const Body& b, const Body& twin_a, const Body& twin_b,
                                   DepthSoFar& so_far) {
  PenetrationResult result = convex_penetration(twin_a, twin_b);
  if (result.status != Status::ok) return result;
  const std::optional<Body> solid_a = as_solid_triangles(a), solid_b = as_solid_triangles(b);
  if (solid_a && solid_b && interiors_apart(*solid_a, *solid_b)) return at_depth_0();
  if (result.depth > 0) {
    WayOut way(a, b, solid_a && solid_b ? WayOut::Parted(solids_parted) : WayOut::Parted(bodies_parted));
    way.offer(result.vector, result.vector * (1 / result.depth), 40);
    if (way.found()) {
      result.vector = way.vector();
      result.depth = way.length();
      result.lower = std::max(0.0, result.lower - rounding_of_corners(a, b));
      return result;
    }
  }
  return solid_a && solid_b ? solid_penetration(a, b, *solid_a, *solid_b, so_far) : result;
}

PenetrationResult along_normal(const Body& a, const Body& b, DepthSoFar&) { return halfspace_penetration(a, b); }
PenetrationResult of_convex(const Body& a, const Body& b, DepthSoFar&) { return convex_penetration(a, b); }
template <class Test>
bool any_leaf(const Body& body, const Test& test) {
  std::vector<Member> leaves;
  if (!is_compound(body)) return test(body);
  return find_leaves(body, leaves) == Status::ok &&
         std::any_of(leaves.begin(), leaves.end(), [&](const Member& leaf) { return test(leaf.body); });
}

bool all_polyhedral(const Body& body) {
  return !any_leaf(body, [](const Body& leaf) {
    const ShapeData& shape = data_of(leaf.shape);
    return shape.world_margin > 0 || !(shape.faceted() || (family_of(leaf) == Family::triangles && shape.solid));
  });
}

// Parts of compounds that are away from the other body by more than the depth have no say: no vector that is shorter
// brings them together. What the parts that meet find is a depth of the whole, as all of it is checked, and tells which
// others are to be looked at, too; what is proven of some parts, the lower bound, holds for all.
PenetrationResult of_near_parts(const Body& a, const Body& b, DepthSoFar& so_far) {
  PenetrationResult first;
  Counters counters;
  // The first round is the same whatever the effort, so that the second looks at the same parts.
  for (int round = 0; round < 2; ++round) {
    PartsInReach near;
    if (near_parts(a, b, round == 0 ? 0 : first.depth, counters, near) != Status::ok || !near.any) break;
    const std::optional<Body> solid_a = as_solid_triangles(near.a), solid_b = as_solid_triangles(near.b);
    if (!solid_a || !solid_b) return any_penetration(a, b, so_far.settings);
    const bool last = round == 1 || (near.whole_a && near.whole_b);
    const int effort = so_far.settings.effort;
    if (!last) so_far.settings.effort = 1;
    PenetrationResult result = solid_penetration(a, b, *solid_a, *solid_b, so_far);
    so_far.settings.effort = effort;
    counters += result.counters;
    result.counters = counters;
    if (result.ok() && !result.beyond && result.depth > 0 && !last) {
      first = result;
      continue;
    }
    if (round == 0 || result.beyond) return result;
    if (!result.ok() || result.depth > first.depth) {
      result.status = first.status;
      result.vector = first.vector;
      result.depth = first.depth;
    }
    if (!(result.lower > first.lower)) {
      result.lower = first.lower;
      result.inside = first.inside;
    }
    return result;
  }
  return at_depth_0();
}

// By a search where both are polyhedral solids; else directions are tried.
PenetrationResult of_solids(const Body& a, const Body& b, DepthSoFar& so_far) {
  if ((is_compound(a) || is_compound(b)) && all_polyhedral(a) && all_polyhedral(b)) return of_near_parts(a, b, so_far);
  const std::optional<Body> twin_a = as_convex(a), twin_b = as_convex(b);
  if (twin_a && twin_b) return twin_penetration(a, b, *twin_a, *twin_b, so_far);
  const std::optional<Body> solid_a = as_solid_triangles(a), solid_b = as_solid_triangles(b);
  if (!solid_a || !solid_b) return any_penetration(a, b, so_far.settings);
  return solid_penetration(a, b, *solid_a, *solid_b, so_far);
}

constexpr Table<DepthCell> make_ways() {
  constexpr DepthCell convex{"convex", of_convex}, solid{"solid", of_solids}, plane{"half-space", along_normal};
  constexpr DepthCell none{unsupported};  // most half-spaces have no vector that parts them
  return {{
      // triangles, box, ball, stick, hull, curved, halfspace, compound
      {solid, solid, solid, solid, solid, solid, plane, solid},       // triangles
      {solid, convex, convex, convex, convex, convex, plane, solid},  // box
      {solid, convex, convex, convex, convex, convex, plane, solid},  // ball
      {solid, convex, convex, convex, convex, convex, plane, solid},  // stick
      {solid, convex, convex, convex, convex, convex, plane, solid},  // hull
      {solid, convex, convex, convex, convex, convex, plane, solid},  // curved
      {plane, plane, plane, plane, plane, plane, none, plane},        // halfspace
      {solid, solid, solid, solid, solid, solid, plane, solid},       // compound
  }};
}

// A surface has no way of its own: has_surface() is asked before.
const DepthCell& way_of(const Body& a, const Body& b) { return depth_ways.at(family_of(a), family_of(b)); }
bool is_searched(const Body& a, const Body& b) { return way_of(a, b).ask == of_solids; }

PenetrationResult find_parting(const Body& a, const Body& b, DepthSoFar& so_far) {
  const DepthCell& way = way_of(a, b);
  return way.ask != nullptr ? way.ask(a, b, so_far) : failed<PenetrationResult>(Status::unsupported);
}

bool has_surface(const Body& body) {
  return any_leaf(body, [](const Body& leaf) { return family_of(leaf) == Family::triangles && !leaf.shape.solid(); });
}
bool may_be_thin(const Body& body) {
  return any_leaf(body, [](const Body& leaf) {
    return family_of(leaf) == Family::triangles ? lacks_interior(leaf) : may_lack_interior(leaf);
  });
}
bool all_thin(const Body& body) {
  return !any_leaf(body, [](const Body& leaf) { return !lacks_interior(leaf); });
}

// One of the two may have parts without interior: what these are in counts for nothing, unless the whole body has none
// and is a part of the other.
PenetrationResult thin_penetration(const Body& a, const Body& b, const PenetrationSettings& settings) {
  DepthSoFar parting{settings};  // of bodies that may have no depth: its bounds are none of the answer
  const ClassifyResult found = classify(a, b, {.budget = unlimited_budget});
  if (found.status != Status::ok && found.status != Status::undecided) return failed<PenetrationResult>(found.status);
  PenetrationResult result = at_depth_0();
  const bool apart = found.answer == PairClass::clear || found.answer == PairClass::touching;
  if ((found.status == Status::ok && apart) || (all_thin(a) && all_thin(b))) {
    result.counters = found.counters;
    return result;
  }
  result = find_parting(a, b, parting);
  // A solid of triangles that its pose made flat has no interior to share, but may be deep in the other.
  if (result.status == Status::ok && result.depth == 0 && is_searched(a, b)) result = any_penetration(a, b, settings);
  result.counters += found.counters;
  if (found.status == Status::undecided) result.lower = 0;  // it may be a part of the other, or only touch it
  return result;
}

// find(first, second), the bodies in an order that does not depend on which is called a.
template <class Find>
PenetrationResult in_order(const Body& a, const Body& b, const Find& find) {
  const int order = body_order(a, b);
  PenetrationResult result = order > 0 ? find(b, a) : find(a, b);
  if (order > 0) result.vector = Vec3{} - result.vector;
  result.symmetric = order == 0 && result.status == Status::ok;
  return result;
}

// Of bodies that are not convex the way out is searched, with many exact tests.
std::uint64_t budget_of_depth(const Body& a, const Body& b, const PenetrationSettings& settings) {
  if (settings.budget != default_budget) return settings.budget;
  return std::uint64_t(std::clamp(settings.effort, 1, 1000)) *
         (usual_budget(a, b) + (is_searched(a, b) ? std::uint64_t{1} << 25 : 0));
}

bool only_touch(const Body& a, const Body& b) {
  const ClassifyResult found = classify(a, b, {.budget = unlimited_budget});
  return found.status == Status::ok && (found.answer == PairClass::clear || found.answer == PairClass::touching);
}

PenetrationResult ordinary_penetration(const Body& a, const Body& b, DepthSoFar& so_far) {
  if (way_of(a, b).ask == nullptr) return failed<PenetrationResult>(Status::unsupported);
  // Of a surface there is no depth but in a half-space.
  if (is_searched(a, b) && (has_surface(a) || has_surface(b))) return failed<PenetrationResult>(Status::unsupported);
  if (!overlap(world_box(a), world_box(b))) return at_depth_0();
  so_far.upper = std::min(so_far.upper, parted_boxes(a, b));
  if (may_be_thin(a) || may_be_thin(b)) return thin_penetration(a, b, so_far.settings);
  const PenetrationResult result = find_parting(a, b, so_far);
  // What only touches has no depth, however near it is to having one.
  const bool doubtful = result.status == Status::ok && result.depth > 0 && result.lower == 0;
  return doubtful && only_touch(a, b) ? at_depth_0() : result;
}

// The bounds are left as well where this throws.
PenetrationResult penetration_of(const Body& a, const Body& b, DepthSoFar& so_far) {
  const std::optional<Rescaled> pair = rescaled(a, b);
  if (!pair || !pair->exact) return ordinary_penetration(a, b, so_far);
  DepthSoFar scaled{so_far.settings};
  scaled.settings.max = pair->there(so_far.settings.max);
  PenetrationResult result = ordinary_penetration(pair->a, pair->b, scaled);
  result.vector = pair->back(result.vector);
  result.depth = pair->back(result.depth);
  result.lower = pair->back(result.lower);
  result.inside = pair->back(result.inside);
  if (result.status != Status::ok || result.beyond) return result;
  const bool finite = is_finite(result.vector) && std::isfinite(result.depth) && is_finite(result.inside);
  return finite ? result : failed<PenetrationResult>(Status::out_of_range);
}

Status check(const Body& a, const Body& b, const PenetrationSettings& settings) {
  if (settings.effort < 1 || settings.effort > 1000 || !(settings.max >= 0) || !a.shape || !b.shape)
    return Status::invalid;
  int orientation = 0;
  const Status status = check_pose(a.pose, orientation);
  return status == Status::ok ? check_pose(b.pose, orientation) : status;
}

}  // namespace

constinit const Table<DepthCell> depth_ways = filled(make_ways());

PenetrationResult parting(const Body& a, const Body& b, const PenetrationSettings& settings) noexcept {
  return guarded<PenetrationResult>([&] {
    const Status status = check(a, b, settings);
    if (status != Status::ok) return failed<PenetrationResult>(status);
    return in_order(borrowed(a), borrowed(b), [&](const Body& first, const Body& second) {
      DepthSoFar so_far{settings};
      return find_parting(first, second, so_far);
    });
  });
}

// Two boxes, as most pairs of them are told: of a work so small that what a usual budget would be is not worth asking.
bool told_as_boxes(const Body& a, const Body& b, const PenetrationSettings& settings, PenetrationResult& result) {
  if (!a.shape || !b.shape || !is_bare_box(a) || !is_bare_box(b)) return false;
  const std::uint64_t units = settings.budget == default_budget ? unlimited_budget : settings.budget;
  bool told = false;
  result = guarded<PenetrationResult>(units, [&]() -> PenetrationResult {
    if (const Status status = check(a, b, settings); status != Status::ok) return failed<PenetrationResult>(status);
    return in_order(a, b, [&](const Body& first, const Body& second) {
      PenetrationResult found;
      told = box_penetration(first, second, found);
      return found;
    });
  });
  return told || result.status == Status::budget;
}

// A result as it is told: its bounds, and what the settings ask for no more.
PenetrationResult told(PenetrationResult result, const DepthSoFar& so_far) noexcept {
  if (result.status == Status::budget) {
    result.lower = so_far.lower;
    result.upper = so_far.upper;
  }
  if (result.status != Status::ok || result.beyond) return result;
  result.upper = result.depth;
  if (!(result.lower > so_far.settings.max)) return result;
  PenetrationResult deep = beyond_depth(result.lower, result.counters);
  deep.inside = result.inside;
  deep.symmetric = result.symmetric;
  return deep;
}

PenetrationResult find_penetration(const Body& a, const Body& b, const PenetrationSettings& settings) noexcept {
  DepthSoFar so_far{settings};
  if (PenetrationResult of_boxes; told_as_boxes(a, b, settings, of_boxes)) return told(of_boxes, so_far);
  const std::uint64_t units = budget_of_depth(a, b, settings);
  PenetrationResult result = guarded<PenetrationResult>(units, [&]() -> PenetrationResult {
    if (const Status status = check(a, b, settings); status != Status::ok) return failed<PenetrationResult>(status);
    return in_order(borrowed(a), borrowed(b),
                    [&](const Body& first, const Body& second) { return penetration_of(first, second, so_far); });
  });
  result = told(result, so_far);
  note_fault(result.status, [&] { return define_lines(a, b) + penetration_line("a", a, "b", b, settings) + "\n"; });
  return result;
}

namespace {

SignedDistanceResult signed_distance_of(const Body& a, const Body& b, const PenetrationSettings& settings) {
  SignedDistanceResult result;
  PenetrationSettings any_depth = settings;
  any_depth.max = infinity;
  result.apart = find_distance(a, b, {.budget = settings.budget});
  result.status = result.apart.status;
  result.distance = result.apart.distance;
  result.bound = result.apart.bound;
  result.lower = result.apart.lower;
  result.upper = result.apart.upper;
  const bool known = result.status == Status::ok || result.status == Status::undecided;
  if (!known || result.lower > 0) return result;
  result.penetration = find_penetration(a, b, any_depth);
  if (result.penetration.status != Status::ok) result.status = result.penetration.status;
  if (result.penetration.status != Status::ok || result.penetration.depth == 0) return result;
  if (result.upper > 0 && result.penetration.lower == 0) {  // curved bodies that touch to within rounding
    result.lower = -result.penetration.depth;
    result.bound = std::nextafter(std::max(result.distance - result.lower, result.upper - result.distance), infinity);
    return result;
  }
  result.status = Status::ok;
  result.distance = result.lower = -result.penetration.depth;
  result.upper = -result.penetration.lower;
  result.bound = result.upper - result.lower;
  if (result.bound > 0) result.bound = std::nextafter(result.bound, infinity);
  return result;
}

}  // namespace

SignedDistanceResult find_signed_distance(const Body& a, const Body& b, const PenetrationSettings& settings) noexcept {
  const SignedDistanceResult result = guarded<SignedDistanceResult>([&] { return signed_distance_of(a, b, settings); });
  note_fault(result.status, [&] { return define_lines(a, b) + signed_distance_line("a", a, "b", b, settings) + "\n"; });
  return result;
}

}  // namespace graze
