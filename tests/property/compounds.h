// Compounds of parts of every kind, nested, scaled, far from the origin, and in rows of boxes that touch: every verb
// says what it says of the parts, each of one against each of the other; with a cache of any content, too.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "shape/data.h"
#include "tests/property/distances.h"
#include "tests/property/kinds.h"
#include "tests/property/tally.h"

namespace graze::property {

// A compound with the poses on the way to each of its leaves, from the outside in.
struct Cluster {
  struct Leaf {
    Shape shape;
    std::vector<Pose> way;
    std::uint32_t first_number = 0;
  };
  Shape shape;
  std::vector<Leaf> leaves;

  Body leaf(std::size_t i, Pose pose) const {
    for (const Pose& next : leaves[i].way) pose = pose * next;
    return {leaves[i].shape, pose};
  }
};

inline Cluster random_cluster(oracle::Dice& dice, double size, bool flush, int depth = 0) {
  Cluster result;
  std::vector<CompoundPart> parts;
  const int count = depth > 0 ? dice.integer(1, 6) : dice.pick({1, 2, 5, 20, 60});
  const double spread = size * std::cbrt(double(count));
  for (int i = 0; i < count; ++i) {
    if (depth < 2 && !flush && dice.chance(8)) {
      const Cluster inner = random_cluster(dice, size * 0.5, false, depth + 1);
      const Pose pose{random_linear(dice, pose_kinds[dice.bits() % 4], 1), dice.in_cube(spread)};
      parts.push_back({inner.shape, pose});
      for (Cluster::Leaf leaf : inner.leaves) {
        leaf.way.insert(leaf.way.begin(), pose);
        result.leaves.push_back(leaf);
      }
      continue;
    }
    CompoundPart part;
    if (flush) {
      part = {dice.chance(4)
                  ? make_convex({{-0.5, -0.5, -0.5}, {0.5, -0.5, -0.5}, {-0.5, 0.5, -0.5}, {-0.5, -0.5, 0.5}})
                  : make_box({0.5, 0.5, 0.5}),
              make_pose(dice.grid(-2, 2))};
    } else {
      const ShapeForm form =
          dice.chance(60)
              ? ShapeForm::halfspace
              : dice.pick({ShapeForm::convex, ShapeForm::convex, ShapeForm::box, ShapeForm::sphere, ShapeForm::capsule,
                           ShapeForm::mesh, ShapeForm::cylinder, ShapeForm::polyhedron, ShapeForm::soup});
      const Vec3 at = form == ShapeForm::halfspace ? dice.direction() * (3 * spread) : dice.in_cube(spread);
      const Kind kind = random_kind(dice, form, size * 0.5, at, 1);
      part = {kind.body.shape, kind.body.pose};
      if (dice.chance(6)) part.shape = with_margin(part.shape, dice.uniform(0, 0.2) * size);
    }
    parts.push_back(part);
    result.leaves.push_back({part.shape, {part.pose}});
  }
  result.shape = make_compound(parts);
  if (depth == 0 && dice.chance(6)) {
    const double margin = dice.uniform(0, 0.2) * size;
    result.shape = with_margin(result.shape, margin);
    for (Cluster::Leaf& leaf : result.leaves) leaf.shape = with_margin(leaf.shape, margin);
  }
  std::uint32_t number = 0;
  for (Cluster::Leaf& leaf : result.leaves) {
    leaf.first_number = number;
    number += data_of(leaf.shape).number_count();
  }
  return result;
}

// A cache as another pair, or nobody, may have left it.
inline PairCache random_cache(oracle::Dice& dice) {
  const auto number = [&] { return dice.chance(4) ? std::uint32_t(dice.bits()) : std::uint32_t(dice.integer(0, 60)); };
  PairCache cache;
  cache.used = !dice.chance(8);
  cache.nearest = {number(), number()};
  cache.leaves = {number(), number()};
  cache.axis =
      dice.direction() * dice.pick({0.0, 1e-300, 1e-3, 1.0, 1e6, 1e300, std::numeric_limits<double>::infinity(),
                                    std::numeric_limits<double>::quiet_NaN()});
  cache.count = number();
  for (int i = 0; i < 3; ++i) {
    cache.corners_a[std::size_t(i)] = number();
    cache.corners_b[std::size_t(i)] = number();
  }
  return cache;
}

// What a cache does that it must not, for one pair at rest; empty when nothing.
inline std::string fault_with_cache(const Body& a, const Body& b, PairCache cache, double tolerance) {
  const CollideResult met = collide(a, b);
  const DistanceResult apart = find_distance(a, b);
  const WithinResult near = within(a, b, tolerance);
  for (int round = 0; round < 3; ++round) {
    const CollideResult met_again = collide(a, b, {}, &cache);
    if (met_again.answer != met.answer || met_again.status != met.status) return "a cache changes collide";
    const DistanceResult again = find_distance(a, b, {}, &cache);
    if (again.status != apart.status) return "a cache changes the status of the distance";
    if (apart.ok() && (again.distance == 0) != (apart.distance == 0)) return "a cache changes zero";
    if (apart.ok() && std::fabs(again.distance - apart.distance) > again.bound + apart.bound)
      return "a cache changes the distance";
    const WithinResult near_again = within(a, b, tolerance, {}, &cache);
    if (near_again.answer != near.answer || near_again.status != near.status) return "a cache changes within";
    const DistanceResult given = find_distance(a, b, {.budget = 1000000});
    const DistanceResult cached = find_distance(a, b, {.budget = 1000000}, &cache);
    if (given.status != cached.status || (given.ok() && !same_answer(given, cached))) return "a budget reads the cache";
  }
  return {};
}

inline std::string fault_in_compounds(oracle::Dice& dice, const Cluster& first, const Cluster& second, const Body& a,
                                      const Body& b, bool& hit) {
  bool yes = false, open = false;
  double distance = std::numeric_limits<double>::infinity(), bound = 0;
  std::vector<TrianglePair> pairs;
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t i = 0; i < first.leaves.size(); ++i)
    for (std::size_t j = 0; j < second.leaves.size(); ++j) {
      const Body p = first.leaf(i, a.pose), q = second.leaf(j, b.pose);
      const CollideResult met = collide(p, q, {.all = true});
      open = open || !met.ok();
      yes = yes || met.yes();
      for (const TrianglePair& pair : met.pairs)
        pairs.push_back({pair.a + first.leaves[i].first_number, pair.b + second.leaves[j].first_number});
      const DistanceResult apart = find_distance(p, q);
      open = open || !apart.ok();
      if (apart.ok() && apart.distance < distance) {
        distance = apart.distance;
        bound = apart.bound;
      }
      all.emplace_back(i, j);
    }
  hit = yes;
  if (open) return {};  // a curved pair that is undecided: other tests are about these
  std::sort(pairs.begin(), pairs.end());
  const CollideResult met = collide(a, b, {.all = true}), swapped = collide(b, a, {.all = true});
  if (!met.ok() || met.yes() != yes || collide(a, b).yes() != yes || collide(b, a).yes() != yes) return "collide";
  if (met.pairs != pairs) return "the pairs that meet";
  std::vector<TrianglePair> turned = pairs;
  for (TrianglePair& pair : turned) std::swap(pair.a, pair.b);
  std::sort(turned.begin(), turned.end());
  if (swapped.pairs != turned) return "the pairs that meet, swapped";
  if (!pairs.empty()) {
    const CollideResult cut = collide(a, b, {.all = true, .max_results = pairs.size() - 1});
    // Of a polyhedron triangles are counted, and faces are listed.
    if (cut.complete || !std::includes(pairs.begin(), pairs.end(), cut.pairs.begin(), cut.pairs.end()) ||
        cut.pairs.size() >= pairs.size())
      return "a list that is cut";
  }

