// move() of bodies that go and turn at once, against a way of its own to be sure: poses from the formula in long
// double, and at each time the distance of the bodies, which no speed of theirs can use up sooner than it takes.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "graze/record_motion.h"
#include "tests/property/bodies.h"
#include "tests/property/moves.h"
#include "tests/property/tally.h"

namespace graze::property {

// Any motion of one phase as what it is: a way and a turn about the origin at the start.
struct PlainMotion {
  long double by[3] = {0, 0, 0}, axis[3] = {0, 0, 1};
  Vec3 origin;
  long double angle = 0;

  explicit PlainMotion(const Motion& motion) {
    using Kind = Motion::Kind;
    const bool turns = motion.kind != Kind::none && motion.kind != Kind::translation;
    if (turns) {
      origin = motion.origin;
      angle = motion.angle;
      long double square = 0;
      for (int k = 0; k < 3; ++k) {
        axis[k] = motion.axis[k];
        square += axis[k] * axis[k];
      }
      for (long double& a : axis) a /= std::sqrt(square);
    }
    for (int k = 0; k < 3; ++k) {
      if (motion.kind == Kind::translation || motion.kind == Kind::translation_with_rotation)
        by[k] = motion.translation[k];
      if (motion.kind == Kind::screw) by[k] = axis[k] * motion.advance;
    }
  }

  // R v, by the formula of Rodrigues.
  void turn(const long double (&v)[3], long double time, long double (&out)[3]) const {
    const long double sine = std::sin(angle * time), cosine = std::cos(angle * time);
    const long double along = axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2];
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      out[k] = v[k] * cosine + (axis[i] * v[j] - axis[j] * v[i]) * sine + axis[k] * along * (1 - cosine);
    }
  }
  Pose at(const Pose& start, double time) const {
    Pose pose = start;
    long double turned[3];
    for (int c = 0; c < 3; ++c) {
      const long double column[3] = {start.linear[c].x, start.linear[c].y, start.linear[c].z};
      turn(column, time, turned);
      for (int k = 0; k < 3; ++k) pose.linear[c][k] = static_cast<double>(turned[k]);
    }
    long double arm[3];
    for (int k = 0; k < 3; ++k) arm[k] = static_cast<long double>(start.translation[k]) - origin[k];
    turn(arm, time, turned);
    for (int k = 0; k < 3; ++k) pose.translation[k] = static_cast<double>(origin[k] + time * by[k] + turned[k]);
    return pose;
  }
  // Bounds that of all points of the body.
  double speed(const Body& body) const {
    const Box box = posed_box(body.pose, body.shape.bounds());
    const Vec3 middle = box.lo * 0.5 + box.hi * 0.5, a{double(axis[0]), double(axis[1]), double(axis[2])};
    const double reach = length(cross(a, middle - origin)) + length(box.hi - middle);
    return double(std::sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]) + std::fabs(angle) * reach) * (1 + 1e-9);
  }
};

struct SpinCase {
  MovingBody a, b;
  bool curved = false;
};

struct SpinView {
  const SpinCase& c;
  PlainMotion a, b;

  explicit SpinView(const SpinCase& given) : c(given), a(given.a.motion), b(given.b.motion) {}

  Body a_at(double time) const { return {c.a.body.shape, a.at(c.a.body.pose, time)}; }
  Body b_at(double time) const { return {c.b.body.shape, b.at(c.b.body.pose, time)}; }
  bool meet(double time) const { return collide(a_at(time), b_at(time)).yes(); }
  double gap(double time) const { return find_distance(a_at(time), b_at(time)).lower; }

  // Until when they are apart, by the gap and the speeds alone.
  double free_until(double enough) const {
    const double speed = a.speed(c.a.body) + b.speed(c.b.body);
    double time = 0;
    for (int step = 0; step < 300 && time < 1; ++step) {
      const double now = gap(time);
      if (!(now > enough)) break;
      time += (now - 1e-14) / speed;
    }
    return std::min(time, 1.0);
  }
};

