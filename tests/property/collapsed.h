// Bodies that their poses collapse, and bodies that have no interior from the start, under every verb, in both orders,
// against the oracle of unions of hulls: boxes, convex shapes, plates, needles, dots, slivers, surfaces, solids of
// triangles and compounds of them, against each other, half-spaces and round bodies. Of curved partners only that the
// verbs agree.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/record.h"
#include "hull/polytope.h"
#include "tests/oracle/convex_oracle.h"
#include "tests/oracle/dice.h"
#include "tests/oracle/hull_sets.h"
#include "tests/oracle/same.h"
#include "tests/property/tally.h"

namespace graze::property {

// A body, and what it is by the contract.
struct ThinBody {
  const char* kind = "";
  Body body;
  oracle::HullUnion set;
  std::vector<Vec3> points;  // posed, of all parts
  bool surface = false;      // has a part that is a surface: no depth
  bool convex = false;
};

inline std::vector<Vec3> cube_corners(Vec3 half) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k)
    corners.push_back({k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z});
  return corners;
}

inline Shape tetrahedron_mesh(const std::vector<Vec3>& p, bool solid) {
  return make_mesh(p, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}, {.solid = solid});
}

// The parts of a leaf whose local corners are given.
inline void add_leaf(ThinBody& result, const Shape& shape, const Pose& pose, const std::vector<Vec3>& local) {
  std::vector<Vec3> p;
  for (const Vec3& corner : local) p.push_back(pose * corner);
  result.points.insert(result.points.end(), p.begin(), p.end());
  if (shape.form() != ShapeForm::mesh) {
    result.set.push_back(oracle::hull_of(p));
    return;
  }
  result.surface = result.surface || !shape.solid();
  // A tetrahedron winds once around its inside, unless rounding turned it inside out or made it flat.
  const auto side = [](const std::vector<Vec3>& q) {
    const oracle::HullPoints h = oracle::hull_of(q);
    return h.size() < 4 ? 0 : sgn(oracle::dot(oracle::cross(h[1] - h[0], h[2] - h[0]), h[3] - h[0]));
  };
  if (shape.solid() && side(p) * determinant_sign(pose.linear) > 0) {
    result.set.push_back(oracle::hull_of(p));
    return;
  }
  for (std::uint32_t i = 0; i < shape.triangle_count(); ++i) {
    const Triangle t = shape.triangle(i);
    result.set.push_back(oracle::hull_of({pose * t.a, pose * t.b, pose * t.c}));
  }
}

inline double tiny(oracle::Dice& dice) { return std::pow(10.0, dice.uniform(-22, -12)); }

// A shape of about size 1, and its corners; few numbers, so that things coincide.
inline std::pair<Shape, std::vector<Vec3>> thin_shape(oracle::Dice& dice, const char*& kind) {
  const auto few = [&] { return dice.chance(3) ? dice.in_cube(1) : dice.grid(-2, 2) * 0.5; };
  Vec3 half{0.5 * dice.integer(1, 3), 0.5 * dice.integer(1, 3), 0.5 * dice.integer(1, 3)};
  std::vector<Vec3> p;
  switch (dice.integer(0, 9)) {
    case 0:
    case 1:
    case 2: {
      const int thin = dice.integer(0, 3);  // axes that are next to nothing
      for (int k = 0; k < thin; ++k) half[k] = tiny(dice);
      if (dice.chance(2)) std::swap(half.x, half.z);
      kind = thin == 0 ? "box" : thin == 1 ? "plate" : thin == 2 ? "needle" : "dot";
      return {make_box(half), cube_corners(half)};
    }
    case 3:
    case 4: {
      kind = "convex";
      const int count = dice.integer(4, 8);
      for (int k = 0; k < count; ++k) p.push_back(few());
      const double flat = dice.chance(2) ? 1 : dice.chance(2) ? 0 : tiny(dice);
      for (Vec3& v : p) v.z *= flat;
      return {make_convex(p), convex_hull(p).vertices};  // other points are none of the shape's
    }
    case 5:
      kind = "segment";
      p = {few(), few()};
      return {make_segment(p[0], p[1]), p};
    case 6:
      kind = "point";
      return {make_point(), {Vec3{}}};
    case 7:
      kind = "surface";
      for (int k = 0; k < 4; ++k) p.push_back(few());
      if (dice.chance(2)) {
        p.pop_back();
        return {make_mesh(p, {{0, 1, 2}}), p};
      }
      return {make_mesh(p, {{0, 1, 2}, {0, 2, 3}}), p};
    default:
      kind = "tetrahedron";
      for (;;) {
        p = {few(), few(), few(), few()};
        const double flat = dice.chance(2) ? 1 : tiny(dice);
        for (Vec3& v : p) v.x *= flat;
        const double volume = dot(cross(p[1] - p[0], p[2] - p[0]), p[3] - p[0]);
        if (std::fabs(volume) < 1e-3 * flat) continue;
        if (volume < 0) std::swap(p[2], p[3]);
        return {tetrahedron_mesh(p, true), p};
      }
  }
}

