// The sweep of polygons (DOOM III) against the certified `move`: never late, never through, never far off.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "graze/graze.h"
#include "graze/motion.h"
#include "graze/study_sweep.h"
#include "tests/oracle/dice.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {
// What is judged is the public call of graze/study_sweep.h.
using namespace study;

// Bodies of a few faces: solids convex and not, with faces that are uneven after the pose, and degenerate ones.
inline Shape sweep_body(oracle::Dice& dice) {
  switch (dice.integer(0, 7)) {
    case 0:
      return make_box({dice.uniform(0.2, 1), dice.uniform(0.2, 1), dice.uniform(0.2, 1)});
    case 1:
    case 2: {
      // An L, its reflex edge along z.
      std::vector<Vec3> vertices;
      const double inner = dice.uniform(0.3, 1.7);
      const double outline[6][2] = {{0, 0}, {2, 0}, {2, inner}, {inner, inner}, {inner, 2}, {0, 2}};
      for (const double z : {-0.5, 0.5})
        for (const auto& p : outline) vertices.push_back({p[0] - 0.8, p[1] - 0.8, z});
      std::vector<std::vector<std::uint32_t>> faces{{6, 7, 8, 9}, {6, 9, 10, 11}, {3, 2, 1, 0}, {5, 4, 3, 0}};
      for (std::uint32_t k = 0; k < 6; ++k) faces.push_back({k, (k + 1) % 6, (k + 1) % 6 + 6, k + 6});
      return make_polyhedron(std::move(vertices), faces);
    }
    case 3: {
      const scenes::MeshData torus = scenes::torus(60);
      return mesh_of(torus, {.solid = true});
    }
    case 4:
      return make_mesh({dice.in_cube(1), dice.in_cube(1), dice.in_cube(1)}, {{0, 1, 2}});
    case 5:
      return dice.chance(2) ? make_point() : make_segment(dice.in_cube(1), dice.in_cube(1));
    default: {
      std::vector<Vec3> points;
      for (int k = dice.integer(4, 12); k > 0; --k) points.push_back(dice.in_cube(1));
      return make_convex(std::move(points));
    }
  }
}

inline Motion sweep_motion_of(oracle::Dice& dice, Vec3 offset) {
  if (dice.chance(2)) return translation_by(dice.in_cube(5));
  return rotation_about(dice.in_cube(2) + offset, dice.direction(), dice.uniform(-6.28, 6.28));
}

inline std::string motion_text(const Motion& m) {
  std::ostringstream text;
  text.precision(17);
  text << "translation " << m.translation.x << ' ' << m.translation.y << ' ' << m.translation.z << " origin "
       << m.origin.x << ' ' << m.origin.y << ' ' << m.origin.z << " axis " << m.axis.x << ' ' << m.axis.y << ' '
       << m.axis.z << " angle " << m.angle << '\n';
  return text.str();
}

