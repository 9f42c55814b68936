// Random scenarios for every kind of broad phase: boxes that are added, removed, moved, teleported and left alone, in
// layouts that are unkind to one kind or another. All are compared with plain loops over the doubles at every step.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "broad/broad_phase.h"
#include "tests/oracle/dice.h"
#include "tests/property/tally.h"

namespace graze::property {

enum class BoxLayout {
  cube,
  flat,
  line,
  one_place,
  clusters,    // and outliers far away
  sizes,       // ratios of 1e4
  lattice,     // whole numbers: faces touch
  neighbours,  // bounds that differ in the last bits of double or float
  far_off,     // small boxes at a large offset
  wide_range,  // magnitudes from the smallest to the largest doubles
  endless,     // sides at infinity
};
inline constexpr BoxLayout box_layouts[] = {BoxLayout::cube,       BoxLayout::flat,       BoxLayout::line,
                                            BoxLayout::one_place,  BoxLayout::clusters,   BoxLayout::sizes,
                                            BoxLayout::lattice,    BoxLayout::neighbours, BoxLayout::far_off,
                                            BoxLayout::wide_range, BoxLayout::endless};
inline const char* name(BoxLayout layout) {
  constexpr const char* names[] = {"cube",    "flat",       "line",    "one place",  "clusters", "sizes",
                                   "lattice", "neighbours", "far off", "wide range", "endless"};
  return names[static_cast<int>(layout)];
}

inline Box random_box(oracle::Dice& dice, BoxLayout layout, double side) {
  const auto around = [&](Vec3 centre, double size) {
    const Vec3 half{dice.uniform(0, size), dice.uniform(0, size), dice.uniform(0, size)};
    return Box{centre - half, centre + half};
  };
  Vec3 centre = dice.in_cube(side);
  switch (layout) {
    case BoxLayout::cube:
      break;
    case BoxLayout::flat:
      centre.y = 0.25;
      break;
    case BoxLayout::line:
      centre = Vec3{1, 0.5, -2} * dice.uniform(-side, side);
      break;
    case BoxLayout::one_place:
      return around({1, 2, 3}, 1);
    case BoxLayout::clusters: {
      if (dice.chance(20)) return around(dice.in_cube(1e6 * side), 1);
      const double at = std::floor(dice.uniform(0, 3)) * 50 * side;
      return around(Vec3{at, -at, 0.3 * at} + centre * 0.3, 0.3);
    }
    case BoxLayout::sizes:
      return around(centre, side * std::pow(10.0, dice.uniform(-4, 0)));
    case BoxLayout::lattice: {
      const int half = std::max(1, static_cast<int>(side));
      const Vec3 lo = dice.grid(-half, half), size = dice.grid(0, 2);
      return {lo, lo + size};
    }
    case BoxLayout::neighbours: {
      Box box;
      for (int axis = 0; axis < 3; ++axis) {
        const double x = dice.integer(-2, 2) * 0.7, y = dice.integer(-2, 2) * 0.7;
        const double step = dice.chance(2) ? 0x1p-24 : 0x1p-53;
        box.lo[axis] = std::min(x, y) * (1 + step * dice.integer(-3, 3)) + (dice.chance(4) ? 0x1p-160 : 0);
        box.hi[axis] = std::max(box.lo[axis], std::max(x, y) * (1 + step * dice.integer(-3, 3)));
      }
      return box;
    }
    case BoxLayout::far_off: {
      const Box box = around(centre, 1);
      const Vec3 offset{0x1p26, -0x1p30, 0x1p20};
      return {box.lo + offset, box.hi + offset};
    }
    case BoxLayout::wide_range: {
      Box box;
      for (int axis = 0; axis < 3; ++axis) {
        const double x = dice.magnitude(-320, 308), y = dice.magnitude(-320, 308);
        box.lo[axis] = std::min(x, y);
        box.hi[axis] = dice.chance(3) ? box.lo[axis] : std::max(x, y);
      }
      return box;
    }
    case BoxLayout::endless: {
      Box box = around(centre, 1);
      if (!dice.chance(8)) return box;
      for (int axis = 0; axis < 3; ++axis) {
        if (dice.chance(2)) box.lo[axis] = -std::numeric_limits<double>::infinity();
        if (dice.chance(2)) box.hi[axis] = std::numeric_limits<double>::infinity();
      }
      return box;
    }
  }
  return around(centre, 1);
}

// The oracle: loops and comparisons of doubles, and nothing of the library but Box.
struct PlainBoxes {
  std::vector<std::uint32_t> ids;  // sorted
  std::vector<Box> boxes;