// Linear parts of condition 1 to 1e16, and scales down to nothing.
inline Mat3 thin_linear(oracle::Dice& dice) {
  Mat3 m;
  switch (dice.integer(0, 6)) {
    case 0:
      return m;
    case 1:
      return make_pose({}, dice.rotation()).linear;
    case 2: {
      const double s = tiny(dice);
      return make_pose({}, dice.chance(2) ? dice.rotation() : Quat{}, {s, s, s}).linear;
    }
    case 3: {
      Vec3 s{1, 1, 1};
      s[dice.integer(0, 2)] = tiny(dice);
      if (dice.chance(3)) s[dice.integer(0, 2)] = tiny(dice);
      if (dice.chance(3)) s[dice.integer(0, 2)] *= -1;
      return make_pose({}, dice.chance(2) ? dice.rotation() : Quat{}, s).linear;
    }
    case 4: {  // shear
      m.c2 = m.c2 + m.c0 * dice.integer(-2, 2) + m.c1 * (0.5 * dice.integer(-2, 2));
      return m;
    }
    case 5: {  // nearly singular
      m = {dice.direction(), dice.direction(), {}};
      m.c2 =
          (m.c0 * 0.5 + m.c1 * dice.pick({0.0, 0.25, 1.0})) + dice.direction() * std::pow(10.0, dice.uniform(-17, 0));
      return m;
    }
    default: {
      m = {{1, 0, 0}, {0, 1, 0}, {0.5, 0.25, std::pow(10.0, dice.uniform(-17, 0))}};
      if (dice.chance(2)) std::swap(m.c0, m.c2);
      return m;
    }
  }
}

// `about`: points of the partner, at one of which, or between two or three, the body is put.
inline Vec3 thin_place(oracle::Dice& dice, const std::vector<Vec3>& about, Vec3 offset) {
  if (about.empty() || dice.chance(4)) return offset + dice.grid(-2, 2) * dice.pick({0.5, 1.0});
  const auto any = [&] { return about[dice.bits() % about.size()]; };
  Vec3 at = any();
  if (dice.chance(2)) at = at * 0.5 + any() * 0.5;
  if (dice.chance(2)) at = at * 0.75 + any() * 0.25;
  return dice.chance(5) ? dice.nudge(at, 2) : at;
}

inline Vec3 thin_offset(oracle::Dice& dice) {
  if (dice.chance(2)) return {};
  Vec3 offset = dice.chance(2) ? dice.direction() : Vec3{1, 0, 0};
  return offset * std::pow(10.0, dice.uniform(0, 17));
}

inline ThinBody thin_body(oracle::Dice& dice, const std::vector<Vec3>& about, Vec3 offset) {
  for (;;) {
    ThinBody result;
    const Pose pose{thin_linear(dice), thin_place(dice, about, offset)};
    if (fault(pose) != PoseFault::none) continue;
    if (!dice.chance(8)) {
      const auto [shape, corners] = thin_shape(dice, result.kind);
      result.body = {shape, pose};
      result.convex = shape.form() != ShapeForm::mesh;
      add_leaf(result, shape, pose, corners);
      return result;
    }
    // Parts with the same pose, or one that is a translation: products of poses do not round.
    std::vector<CompoundPart> parts;
    for (int k = 0; k < 2; ++k) {
      const auto [shape, corners] = thin_shape(dice, result.kind);
      parts.push_back({shape, {}});
      add_leaf(result, shape, pose, corners);
    }
    result.kind = "compound";
    result.body = {make_compound(parts), pose};
    return result;
  }
}

