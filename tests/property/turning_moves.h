// Moves of bodies of few corners of which one or both turn (motion/turning_cast.h): against the general search, against
// exact times, and what must not change an answer.
#pragma once

#include "tests/property/quick_moves.h"
#include "tests/property/spins.h"

namespace graze::property {

// Rotations about an axis that carries the one to the other, more or less; screws; rolling; of one body or of both.
inline SpinCase random_turning(oracle::Dice& dice) {
  const MoveCase c = few_cornered_move(dice);
  SpinCase result;
  result.a.body = c.moving;
  result.b.body = c.fixed;
  const Vec3 here = c.moving.pose.translation, there = c.fixed.pose.translation, towards = there - here;
  const auto turn = [&](Vec3 place, Vec3 way) {
    const Vec3 side = cross(way, dice.direction());
    const Vec3 origin = dice.chance(3) ? place + dice.in_cube(0.5) : place + (way * 0.5 + side * dice.uniform(-1, 1));
    const Vec3 axis = cross(place - origin, (place + way) - origin) * dice.uniform(0.2, 2) + dice.in_cube(0.2);
    const double angle = dice.chance(5) ? dice.uniform(-0.3, 0.3) : dice.uniform(-6.28, 6.28);
    switch (dice.integer(0, 3)) {
      case 0:
        return screw_about(origin, axis, angle, dice.uniform(-3, 3));
      case 1:
        return translation_with_rotation((way + dice.in_cube(0.5)) * dice.uniform(0.2, 2), place + dice.in_cube(0.5),
                                         dice.direction(), angle);
      default:
        return rotation_about(origin, axis, angle);
    }
  };
  result.a.motion = turn(here, towards);
  if (dice.chance(2)) result.b.motion = dice.chance(3) ? translation_by(-towards) : turn(there, -towards);
  return result;
}

// How the quick brackets compare with those of the search.
struct TurningWidths {
  std::uint64_t hits = 0, narrower = 0, wider = 0;
  double sum = 0, sum_search = 0;
};

inline Tally check_turning_moves(std::uint64_t seed, std::uint64_t cases, std::uint64_t& unsure,
                                 TurningWidths& widths) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  using Paths = QuickMove::Paths;
  for (std::uint64_t i = 0; i < cases && !tally.failed(); ++i) {
    const SpinCase c = random_turning(dice);
    if (collide(c.a.body, c.b.body).yes()) continue;
    QuickMove quick(c.a.body, c.a.motion, {}, Paths::any);
    if (!quick.usable()) tally.failure = "no core";
    static_cast<void>(quick.see(c.b.body, c.b.motion, 0));
    const std::vector<MovingBody> others{c.b};
    MovingScene scene(c.a.body, c.a.motion, others);
    if (scene.prepare() != Status::ok || scene.find_pairs(1e-12) != Status::ok) tally.failure = "no scene";
    scene.set_phase(0);
    SearchSettings settings;
    settings.tolerance = 1e-12;
    const SearchResult slow = search_contact(scene.pairs(), settings);
    const bool both = c.b.motion.kind != Motion::Kind::none;
    tally.count(both ? "both move" : "one moves", slow.hit);
    const auto fail = [&](const std::string& what) {
      tally.failure = "case " + std::to_string(i) + ": " + what + "\n" + move_lines(c.a.body, c.a.motion, others, {});
    };
    if (!quick.usable()) {
      ++unsure;
      continue;
    }
    const MoveResult result = quick.result();
    if (result.yes() && !slow.hit) fail("a hit that the search does not know");
    if (result.no() && slow.hit && slow.proven) fail("a hit that is proven is missed");
    const SpinView view(c);
    const auto still_apart = [&] { return !slow.proven && !view.meet(slow.hi); };
    if (result.yes() &&
        !(slow.lo <= result.upper && (result.lower <= slow.hi + (slow.proven ? 0 : 1e-9) || still_apart())))
      fail("brackets are apart: " + std::to_string(result.lower - slow.lo));
    if (result.yes() && !(result.upper - result.lower < 1e-6 && result.fraction <= result.lower)) fail("wide");
    if (result.yes() && !(result.lower - result.fraction < 1e-6)) fail("stops early");
    const Body there{c.a.body.shape, result.pose},
        other{c.b.body.shape, pose_at(c.b.body.pose, c.b.motion, 0, result.fraction)};
    if (collide(there, other).yes()) fail("the pose is not clear");
    if (result.yes() && slow.proven) {
      ++widths.hits;
      const double ours = result.upper - result.lower, theirs = slow.hi - slow.lo;
      widths.sum += ours;
      widths.sum_search += theirs;
      widths.narrower += ours < theirs;
      widths.wider += ours > theirs;
    }
    if (result.yes()) {
      if (std::fabs(length(result.contact.normal) - 1) > 1e-12) fail("normal");
      const Body at{make_point(), make_pose(result.contact.point)};
      if (find_distance(view.a_at(result.lower), at).distance > 1e-6 ||
          find_distance(view.b_at(result.lower), at).distance > 1e-6)
        fail("point");
    }
    // Some times before, by poses from a formula of their own.
    for (int k = 0; k < 8; ++k)
      if (const double time = (result.yes() ? result.lower : 1) * dice.uniform(0, 1); view.meet(time)) {
        if (view.gap(time) > 0 || result.no() || time < result.lower - 1e-9) fail("they meet before");
      }
    const std::vector<MovingBody> self{c.a};
    const MoveResult once = move(c.a.body, c.a.motion, others), swapped = move(c.b.body, c.b.motion, self);
    if (!same_answer(once, result) || !same_answer(swapped, result)) fail("swapping the bodies changes the answer");
    if (result.yes() &&
        !(swapped.contact.normal == -result.contact.normal && swapped.contact.moving == result.contact.other &&
          swapped.contact.other == result.contact.moving && swapped.contact.point == result.contact.point))
      fail("swapping the bodies does not mirror the contact");
    const double by = dice.chance(2) ? 0x1p10 : 0x1p-10;
    // A radius is kept as it is by a pose that does not scale, and multiplied by a rounded length otherwise.
    const auto is_bare = [](const Shape& shape) {
      return shape.margin() == 0 && shape.form() != ShapeForm::sphere && shape.form() != ShapeForm::capsule;
    };
    if (is_bare(c.a.body.shape) && is_bare(c.b.body.shape)) {
      const std::vector<MovingBody> larger{{{c.b.body.shape, scaled(c.b.body.pose, by)}, scaled(c.b.motion, by)}};
      if (!same_answer(move({c.a.body.shape, scaled(c.a.body.pose, by)}, scaled(c.a.motion, by), larger), result))
        fail("a power of two changes the answer");
    }
  }
  return tally;
}