  std::size_t find(std::uint32_t id) const {
    return static_cast<std::size_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
  }
  bool has(std::uint32_t id) const { return find(id) < ids.size() && ids[find(id)] == id; }
  void put(std::uint32_t id, const Box& box) {
    const std::size_t at = find(id);
    if (!has(id)) {
      ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(at), id);
      boxes.insert(boxes.begin() + static_cast<std::ptrdiff_t>(at), box);
    }
    boxes[at] = box;
  }
  void erase(std::uint32_t id) {
    const auto at = static_cast<std::ptrdiff_t>(find(id));
    ids.erase(ids.begin() + at);
    boxes.erase(boxes.begin() + at);
  }
  std::vector<IdPair> pairs() const {
    std::vector<IdPair> result;
    for (std::size_t i = 0; i < ids.size(); ++i)
      for (std::size_t j = i + 1; j < ids.size(); ++j) {
        const Box &a = boxes[i], &b = boxes[j];
        bool apart = false;
        for (int axis = 0; axis < 3; ++axis) apart = apart || a.hi[axis] < b.lo[axis] || b.hi[axis] < a.lo[axis];
        if (!apart) result.push_back({std::uint64_t{ids[i]} << 32 | ids[j]});
      }
    return result;
  }
};

// One scenario: the same edits for every kind.
class BroadScenario {
 public:
  BroadScenario(std::uint64_t seed, BoxLayout layout, std::size_t most_boxes, std::span<const BroadKind> kinds)
      : dice_(seed), layout_(layout) {
    for (const BroadKind kind : kinds) phases_.emplace_back(kind);
    const auto most = static_cast<int>(most_boxes);
    const int count = dice_.chance(10)  ? dice_.integer(0, 5)
                      : dice_.chance(5) ? dice_.integer(10, 30)
                                        : dice_.integer(most / 4, most);
    most_ = static_cast<std::uint32_t>(count);
    id_scale_ = dice_.pick({1u, 1u, 3u, 50u});
    // About one overlap a box: boxes have sides of 1 in the mean.
    side_ = 0.5 * std::cbrt(std::max(1.0, most_ * dice_.pick({0.3, 1.0, 5.0})));
    if (layout == BoxLayout::flat) side_ = 0.5 * std::sqrt(std::max(1.0, 1.0 * most_));
    if (layout == BoxLayout::line) side_ = 0.5 * std::max(1.0, 1.0 * most_);
    for (std::uint32_t i = 0; i < most_; ++i) put(i * id_scale_, random_box(dice_, layout_, side_));
  }

  void edit() {
    if (dice_.chance(10)) return;                   // everything sleeps
    const int moving = dice_.pick({1, 1, 3, 100});  // one in how many
    const bool calm = moving == 100 && !dice_.chance(4);
    const bool purge = dice_.chance(40);
    for (std::uint32_t i = 0; i < most_; ++i) {
      const std::uint32_t id = i * id_scale_;
      if (!plain_.has(id)) {
        if (dice_.chance(calm ? 100 : 10)) put(id, random_box(dice_, layout_, side_));
        continue;
      }
      if (purge ? !dice_.chance(4) : dice_.chance(calm ? 1000 : 100)) {
        for (BroadPhase& phase : phases_) expect(phase.remove(id) == Status::ok, "remove");
        plain_.erase(id);
        if (dice_.chance(3)) put(id, random_box(dice_, layout_, side_));  // back in the same step
      } else if (dice_.chance(calm ? 500 : 50)) {
        put(id, random_box(dice_, layout_, side_));
      } else if (dice_.chance(moving)) {
        put(id, drifted(plain_.boxes[plain_.find(id)]));
      }
    }
    if (!calm) move_together();
    refuse();
  }