  const DistanceResult r = find_distance(a, b);
  if (!r.ok() || (r.distance == 0) != (distance == 0)) return "zero, or not";
  if (std::fabs(r.distance - distance) > r.bound + bound)
    return "the distance is " + std::to_string(r.distance) + ", of the parts " + std::to_string(distance);
  if (!same_answer(find_distance(b, a), mirrored(r))) return "swapped, the distance does not mirror";
  const double limit = distance * dice.pick({0.5, 0.99});
  const DistanceResult limited = find_distance(a, b, {.max = limit});
  if (distance > 0 && (!limited.beyond || limited.lower > distance + bound)) return "not beyond a limit";

  for (const double tolerance : {distance * 0.7, distance * 1.3, r.lower, r.upper}) {
    bool near = false;
    for (const auto& [i, j] : all)
      near = near || within(first.leaf(i, a.pose), second.leaf(j, b.pose), tolerance).yes();
    const WithinResult forth = within(a, b, tolerance), back = within(b, a, tolerance);
    if (forth.yes() != near || back.yes() != near) return "within " + std::to_string(tolerance);
    if (back.witness.a != forth.witness.b || back.witness.b != forth.witness.a) return "within does not mirror";
  }
  for (const PairCache& cache : {PairCache{}, random_cache(dice)})
    if (const std::string fault = fault_with_cache(a, b, cache, distance * dice.uniform(0.5, 1.5)); !fault.empty())
      return fault;
  return {};
}