inline Tally check_sweeps(std::uint64_t seed, std::uint64_t count) {
  oracle::Dice dice(seed);
  Tally tally;
  tally.seed = seed;
  for (std::uint64_t i = 0; i < count && !tally.failed();) {
    const Vec3 offset = dice.chance(4) ? Vec3{1000, -3000, 2000} : Vec3{};
    const PoseKind kind = dice.chance(3) ? dice.pick({PoseKind::scaled, PoseKind::reflected}) : PoseKind::rigid;
    const Body a{sweep_body(dice), {random_linear(dice, kind, 1), dice.in_cube(2) + offset}};
    const Body b{sweep_body(dice), {random_linear(dice, PoseKind::rigid, 1), dice.in_cube(1) + offset}};
    const Motion motion = sweep_motion_of(dice, offset);
    const double expel = dice.pick({0.0, 1e-3, 1e-2});
    if (collide(a, b).yes()) continue;
    const SweepBody moving(a), still(b);
    const SweepResult result = sweep(moving, motion, still, {.expel = expel});
    const MovingBody other{b, {}};
    // What it calls contact without a proof is far nearer than the zone.
    const MoveResult truth = move(a, motion, {&other, 1}, {.tolerance = result.expel / 64});
    // Most pairs miss each other: a part of these is enough.
    if (!truth.yes() && !result.stopped && !dice.chance(4)) continue;
    ++i;
    std::string wrong;
    if (result.status != Status::ok || truth.status != Status::ok) wrong = "a status is not ok";
    if (truth.yes() && !result.stopped) wrong = "went through";
    // Where contact is not proven (a point has no crossing to show) the gap at `hi` may be more than the zone's.
    if (truth.yes() && (truth.proven || truth.gap < result.expel / 2) && result.fraction > truth.upper) wrong = "late";
    if (a.shape.form() == ShapeForm::point && motion.kind == Motion::Kind::translation) {
      const Vec3 p = a.pose.translation;
      const RayResult hit = cast(b, ray_between(p, p + motion.translation));
      if (hit.yes() && result.fraction > hit.closest.t) wrong = "later than the ray";
    }
    if (result.stopped) {
      const Body there{a.shape, pose_at(a.pose, motion, 0, result.fraction)};
      const double gap = find_distance(there, b).distance / result.expel;
      if (gap == 0) wrong = "touches at its stop";
      if (gap > 4) wrong = "stopped " + std::to_string(gap) + " thicknesses away";
    }
    tally.count(motion.kind == Motion::Kind::rotation ? "rotations" : "translations", truth.yes());
    if (!wrong.empty()) {
      tally.failure = "case " + std::to_string(i) + ": " + wrong + "\n" + lines(a, b) + motion_text(motion) + "expel " +
                      std::to_string(expel) + "\n";
    }
  }
  return tally;
}

// Bodies that go on from where they were stopped, in the zone: coherent steps of any bodies, and degenerate ones of
// boxes and L on a grid, along axes and by quarter turns, where vertices meet vertices and edges lie on edges. Hits:
// stopped.
inline Tally check_sweep_walks(std::uint64_t seed, std::uint64_t count) {
  oracle::Dice dice(seed);
  Tally tally;
  tally.seed = seed;
  for (std::uint64_t i = 0; i < count && !tally.failed();) {
    const bool grid = dice.chance(2);
    const auto axis = [&] {
      Vec3 e;
      e[dice.integer(0, 2)] = dice.chance(2) ? 1 : -1;
      return e;
    };
    const auto shape = [&] {
      if (!grid) return sweep_body(dice);
      return dice.chance(2) ? make_box({0.5, 0.5, 0.5}) : make_box({1, 0.5, 0.25});
    };
    Body a{shape(), {}};
    const Body b{shape(), grid ? Pose{} : Pose{random_linear(dice, PoseKind::rigid, 1), dice.in_cube(1)}};
    a.pose = grid ? make_pose(dice.grid(-3, 3) * 0.75) : Pose{random_linear(dice, PoseKind::rigid, 1), dice.in_cube(2)};
    if (collide(a, b).yes()) continue;
    const SweepBody still(b);
    const MovingBody other{b, {}};
    for (int step = 0; step < 8 && !tally.failed(); ++step, ++i) {
      const Vec3 there = b.pose.translation - a.pose.translation;
      Motion motion = translation_by(dice.chance(2) ? there * 0.4 : dice.direction() * 0.4);
      if (grid) {
        // Half of them towards the other, along the axis on which it is farthest.
        Vec3 way = axis();
        const Vec3 size = abs(there);
        const int k = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        if (dice.chance(2)) {
          way = {};
          way[k] = there[k] < 0 ? -1 : 1;
        }
        motion = translation_by(way * dice.pick({0.25, 0.5, 0.75}));
      }
      if (dice.chance(3))
        motion = grid ? rotation_about(a.pose.translation, axis(), 1.5707963267948966)
                      : rotation_about(a.pose.translation, dice.direction(), dice.uniform(-0.6, 0.6));
      const SweepResult result = sweep(SweepBody(a), motion, still, {.expel = 1e-3});
      const MoveResult truth = move(a, motion, {&other, 1}, {.tolerance = result.expel / 64});
      const Body end{a.shape, pose_at(a.pose, motion, 0, result.fraction)};
      const double gap = find_distance(end, b).distance / result.expel;
      std::string wrong;
      // Faces that slide along each other may cost the certified move its budget: then samples of the way are asked.
      const bool spent = truth.status == Status::budget;
      if (result.status != Status::ok || (truth.status != Status::ok && !spent)) wrong = "a status is not ok";
      if (truth.yes() && !result.stopped) wrong = "went through";
      if (truth.yes() && (truth.proven || truth.gap < result.expel / 2) && result.fraction > truth.upper)
        wrong = "late";
      for (int k = 1; spent && k < 100; ++k)
        if (collide({a.shape, pose_at(a.pose, motion, 0, result.fraction * k / 100)}, b).yes())
          wrong = "met on the way";
      if (gap == 0) wrong = "touches at its end";
      if (result.stopped && gap > 4) wrong = "stopped " + std::to_string(gap) + " thicknesses away";
      if (!wrong.empty())
        tally.failure = "case " + std::to_string(i) + ": " + wrong + "\n" + lines(a, b) + motion_text(motion);
      tally.count(grid ? "degenerate" : "coherent", result.stopped);
      a.pose = end.pose;
    }
  }
  return tally;
}

