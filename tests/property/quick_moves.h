// Straight moves of bodies of few corners (motion/quick_move.h): against the general search, against exact times, and
// what must not change an answer.
#pragma once

#include "graze/record_motion.h"
#include "motion/moving_scene.h"
#include "motion/path.h"
#include "motion/quick_move.h"
#include "tests/property/moves.h"

namespace graze::property {

// A point, segment, ball, capsule, box or hull of four to eight points, some with a margin, of about unit size.
inline Shape few_cornered(oracle::Dice& dice) {
  const auto size = [&] { return dice.uniform(0.2, 0.8); };
  const auto bare = [&] {
    switch (dice.integer(0, 6)) {
      case 0:
        return make_point();
      case 1: {
        const Vec3 p = dice.in_cube(0.6);
        return make_segment(p, dice.in_cube(0.6));
      }
      case 2:
        return make_sphere(size());
      case 3: {
        const double radius = size();
        return make_capsule(radius, size());
      }
      case 4: {
        std::vector<Vec3> points(std::size_t(dice.integer(4, 8)));
        for (Vec3& p : points) p = dice.in_cube(0.8);
        return make_convex(std::move(points));
      }
      default: {
        const double x = size(), y = size();
        return make_box({x, y, size()});
      }
    }
  };
  const Shape shape = bare();
  return dice.chance(4) ? with_margin(shape, dice.uniform(0.01, 0.3)) : shape;
}

inline MoveCase few_cornered_move(oracle::Dice& dice) {
  MoveCase c;
  // Some in a lattice, so that faces and edges are flush; some far from the origin.
  const bool lattice = dice.chance(6);
  const Vec3 far = dice.chance(4) ? dice.in_cube(1e4) : Vec3{};
  const auto rotation = [&] { return lattice ? Quat{} : dice.rotation(); };
  const auto snapped = [&](Vec3 v) {
    if (!lattice) return v;
    return Vec3{std::round(v.x * 4) / 4, std::round(v.y * 4) / 4, std::round(v.z * 4) / 4};
  };
  const double scale = dice.chance(4) ? dice.uniform(0.5, 2) : 1;
  c.moving = {few_cornered(dice), make_pose(snapped(far), rotation(), {scale, scale, scale})};
  const Vec3 towards = dice.direction() * dice.uniform(0.5, 5);
  c.fixed = {few_cornered(dice), make_pose(snapped(far + towards), rotation())};
  c.motion = translation_by(snapped((towards + dice.in_cube(1)) * dice.uniform(0.3, 2)));
  return c;
}

inline Tally check_quick_moves(std::uint64_t seed, std::uint64_t cases, std::uint64_t& unsure) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < cases && !tally.failed(); ++i) {
    const MoveCase c = few_cornered_move(dice);
    if (collide(c.moving, c.fixed).yes()) continue;
    QuickMove quick(c.moving, c.motion, {});
    if (!quick.usable()) tally.failure = "no core";
    static_cast<void>(quick.see(c.fixed, {}, 0));
    const std::vector<MovingBody> others{{c.fixed, {}}};
    MovingScene scene(c.moving, c.motion, others);
    if (scene.prepare() != Status::ok || scene.find_pairs(1e-12) != Status::ok) tally.failure = "no scene";
    scene.set_phase(0);
    SearchSettings settings;
    settings.tolerance = 1e-12;
    const SearchResult slow = search_contact(scene.pairs(), settings);
    const std::string kind = std::string(name(c.moving.shape.form())) + " " + name(c.fixed.shape.form());
    tally.count(c.moving.shape.form() < c.fixed.shape.form() ? "mixed" : kind, slow.hit);
    const auto fail = [&](const char* what) {
      tally.failure =
          "case " + std::to_string(i) + ", " + kind + ": " + what + "\n" + move_lines(c.moving, c.motion, others, {});
    };
    if (!quick.usable()) {
      ++unsure;
      continue;
    }
    const MoveResult result = quick.result();
    if (result.yes() && !slow.hit) fail("a hit that the search does not know");
    if (result.no() && slow.hit && slow.proven) fail("a hit that is proven is missed");
    // What the search has not proven is a gap within its tolerance: bodies that graze each other may meet much later.
    const auto still_apart = [&] {
      return !slow.proven &&
             collide({c.moving.shape, pose_on(path_of(c.motion, 0), c.moving.pose, slow.hi)}, c.fixed).no();
    };
    if (result.yes() &&
        !(slow.lo <= result.upper && (result.lower <= slow.hi + (slow.proven ? 0 : 1e-9) || still_apart())))
      fail("brackets are apart");
    // Far from the origin, rounding is divided by how fast the bodies near each other.
    if (result.yes() && !(result.upper - result.lower < 1e-6 && result.fraction <= result.lower)) fail("wide");
    if (result.yes() && !(result.lower - result.fraction < 1e-6)) fail("stops early");
    if (collide({c.moving.shape, result.pose}, c.fixed).yes()) fail("the pose is not clear");
    if (result.yes() && std::fabs(length(result.contact.normal) - 1) > 1e-12) fail("normal");
    if (result.yes()) {
      // Both bodies are near the contact.
      const Body there{c.moving.shape, pose_at(c.moving.pose, c.motion, 0, result.lower)},
          at{make_point(), make_pose(result.contact.point)};
      if (find_distance(there, at).distance > 1e-6 || find_distance(c.fixed, at).distance > 1e-6) fail("point");
    }
    // Whoever is called the moving one, and powers of two.
    const std::vector<MovingBody> self{{c.moving, c.motion}};
    const MoveResult once = move(c.moving, c.motion, others), swapped = move(c.fixed, Motion{}, self);
    if (!same_answer(once, result) || !same_answer(swapped, result)) fail("swapping the bodies changes the answer");
    if (result.yes() &&
        !(swapped.contact.normal == -result.contact.normal && swapped.contact.moving == result.contact.other &&
          swapped.contact.other == result.contact.moving && swapped.contact.point == result.contact.point))
      fail("swapping the bodies does not mirror the contact");
  }
  return tally;
}

// Hulls of few points, of which all triangles are faces: rational times.
inline Tally check_quick_times(std::uint64_t seed, std::uint64_t cases, std::uint64_t& unsure) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  const auto hull = [&] {
    std::vector<Vec3> points(std::size_t(dice.integer(4, 8)));
    for (Vec3& p : points) p = dice.in_cube(0.8);
    return make_convex(std::move(points));
  };
  for (std::uint64_t i = 0; i < cases && !tally.failed(); ++i) {
    MoveCase c = few_cornered_move(dice);
    c.moving.shape = hull();
    c.fixed.shape = hull();
    if (collide(c.moving, c.fixed).yes()) continue;
    QuickMove quick(c.moving, c.motion, {});
    static_cast<void>(quick.see(c.fixed, {}, 0));
    const oracle::MoveTruth truth =
        oracle::MoveOracle(posed_triangles(c.moving), posed_triangles(c.fixed)).translated(c.motion.translation);
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