inline std::string fault_in_compound_rays(oracle::Dice& dice, const Cluster& cluster, const Body& body, double size) {
  for (int k = 0; k < 4; ++k) {
    const Vec3 from = body.pose.translation + dice.in_cube(4 * size), to = body.pose.translation + dice.in_cube(size);
    const Ray ray = dice.chance(3) ? ray_between(from, to) : Ray{from, to - from, dice.chance(2) ? 0.7 : 1e6};
    bool any = false, open = false;
    RayHit closest;
    std::vector<RayHit> hits;
    const auto before = [](const RayHit& x, const RayHit& y) {
      return x.t != y.t ? x.t < y.t : x.triangle < y.triangle;
    };
    for (std::size_t i = 0; i < cluster.leaves.size(); ++i) {
      RayResult one = cast(cluster.leaf(i, body.pose), ray, {.want = RayWant::all});
      open = open || !one.ok();
      for (RayHit& hit : one.hits) {
        hit.triangle += cluster.leaves[i].first_number;
        hits.push_back(hit);
        if (!any || before(hit, closest)) closest = hit;
        any = true;
      }
    }
    if (open) continue;  // a margin around a curved part has no rays
    std::sort(hits.begin(), hits.end(), before);
    const RayResult near = cast(body, ray), some = cast(body, ray, {.want = RayWant::any}),
                    every = cast(body, ray, {.want = RayWant::all});
    if (!near.ok() || near.yes() != any || some.yes() != any || every.yes() != any) return "a ray";
    if (any && (near.closest.t != closest.t || near.closest.triangle != closest.triangle)) return "the closest hit";
    if (every.hits.size() != hits.size()) return "how many hits";
    for (std::size_t i = 0; i < hits.size(); ++i)
      if (every.hits[i].t != hits[i].t || every.hits[i].triangle != hits[i].triangle) return "the hits";
  }
  return {};
}

inline Tally check_compounds(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const bool flush = dice.chance(4);
    const Cluster first = random_cluster(dice, 1, flush), second = random_cluster(dice, 1, flush);
    const double far = flush ? 0 : dice.pick({0.0, 0.0, 1.0, 1e3, 1e9});
    const Vec3 middle = dice.in_cube(far);
    const auto reach = [](const Cluster& c) { return 1 + std::cbrt(double(c.leaves.size())); };
    const double apart = (reach(first) + reach(second)) * dice.uniform(0, 1.6);
    Body a{first.shape, {random_linear(dice, pose_kinds[dice.bits() % 4], 1), middle}};
    Body b{second.shape, {random_linear(dice, pose_kinds[dice.bits() % 4], 1), middle + dice.direction() * apart}};
    if (flush) {
      a.pose = make_pose(dice.grid(-1, 1));
      b.pose = make_pose(dice.grid(-5, 5), dice.chance(2) ? Quat{} : Quat{0, 0, std::sqrt(0.5), std::sqrt(0.5)});
    }
    bool hit = false;
    std::string fault = fault_in_compounds(dice, first, second, a, b, hit);
    if (fault.empty() && !flush) fault = fault_in_compound_rays(dice, first, a, reach(first));
    // One against a body that is no compound.
    if (fault.empty()) {
      Cluster alone;
      alone.shape = second.leaves[0].shape;
      alone.leaves.push_back({alone.shape, {}, 0});
      bool met = false;
      fault = fault_in_compounds(dice, first, alone, a, {alone.shape, second.leaf(0, b.pose).pose}, met);
    }
    tally.count(flush ? "flush" : far > 1 ? "far" : "random", hit);
    if (!fault.empty()) {
      tally.failure = fault + "\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

// Every pair of kinds along small motions: a cache that goes with them changes no answer, nor does any other.
inline Tally check_pair_caches(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  constexpr int forms = int(ShapeForm::compound) + 1;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto form = [&] { return static_cast<ShapeForm>(dice.integer(0, forms - 1)); };
    const ShapeForm form_a = form(), form_b = form();
    const Kind kind_a = random_kind(dice, form_a, 1, {}), kind_b = random_kind(dice, form_b, 1, dice.in_cube(2.5));
    Body a = kind_a.body, b = kind_b.body;
    for (Body* body : {&a, &b})
      if (dice.chance(4)) body->shape = with_margin(body->shape, dice.uniform(0, 0.3));
    const DistanceResult start = find_distance(a, b);
    // Half of the pairs begin where they all but touch.
    if (start.ok() && start.distance > 0 && std::isfinite(start.distance) && dice.chance(2))
      b.pose.translation = b.pose.translation - start.normal * (start.distance * dice.pick({0.9, 0.999999, 1.0, 1.01}));
    PairCache cache;
    if (dice.chance(4)) cache = random_cache(dice);
    const Vec3 step = dice.in_cube(0.01);
    const Vec3 axis = dice.direction() * std::sin(0.005);
    const Mat3 turn = to_matrix({axis.x, axis.y, axis.z, std::cos(0.005)});
    bool hit = false;
    for (int k = 0; k < 6; ++k) {
      const double tolerance =
          start.ok() && std::isfinite(start.distance) ? start.distance * dice.uniform(0, 1.5) : 0.1;
      const std::string fault = fault_with_cache(a, b, cache, tolerance);
      if (!fault.empty()) {
        tally.failure = fault + ", " + name(form_a) + " and " + name(form_b) + "\n" + lines(a, b);
        return tally;
      }
      hit = collide(a, b, {}, &cache).yes() || hit;
      (void)find_distance(a, b, {}, &cache);
      (void)within(a, b, tolerance, {}, &cache);
      b.pose.translation = b.pose.translation + step;
      b.pose.linear = turn * b.pose.linear;
    }
    tally.count("pairs of kinds", hit);
  }
  return tally;
}

}  // namespace graze::property