inline bool truth_hits(const Body& a, const Body& b, const Motion& motion) {
  const MovingBody other{b, {}};
  return move(a, motion, {&other, 1}).yes();
}

// Whatever is switched off, the answer is the same: bit for bit where only work is saved, within the zone where
// features that cannot be hit first are left out.
inline Tally check_sweep_switches(std::uint64_t seed, std::uint64_t count) {
  oracle::Dice dice(seed);
  Tally tally;
  tally.seed = seed;
  using Broad = SweepSwitches::Broad;
  const auto all_off = [] { return SweepSwitches{false, false, false, false, false, false, Broad::none}; };
  for (std::uint64_t i = 0; i < count && !tally.failed();) {
    const Body a{sweep_body(dice), {random_linear(dice, PoseKind::rigid, 1), dice.in_cube(2)}};
    const Body b{sweep_body(dice), {random_linear(dice, PoseKind::rigid, 1), dice.in_cube(1)}};
    const Motion motion = sweep_motion_of(dice, {});
    if (collide(a, b).yes()) continue;
    ++i;
    const SweepBody moving(a), still(b);
    SweepSettings settings{.expel = 1e-3};
    const SweepResult base = sweep(moving, motion, still, settings);
    tally.count("sweeps", base.stopped);
    const auto compare = [&](const char* what, SweepSwitches switches, bool exact) {
      settings.switches = switches;
      const SweepResult other = sweep(moving, motion, still, settings);
      const bool same_stop = base.stopped == other.stopped && base.fraction == other.fraction;
      bool same = same_stop && (!base.stopped || (base.contact.kind == other.contact.kind &&
                                                  base.contact.moving == other.contact.moving &&
                                                  base.contact.still == other.contact.still));
      if (!exact) {
        // Along the way of the fastest point.
        double way = length(motion.translation);
        for (std::uint32_t t = 0; t < a.shape.triangle_count(); ++t)
          for (const Vec3 p : {a.shape.triangle(t).a, a.shape.triangle(t).b, a.shape.triangle(t).c})
            way = std::max(way, length(cross(motion.axis, a.pose * p - motion.origin)) * std::fabs(motion.angle));
        same = same || std::fabs(base.fraction - other.fraction) * way <= 16 * base.expel;
        // A graze of the zone may stop the one and not the other.
        if (!same && !truth_hits(a, b, motion)) same = true;
      }
      if (!same && tally.failure.empty())
        tally.failure = "case " + std::to_string(i) + ", " + what + ": " + std::to_string(base.fraction) + " and " +
                        std::to_string(other.fraction) + "\n" + lines(a, b) + motion_text(motion);
    };
    SweepSwitches s;
    s.shared_features = false;
    compare("shared features", s, true);
    s = {};
    s.side_cache = false;
    compare("side cache", s, true);
    s = {};
    s.feature_boxes = false;
    compare("feature boxes", s, true);
    s = {};
    s.broad = Broad::motion_box;
    compare("motion box", s, true);
    s = {};
    s.broad = Broad::none;
    compare("no broad phase", s, true);
    s = {};
    s.no_arctangent = false;
    compare("arctangent", s, false);
    s = {};
    s.skip_internal = false;
    compare("internal edges", s, false);
    s = {};
    s.cull_back_faces = false;
    compare("back faces", s, false);
    compare("all", all_off(), false);
  }
  return tally;
}

}  // namespace graze::property