inline Shape random_spinner(oracle::Dice& dice, bool& curved) {
  switch (dice.integer(0, 9)) {
    case 0:
      return random_surface(dice, dice.pick({20u, 60u, 300u}));
    case 1:
      return make_box({dice.uniform(0.1, 0.8), dice.uniform(0.1, 0.8), dice.uniform(0.1, 0.8)});
    case 2:
      return make_capsule(dice.uniform(0.1, 0.4), dice.uniform(0.1, 0.7));
    case 3:
      return make_compound({{small_polyhedron(dice), make_pose({0.6, 0, 0}, {}, {0.5, 0.5, 0.5})},
                            {make_box({0.6, 0.1, 0.1}), make_pose({-0.3, 0, 0})},
                            {make_sphere(0.3), make_pose({-0.8, 0, 0})}});
    case 4:
      if (!dice.chance(3)) return mesh_of(scenes::torus(200));
      curved = true;
      return dice.chance(2) ? make_cylinder(0.4, 0.5) : make_ellipsoid({0.8, 0.3, 0.5});
    default:
      return small_polyhedron(dice);
  }
}

inline Motion random_spin(oracle::Dice& dice, Vec3 place, Vec3 towards) {
  const Vec3 axis = dice.chance(4) ? dice.grid(-1, 1) + Vec3{0, 0, 1e-3} : dice.direction() * dice.uniform(0.1, 3);
  const Vec3 origin = dice.chance(2) ? place : place + dice.in_cube(2);
  const double angle = dice.chance(4) ? dice.uniform(-0.3, 0.3) : dice.uniform(-6.28, 6.28);
  const Vec3 by = (towards + dice.in_cube(0.4)) * (dice.chance(5) ? dice.uniform(0, 0.2) : dice.uniform(0.2, 4));
  return translation_with_rotation(by, origin, axis, angle);
}

inline SpinCase random_spin_case(oracle::Dice& dice) {
  SpinCase c;
  // Sheared, what is round is curved.
  const auto linear = [&](const Shape& shape) {
    const bool sheared = dice.chance(6);
    c.curved = c.curved || (sheared && (shape.form() == ShapeForm::capsule || shape.form() == ShapeForm::compound));
    return random_linear(dice, sheared ? PoseKind::sheared : PoseKind::rigid, dice.uniform(0.3, 1));
  };
  const Shape a = random_spinner(dice, c.curved), b = random_spinner(dice, c.curved);
  const Vec3 towards = dice.direction(), there = towards * dice.uniform(1.3, 4);
  c.a = {{a, {linear(a), {}}}, random_spin(dice, {}, towards)};
  c.b = {{b, {linear(b), there}}, {}};
  if (dice.chance(3)) {
    const Motion spin = random_spin(dice, there, -towards);
    switch (dice.integer(0, 3)) {
      case 0:
        c.b.motion = translation_by(spin.translation);
        break;
      case 1:
        c.b.motion = rotation_about(spin.origin, spin.axis, spin.angle);
        break;
      default:
        c.b.motion = spin;
    }
  }
  return c;
}

// The lines of `graze query` that repeat a move, with the way of the other body as a spin, too.
inline std::string move_lines(const SpinCase& c) {
  const auto number_text = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    return std::string(text);
  };
  const auto point = [&](Vec3 p) {
    return "[" + number_text(p.x) + "," + number_text(p.y) + "," + number_text(p.z) + "]";
  };
  const auto body = [&](const char* shape, const Pose& pose) {
    std::string text = std::string("{\"shape\":\"") + shape + "\",\"pose\":{\"matrix\":[";
    for (int row = 0; row < 3; ++row) {
      text += "[";
      for (int k = 0; k < 3; ++k) text += number_text(pose.linear.at(row, k)) + ",";
      text += number_text(pose.translation[row]) + "],";
    }
    return text + "[0,0,0,1]]}";
  };
  const auto motion = [&](const Motion& m) {
    return ",\"motion\":{\"spin\":{\"translation\":" + point(m.translation) + ",\"origin\":" + point(m.origin) +
           ",\"axis\":" + point(m.axis == Vec3{} ? Vec3{0, 0, 1} : m.axis) + ",\"angle\":" + number_text(m.angle) +
           "}}";
  };
  const bool alone = c.b.motion.kind == Motion::Kind::none;
  return lines(c.a.body, c.b.body) + "{\"op\":\"move\",\"moving\":" + body("a", c.a.body.pose) + "}" +
         motion(c.a.motion) + ",\"others\":[" + body("b", c.b.body.pose) + (alone ? "" : motion(c.b.motion)) + "}]}\n";
}

// Times are told apart by this: poses are rounded, and so may meet a little too soon or late.
inline constexpr double spin_rounding = 1e-9;