inline PairClass swapped(PairClass value) {
  return value == PairClass::enclosed   ? PairClass::encloses
         : value == PairClass::encloses ? PairClass::enclosed
                                        : value;
}

inline bool is_deep(PairClass value) { return value != PairClass::clear && value != PairClass::touching; }

// What all verbs say of the pair, one way round. Nothing: all as expected.
class VerbCheck {
 public:
  VerbCheck(const Body& a, const Body& b) : a_(a), b_(b) {}

  std::string fault;

  // `decided`: nothing may be left open.
  void check(PairClass expected, bool decided, bool deep_allowed, bool surfaces) {
    const bool meet = expected != PairClass::clear;
    const CollideResult met = collide(a_, b_);
    expect(met.status == Status::ok ? met.yes() == meet : open(met.status, decided), "collide");
    const CollideResult batch = collide(a_, b_.shape, std::vector<Pose>{b_.pose})[0];
    expect(batch.status == met.status && batch.yes() == met.yes(), "collide of a batch");
    const WithinResult near = within(a_, b_, 0);
    expect(near.status == Status::ok ? near.yes() == meet : open(near.status, decided), "within");
    expect(within(a_, b_.shape, std::vector<Pose>{b_.pose}, 0)[0].answer == near.answer, "within of a batch");
    const DistanceResult apart = find_distance(a_, b_);
    expect(apart.status == Status::ok ? (apart.distance == 0) == meet : open(apart.status, decided), "distance");
    expect(apart.status != Status::ok || (apart.lower <= apart.upper && (!meet || apart.upper == 0)), "its bracket");
    expect(oracle::same(find_distance(a_, b_.shape, std::vector<Pose>{b_.pose})[0].distance, apart.distance),
           "distance of a batch");
    const ClassifyResult found = classify(a_, b_);
    expect(
        found.status == Status::ok ? found.answer == expected : open(found.status, decided),
        std::string("class: expected ") + name(expected) + ", found " + name(found.answer) + " " + name(found.status));
    const MoveResult moved = move(a_, Motion{}, std::vector<MovingBody>{{b_, {}}});
    if (met.status == Status::ok && met.yes())
      expect(moved.start == (expected == PairClass::touching ? MoveStart::touching : MoveStart::overlapping) ||
                 found.status != Status::ok,
             "the start of a move");
    else if (met.status == Status::ok)
      expect(moved.start == MoveStart::clear, "the start of a move");
    const PenetrationResult deep = find_penetration(a_, b_);
    const SignedDistanceResult both = find_signed_distance(a_, b_);
    if (surfaces) return;
    if (deep.status != Status::ok) {
      expect(open(deep.status, decided) || deep.status == Status::out_of_range, "status of penetration");
      return;
    }
    expect(deep.lower <= deep.depth && (deep.depth > 0) == (deep.vector != Vec3{}), "bracket of penetration");
    if (found.status == Status::ok && (!is_deep(expected) || !deep_allowed))
      expect(deep.depth == 0 && deep.lower == 0, "depth of bodies that touch");
    if (apart.status == Status::ok && deep.depth > 0 && found.status == Status::ok)
      expect(both.distance == -deep.depth, "signed distance");
    if (deep.depth > 0) {
      const Body out{a_.shape, {a_.pose.linear, a_.pose.translation + deep.vector}};
      const PenetrationResult left = find_penetration(out, b_);
      expect(left.status == Status::budget || (left.status == Status::ok && left.lower == 0), "the moved body");
    }
  }

 private:
  // A spent budget is an answer, too: exact arithmetic on exponents far apart takes long.
  static bool open(Status status, bool decided) {
    return status == Status::budget || (!decided && status == Status::undecided);
  }
  void expect(bool right, const std::string& what) {
    if (!right && fault.empty()) fault = what;
  }

