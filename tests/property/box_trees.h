// Random trees of boxes under random edits: every answer is that of a loop over the boxes in exact arithmetic.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/box_tree.h"
#include "math/ray_base.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/rational.h"
#include "tests/property/broad.h"
#include "tests/property/tally.h"

namespace graze::property {

// Does the ray have a common point with the box? As fractions of GMP.
inline bool ray_meets_box(const Ray& ray, const Box& box) {
  using oracle::exact;
  using oracle::Rational;
  Rational in = 0, out = 0;
  bool ends = std::isfinite(ray.max);
  if (ends) out = exact(ray.max);
  for (int axis = 0; axis < 3; ++axis) {
    const Rational along = exact(ray.direction[axis]) - exact(base_of(ray)[axis]);
    const double origin = ray.origin[axis];
    if (sgn(along) == 0) {
      if (box.lo[axis] > origin || box.hi[axis] < origin) return false;
      continue;
    }
    const double first = sgn(along) > 0 ? box.lo[axis] : box.hi[axis],
                 last = sgn(along) > 0 ? box.hi[axis] : box.lo[axis];
    if (std::isfinite(first)) in = std::max(in, Rational((exact(first) - exact(origin)) / along));
    if (std::isfinite(last)) {
      const Rational end = (exact(last) - exact(origin)) / along;
      out = ends ? std::min(out, end) : end;
      ends = true;
    }
  }
  return !ends || in <= out;
}

inline oracle::Rational box_gap_sq(const Box& a, const Box& b) {
  oracle::Rational sum = 0;
  for (int axis = 0; axis < 3; ++axis) {
    oracle::Rational gap = 0;
    if (a.hi[axis] < b.lo[axis]) gap = oracle::exact(b.lo[axis]) - oracle::exact(a.hi[axis]);
    if (b.hi[axis] < a.lo[axis]) gap = oracle::exact(a.lo[axis]) - oracle::exact(b.hi[axis]);
    sum += gap * gap;
  }
  return sum;
}

// A ray that begins and ends near the boxes, often at their corners and along their sides.
inline Ray random_box_ray(oracle::Dice& dice, BoxLayout layout, double side,
                          const std::map<std::uint64_t, Box>& boxes) {
  const auto corner = [&]() -> Vec3 {
    Box box = random_box(dice, layout, side);
    if (!boxes.empty() && !dice.chance(3)) {
      auto it = boxes.begin();
      std::advance(it, static_cast<std::ptrdiff_t>(dice.bits() % boxes.size()));
      box = it->second;
    }
    Vec3 at;
    for (int axis = 0; axis < 3; ++axis) {
      at[axis] = dice.chance(2) ? box.lo[axis] : box.hi[axis];
      if (!std::isfinite(at[axis])) at[axis] = dice.uniform(-side, side);
    }
    return at;
  };
  const Vec3 from = corner(), to = corner();
  Ray ray = ray_between(from, to);
  if (dice.chance(3)) ray = {from, to, dice.pick({0.0, 1.0, 1e300, std::numeric_limits<double>::infinity()}), {}};
  if (dice.chance(4)) ray.direction[dice.integer(0, 2)] = 0;
  if (dice.chance(3)) ray.max = dice.pick({0.5, 2.0, std::numeric_limits<double>::max()});
  return ray;
}

inline std::string compare_with_loops(const BoxTree& tree, const std::map<std::uint64_t, Box>& boxes, BoxLayout layout,
                                      double side, oracle::Dice& dice, Tally& tally) {
  if (const std::string fault = tree.validate(); !fault.empty()) return fault;
  if (tree.size() != boxes.size()) return "another number of boxes";
  for (int query = 0; query < 4; ++query) {
    const Box box = random_box(dice, layout, side);
    std::vector<std::uint64_t> expected;
    for (const auto& [id, each] : boxes)
      if (overlap(each, box)) expected.push_back(id);
    const BoxTreeResult met = tree.overlap(box);
    if (met.status != Status::ok || met.ids != expected) return "overlap";
    tally.count("overlap", !expected.empty());

    const Ray ray = random_box_ray(dice, layout, side, boxes);
    if (ray.direction != base_of(ray)) {
      expected.clear();
      for (const auto& [id, each] : boxes)
        if (ray_meets_box(ray, each)) expected.push_back(id);
      std::vector<std::uint64_t> hit;
      const BoxTreeRay found = tree.ray(ray);
      for (const BoxTreeRay::Hit& each : found.hits) hit.push_back(each.id);
      if (found.status != Status::ok || hit != expected)
        return "ray: " + std::to_string(hit.size()) + " hits instead of " + std::to_string(expected.size());
      tally.count("ray", !expected.empty());
    }

    const auto k = static_cast<std::size_t>(dice.pick({1, 1, 3, 10}));
    Box from = random_box(dice, layout, 3 * side);
    if (dice.chance(2) && is_finite(from.lo)) from.hi = from.lo;
    std::vector<std::pair<oracle::Rational, std::uint64_t>> near;
    for (const auto& [id, each] : boxes) near.emplace_back(box_gap_sq(each, from), id);
    std::sort(near.begin(), near.end());
    const BoxTreeNearest nearest = tree.nearest(from, k);
    if (nearest.status != Status::ok || nearest.boxes.size() != std::min(k, near.size())) return "nearest";
    for (std::size_t i = 0; i < nearest.boxes.size(); ++i)
      if (nearest.boxes[i].id != near[i].second) return "nearest " + std::to_string(i);
    tally.count("nearest", !near.empty() && near.front().first > 0);
  }
  return {};
}

// A hit of "pairs" is a step with some.
inline Tally check_box_trees(std::uint64_t seed, std::uint64_t scenarios, int steps, int most_boxes) {
  Tally tally;
  tally.seed = seed;
  for (std::uint64_t scenario = 0; scenario < scenarios && !tally.failed(); ++scenario) {
    const BoxLayout layout = box_layouts[scenario % std::size(box_layouts)];
    oracle::Dice dice(seed + scenario);
    const int count = dice.integer(0, most_boxes);
    const double side = 0.5 * std::cbrt(std::max(1.0, count * dice.pick({0.3, 1.0, 5.0})));
    BoxTree tree;
    std::map<std::uint64_t, Box> boxes;
    for (int step = 0; step < steps && !tally.failed(); ++step) {
      const int edits = step == 0 ? count : dice.pick({0, 1, 1, 10, count / 10, count});
      for (int edit = 0; edit < edits; ++edit) {
        const std::uint64_t id = dice.bits() % static_cast<std::uint64_t>(2 * count + 1) * 0x9e3779b97f4a7c15u;
        const Box box = random_box(dice, layout, side);
        if (!boxes.contains(id)) {
          tree.add(id, box);
          boxes[id] = box;
        } else if (dice.chance(4)) {
          tree.remove(id);
          boxes.erase(id);
        } else if (dice.chance(2)) {
          tree.move(id, box);
          boxes[id] = box;
        } else {
          Box& drifting = boxes[id];
          const Vec3 by = dice.in_cube(0.1);
          drifting = {drifting.lo + by, drifting.hi + by};
          tree.move(id, drifting);
        }
      }
      tally.failure = compare_with_loops(tree, boxes, layout, side, dice, tally);
      if (!tally.failed() && dice.chance(4)) {
        std::vector<BoxTreePairs::Pair> expected;
        for (auto a = boxes.begin(); a != boxes.end(); ++a)
          for (auto b = std::next(a); b != boxes.end(); ++b)
            if (overlap(a->second, b->second)) expected.push_back({a->first, b->first});
        if (tree.pairs(dice.pick({1, 2})).pairs != expected) tally.failure = "pairs";
        tally.count("pairs", !expected.empty());
      }
      if (tally.failed())
        tally.failure += std::string(" (") + name(layout) + ", scenario " + std::to_string(scenario) + ", step " +
                         std::to_string(step) + ")";
    }
  }
  return tally;
}

}  // namespace graze::property