inline std::string fault_in_spin(const SpinCase& c, const MoveResult& result, oracle::Dice& dice) {
  const bool spent = result.status == Status::budget;
  if (result.status != Status::ok && !spent) return std::string("status ") + name(result.status);
  const SpinView view(c);
  const double enough = c.curved ? 1e-6 : 1e-10;
  const double free_until = view.free_until(enough);
  const double clear = result.yes() || spent ? result.lower - spin_rounding : 1;
  // Where the oracle stops there is contact, or almost; looked at more and more loosely from there, and anywhere.
  std::vector<double> times;
  for (double step = 1e-9; step < 0.1; step *= 4) {
    times.push_back(free_until + step);
    times.push_back(clear - step);
  }
  for (int k = 0; k < 12; ++k) times.push_back(dice.uniform(free_until, 1));
  for (const double time : times)
    if (time >= 0 && time <= clear && view.meet(time))
      return "late: contact at " + std::to_string(time) + ", lower is " + std::to_string(result.lower);
  if (!result.yes()) return {};
  if (!(result.lower <= result.upper)) return "lower is above upper";
  if (!spent && !(result.upper - result.lower < (c.curved ? 2e-3 : 1e-9)))
    return "wide: " + std::to_string(result.upper - result.lower);
  if (result.proven && result.upper < free_until - spin_rounding)
    return "proves contact at " + std::to_string(result.upper) + ", free until " + std::to_string(free_until);
  const double gap = view.gap(result.upper);
  if (!(gap <= result.gap + (c.curved ? 1e-6 : 1e-11))) return "a gap at upper of " + std::to_string(gap * 1e9) + "e-9";
  return {};
}

// Bodies that pass each other by next to nothing may use up the budget: rarely, and all else holds.
inline Tally check_spins(std::uint64_t seed, std::uint64_t cases, std::uint64_t& unproven) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  std::uint64_t spent = 0;
  for (std::uint64_t i = 0; i < cases && !tally.failed(); ++i) {
    const SpinCase c = random_spin_case(dice);
    if (collide(c.a.body, c.b.body).yes()) continue;
    const std::vector<MovingBody> others{c.b};
    const MoveResult result = move(c.a.body, c.a.motion, others);
    const bool alone = c.b.motion.kind == Motion::Kind::none;
    tally.count(c.curved ? "curved" : alone ? "one moves" : "both move", result.yes());
    if (result.yes() && !result.proven && !c.curved) ++unproven;
    std::string fault = fault_in_spin(c, result, dice);
    if (result.status == Status::budget && ++spent > 1 + i / 10000) fault = "budget";
    if (!fault.empty()) tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + move_lines(c);
  }
  return tally;
}

// With a translation along the axis it is a screw, but for rounding; without one it is a rotation, and without an angle
// a translation, bit by bit.
inline Tally check_spin_kinds(std::uint64_t seed, std::uint64_t cases) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < cases && !tally.failed(); ++i) {
    const SpinCase c = random_spin_case(dice);
    const std::vector<MovingBody> others{c.b};
    const auto ask = [&](const Motion& motion) { return move(c.a.body, motion, others); };
    const Motion spin = c.a.motion;
    const std::string what = "case " + std::to_string(i) + ": ";
    const Motion still = translation_with_rotation({}, spin.origin, spin.axis, spin.angle);
    const MoveResult turned = ask(rotation_about(spin.origin, spin.axis, spin.angle));
    tally.count("rotation", turned.yes());
    if (!same_answer(ask(still), turned)) tally.failure = what + "without a translation it is not the rotation";
    const Motion straight = translation_with_rotation(spin.translation, spin.origin, spin.axis, 0);
    const MoveResult moved = ask(translation_by(spin.translation));
    tally.count("translation", moved.yes());
    if (!same_answer(ask(straight), moved)) tally.failure = what + "without an angle it is not the translation";
    const double advance = dice.uniform(-3, 3);
    const Vec3 along = spin.axis * (advance / length(spin.axis));
    const MoveResult screwed = ask(screw_about(spin.origin, spin.axis, spin.angle, advance));
    const MoveResult both = ask(translation_with_rotation(along, spin.origin, spin.axis, spin.angle));
    tally.count("screw", screwed.yes());
    if (screwed.status != both.status || screwed.start != both.start) tally.failure = what + "not the screw";
    if (screwed.yes() != both.yes() && (screwed.proven || both.proven)) tally.failure = what + "the screw alone hits";
    const bool apart = std::max(screwed.lower, both.lower) > std::min(screwed.upper, both.upper) + 1e-12;
    if (screwed.yes() && both.yes() && screwed.proven && both.proven && apart)
      tally.failure = what + "the brackets of the screw are others";
    if (tally.failed()) tally.failure += "\n" + lines(c.a.body, c.b.body);
  }
  return tally;
}

}  // namespace graze::property