  const Body &a_, &b_;
};

inline std::string pair_lines(const std::string& fault, const Body& a, const Body& b) {
  std::string text = fault + "\n" + define_line("a", a.shape) + "\n" + define_line("b", b.shape) + "\n";
  const std::string line = collide_line("a", a, "b", b, CollideSettings{});
  return text + line + "\n";
}

inline std::string check_pair(const Body& a, const Body& b, PairClass expected, bool decided, bool deep,
                              bool surfaces) {
  for (const bool back : {false, true}) {
    VerbCheck verbs(back ? b : a, back ? a : b);
    verbs.check(back ? swapped(expected) : expected, decided, deep, surfaces);
    if (!verbs.fault.empty())
      return pair_lines(verbs.fault + (back ? ", swapped; expected " : "; expected ") + name(expected), a, b);
  }
  return {};
}

// Polyhedral bodies against each other.
inline Tally check_collapsed(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Vec3 offset = thin_offset(dice);
    const ThinBody b = thin_body(dice, {}, offset);
    ThinBody a = thin_body(dice, b.points, offset);
    if (dice.chance(12)) a = b;
    const PairClass expected = oracle::class_of(a.set, b.set);
    const bool thick_a = oracle::has_interior(a.set), thick_b = oracle::has_interior(b.set);
    tally.count(std::string(thick_a && thick_b   ? "solids, "
                            : thick_a || thick_b ? "one flat, "
                                                 : "both flat, ") +
                    name(expected),
                expected != PairClass::clear);
    tally.failure = check_pair(a.body, b.body, expected, true, thick_a || thick_b, a.surface || b.surface);
    if (tally.failed()) {
      tally.failure = std::string(a.kind) + " and " + b.kind + ", case " + std::to_string(i) + ": " + tally.failure;
      return tally;
    }
  }
  return tally;
}

// A half-space under a translation, which is not rounded: heights of points are rational.
inline PairClass class_in_halfspace(const ThinBody& a, Vec3 normal, double offset, Vec3 at) {
  const auto height = [&](const oracle::RationalPoint& p) {
    const oracle::RationalPoint n{oracle::exact(normal.x), oracle::exact(normal.y), oracle::exact(normal.z)};
    const oracle::RationalPoint t{oracle::exact(at.x), oracle::exact(at.y), oracle::exact(at.z)};
    return sgn(oracle::Rational(oracle::dot(n, p - t) - oracle::exact(offset)));
  };
  bool above = false, meet = false, deep = false;
  for (const oracle::HullPoints& part : a.set)
    for (const oracle::RationalPoint& p : part) {
      const int side = height(p);
      above = above || side > 0;
      meet = meet || side <= 0;
      deep = deep || (side < 0 && oracle::dimension(part) == 3);
    }
  if (!meet) return PairClass::clear;
  return !above ? PairClass::enclosed : deep ? PairClass::overlapping : PairClass::touching;
}

// A ball: by the rational distances of its centre. Nothing where the ball may be a part of the body.
inline std::optional<PairClass> class_in_ball(const ThinBody& a, Vec3 centre, double radius) {
  const oracle::HullPoints middle = oracle::hull_of({centre});
  const oracle::Rational limit = oracle::exact(radius) * oracle::exact(radius);
  bool beyond = false, meet = false, deep = false;
  for (const Vec3& p : a.points) {
    const oracle::RationalPoint d = oracle::hull_of({p})[0] - middle[0];
    beyond = beyond || oracle::dot(d, d) > limit;
  }
  for (const oracle::HullPoints& part : a.set) {
    if (oracle::dimension(part) == 3 && oracle::hulls_meet(middle, part)) return std::nullopt;
    std::vector<Vec3> corners;
    for (const oracle::RationalPoint& p : part) corners.push_back({p.x.get_d(), p.y.get_d(), p.z.get_d()});
    const int order = oracle::hull_distance(corners, {centre}).compare(oracle::exact(radius));
    meet = meet || order <= 0;
    deep = deep || (order < 0 && oracle::dimension(part) == 3);
  }
  if (!meet) return PairClass::clear;
  return !beyond ? PairClass::enclosed : deep ? PairClass::overlapping : PairClass::touching;
}