  // Empty, or what is wrong. `changed` becomes whether the pairs are others than at the last step.
  std::string check(int threads, bool& changed) {
    const std::vector<IdPair> expected = plain_.pairs();
    changed = expected != last_;
    last_ = expected;
    for (BroadPhase& phase : phases_) {
      const std::string who = std::string(graze::name(phase.kind())) + ": ";
      const BroadResult result = phase.step(threads);
      if (result.status != Status::ok) return who + graze::name(result.status);
      if (!std::equal(result.pairs.begin(), result.pairs.end(), expected.begin(), expected.end()))
        return who + std::to_string(result.pairs.size()) + " pairs instead of " + std::to_string(expected.size());
      if (phase.size() != plain_.ids.size()) return who + "another number of boxes";
      if (const std::string fault = phase.validate(); !fault.empty()) return who + fault;
    }
    return fault_;
  }

 private:
  void expect(bool holds, const char* what) {
    if (!holds && fault_.empty()) fault_ = std::string("unexpected status of ") + what;
  }
  void put(std::uint32_t id, const Box& box) {
    const bool there = plain_.has(id);
    for (BroadPhase& phase : phases_)
      expect((there ? phase.move(id, box) : phase.add(id, box)) == Status::ok, there ? "move" : "add");
    plain_.put(id, box);
  }
  Box drifted(const Box& box) {
    const Vec3 step = layout_ == BoxLayout::lattice ? dice_.grid(-1, 1) : dice_.in_cube(0.1);
    return {box.lo + step, box.hi + step};
  }
  // Many in one call.
  void move_together() {
    if (!dice_.chance(3) || plain_.ids.empty()) return;
    std::vector<std::uint32_t> ids;
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < plain_.ids.size(); ++i) {
      if (dice_.chance(3)) continue;
      ids.push_back(plain_.ids[i]);
      boxes.push_back(drifted(plain_.boxes[i]));
      plain_.boxes[i] = boxes.back();
    }
    for (BroadPhase& phase : phases_) expect(phase.move(ids, boxes) == Status::ok, "move of many");
  }
  // What must change nothing.
  void refuse() {
    if (!dice_.chance(4)) return;
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const auto id = static_cast<std::uint32_t>(dice_.integer(0, static_cast<int>(most_ + 1)));
    const Box bad = dice_.pick(
        {Box{}, Box{{0, 0, 0}, {1, nan, 1}}, Box{{0, 1, 0}, {1, 0, 1}}, Box{{infinity, 0, 0}, {infinity, 1, 1}}});
    for (BroadPhase& phase : phases_) {
      expect(phase.add(id, bad) == Status::invalid && phase.move(id, bad) == Status::invalid, "an unusable box");
      expect(phase.remove(most_ * id_scale_ + 7) == Status::invalid, "an id that is not there");
      if (plain_.has(id)) expect(phase.add(id, Box{{0, 0, 0}, {1, 1, 1}}) == Status::invalid, "an id that is there");
    }
  }

  oracle::Dice dice_;
  BoxLayout layout_;
  std::uint32_t most_ = 0, id_scale_ = 1;
  double side_ = 1;
  std::vector<BroadPhase> phases_;
  PlainBoxes plain_;
  std::vector<IdPair> last_;
  std::string fault_;
};

// A hit is a step at which the pairs changed.
inline Tally check_broad(std::uint64_t seed, std::uint64_t scenarios, int steps, std::size_t most_boxes,
                         int threads = 1, std::span<const BroadKind> kinds = broad_kinds) {
  Tally tally;
  tally.seed = seed;
  for (std::uint64_t i = 0; i < scenarios && !tally.failed(); ++i) {
    const BoxLayout layout = box_layouts[i % std::size(box_layouts)];
    BroadScenario scenario(seed + i, layout, most_boxes, kinds);
    for (int step = 0; step < steps && !tally.failed(); ++step) {
      if (step > 0) scenario.edit();
      bool changed = false;
      const std::string fault = scenario.check(threads, changed);
      tally.count(name(layout), changed);
      if (!fault.empty())
        tally.failure = std::string(name(layout)) + ", scenario seed " + std::to_string(seed + i) + ", step " +
                        std::to_string(step) + ": " + fault;
    }
  }
  return tally;
}

}  // namespace graze::property