// Hulls of few points, of which all triangles are faces, one turning and one standing: rational times.
inline Tally check_turning_times(std::uint64_t seed, std::uint64_t cases, std::uint64_t& unsure) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  const auto hull = [&] {
    std::vector<Vec3> points(std::size_t(dice.integer(4, 8)));
    for (Vec3& p : points) p = dice.in_cube(0.8);
    return make_convex(std::move(points));
  };
  for (std::uint64_t i = 0; i < cases && !tally.failed(); ++i) {
    MoveCase c = random_move(dice);
    c.moving.shape = hull();
    c.fixed.shape = hull();
    if (c.motion.kind != Motion::Kind::rotation || collide(c.moving, c.fixed).yes()) continue;
    QuickMove quick(c.moving, c.motion, {}, QuickMove::Paths::any);
    static_cast<void>(quick.see(c.fixed, {}, 0));
    const oracle::MoveTruth truth = oracle::MoveOracle(posed_triangles(c.moving), posed_triangles(c.fixed))
                                        .rotated(c.motion.origin, c.motion.axis, c.motion.angle);
    tally.count("hulls", truth.hit);
    if (!quick.usable()) {
      ++unsure;
      continue;
    }
    std::uint64_t unproven = 0;
    const std::string fault = fault_in_move(c, quick.result(), truth, unproven);
    if (!fault.empty() || unproven > 0)
      tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + lines(c.moving, c.fixed);
  }
  return tally;
}

}  // namespace graze::property