// Half-spaces and balls, exactly; cylinders, cones and ellipsoids as far as the verbs agree.
inline Tally check_collapsed_partners(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const ThinBody a = thin_body(dice, {}, thin_offset(dice));
    const Vec3 at = thin_place(dice, a.points, {});
    std::optional<PairClass> expected;
    Body b;
    bool decided = true;
    std::string kind = "half-space";
    if (dice.chance(2)) {
      const Vec3 normal = dice.chance(2) ? Vec3{0, 0, 1} : dice.grid(-2, 2) + Vec3{0, 0, 0.25};
      const double offset = dice.pick({0.0, 0.0, 0.5});
      b = {make_halfspace(normal, offset), make_pose(at)};
      expected = class_in_halfspace(a, normal, offset, at);
    } else if (dice.chance(2)) {
      kind = "ball";
      const double radius = dice.pick({0.5, 1.0, 2.5});
      b = {make_sphere(radius), make_pose(at + dice.grid(-1, 1) * radius)};
      decided = a.body.shape.form() != ShapeForm::compound;  // of these only what follows from the parts is known
      expected = class_in_ball(a, b.pose.translation, radius);
    } else {
      kind = "curved";
      decided = false;
      b = {dice.chance(2)   ? make_cylinder(1, 1)
           : dice.chance(2) ? make_cone(1, 1)
                            : make_ellipsoid({1, 2, 0.5}),
           make_pose(at + dice.in_cube(1.5))};
      const ClassifyResult found = classify(a.body, b);
      if (found.status == Status::ok) expected = found.answer;
    }
    if (!expected) continue;
    tally.count(kind + ", " + name(*expected), *expected != PairClass::clear);
    // A surface has a depth in a half-space, but in no other body.
    tally.failure = check_pair(a.body, b, *expected, decided, true, a.surface && kind != "half-space");
    if (tally.failed()) {
      tally.failure = std::string(a.kind) + " and " + kind + ", case " + std::to_string(i) + ": " + tally.failure;
      return tally;
    }
  }
  return tally;
}

// Points and segments, as rays from outside, against the set.
inline Tally check_collapsed_points(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Vec3 offset = thin_offset(dice);
    const ThinBody a = thin_body(dice, {}, offset);
    const Vec3 p = thin_place(dice, a.points, offset), q = thin_place(dice, a.points, offset) + dice.grid(-1, 1);
    const auto holds = [&](Vec3 at) { return oracle::unions_meet({oracle::hull_of({at})}, a.set); };
    Where expected = holds(p) ? Where::on : Where::outside;
    for (const oracle::HullPoints& part : a.set)
      if (oracle::dimension(part) == 3 && oracle::common_mean(oracle::hull_of({p}), part, 1)) expected = Where::inside;
    const InsideResult found = inside(a.body, p);
    tally.count(name(expected), expected != Where::outside);
    // On two parts at once, what is between them may be inside.
    const bool open = found.status == Status::undecided || (a.set.size() > 1 && expected == Where::on);
    if (!open && (found.status != Status::ok || found.answer != expected))
      tally.failure = std::string("expected ") + name(expected) + ", found " + name(found.answer) + "\n" +
                      define_line("a", a.body.shape) + "\n" + inside_line("a", a.body, p) + "\n";
    if (!tally.failed() && p != q && !holds(p)) {
      const bool meet = oracle::unions_meet({oracle::hull_of({p, q})}, a.set);
      const RayResult hit = cast(a.body, ray_between(p, q));
      tally.count("rays", meet);
      if (hit.status != Status::ok || hit.yes() != meet)
        tally.failure =
            std::string(meet ? "a ray misses " : "a ray hits ") + a.kind + "\n" + lines(a.body, ray_between(p, q));
    }
    if (tally.failed()) {
      tally.failure = std::string(a.kind) + ", case " + std::to_string(i) + ": " + tally.failure;
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
