// Classes and points of every kind of body: compounds of hulls against the solids of rational arithmetic, round bodies
// and half-spaces against closed forms in rationals, and any two kinds against points that are in the one and not in
// the other.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/record.h"
#include "tests/oracle/distance_oracle.h"
#include "tests/property/classes.h"
#include "tests/property/kinds.h"

namespace graze::property {

inline PairClass mirrored(PairClass value) {
  return value == PairClass::enclosed   ? PairClass::encloses
         : value == PairClass::encloses ? PairClass::enclosed
                                        : value;
}

// Both orders must say what is expected.
inline std::string fault_in_class(const Body& a, const Body& b, PairClass expected) {
  const ClassifyResult forth = classify(a, b), back = classify(b, a);
  if (forth.status == Status::ok && back.status == Status::ok && forth.answer == expected &&
      back.answer == mirrored(expected))
    return {};
  return std::string("expected ") + name(expected) + ", found " + name(forth.answer) + " (" + name(forth.status) +
         ") and, swapped, " + name(back.answer) + " (" + name(back.status) + ")\n" + class_lines(a, b);
}

// --- polyhedral kinds ---

// The tetrahedra as parts of a compound: hulls, polyhedra or meshes.
inline Shape compound_of(oracle::Dice& dice, const LatticeSolid& solid) {
  std::vector<CompoundPart> parts;
  for (const LatticeSolid::Part& part : solid.parts) {
    const auto& [p, q, r, s] = part.corners;
    const std::vector<std::vector<std::uint32_t>> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    Shape shape = make_convex({p, q, r, s});
    if (dice.chance(3)) shape = make_polyhedron({p, q, r, s}, faces);
    if (dice.chance(3)) shape = make_soup({p, r, q, p, q, s, q, r, s, p, s, r}, {.solid = true});
    if (dice.chance(4)) shape = make_compound({{shape, {}}});
    parts.push_back({shape, {}});
  }
  if (parts.size() == 1 && dice.chance(2)) return parts[0].shape;
  return make_compound(parts);
}

inline bool positive(const LatticeSolid& solid) {
  return std::all_of(solid.parts.begin(), solid.parts.end(), [](const LatticeSolid::Part& p) { return p.sign > 0; });
}

// The faces of the parts: a compound of them has no others.
inline std::vector<Triangle> posed_faces(const LatticeSolid& solid, const Pose& pose) {
  std::vector<Triangle> faces;
  for (const LatticeSolid::Part& part : solid.parts) {
    std::array<Vec3, 4> p;
    for (std::size_t i = 0; i < 4; ++i) p[i] = pose * part.corners[i];
    faces.insert(faces.end(), {{p[0], p[1], p[2]}, {p[0], p[1], p[3]}, {p[0], p[2], p[3]}, {p[1], p[2], p[3]}});
  }
  return faces;
}

inline Tally check_compound_classes(std::uint64_t seed, std::uint64_t count, std::uint64_t points) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count;) {
    const SolidPair pair = dice.chance(2) ? aligned_pair(dice) : random_pair(dice);
    if (!pair.solid[0].shape || !pair.solid[1].shape || !positive(pair.solid[0])) continue;
    const oracle::SignedSolid parts[2] = {posed_parts(pair.solid[0], pair.pose[0]),
                                          posed_parts(pair.solid[1], pair.pose[1])};
    if (parts[0].empty() || parts[1].empty()) continue;
    ++i;
    const bool both = positive(pair.solid[1]) && dice.chance(2);
    const Body a{compound_of(dice, pair.solid[0]), pair.pose[0]};
    const Body b{both ? compound_of(dice, pair.solid[1]) : pair.solid[1].shape, pair.pose[1]};
    const std::vector<Triangle> of_b = both ? posed_faces(pair.solid[1], pair.pose[1]) : posed_triangles(b);
    const PairClass expected = with_loose_surfaces(oracle::class_of(parts[0], parts[1]),
                                                   posed_faces(pair.solid[0], pair.pose[0]), of_b, parts[0], parts[1]);
    tally.count(name(expected), expected != PairClass::clear);
    tally.failure = fault_in_class(a, b, expected);
    for (std::uint64_t k = 0; k < points && !tally.failed(); ++k) {
      const LatticeTetrahedron& t = pair.solid[0].parts[dice.bits() % pair.solid[0].parts.size()].corners;
      Vec3 point = pair.pose[0] * t[dice.bits() % 4];
      if (dice.chance(2)) point = point * 0.5 + pair.pose[0] * t[dice.bits() % 4] * 0.5;
      const Where where = oracle::where(parts[0], point);
      const InsideResult found = inside(a, point);
      if (found.status != Status::ok || found.answer != where)
        tally.failure = std::string("expected ") + name(where) + ", found " + name(found.answer) + "\n" +
                        define_line("a", a.shape) + "\n" + inside_line("a", a, point) + "\n";
    }
    if (tally.failed()) return tally;
  }
  return tally;
}

// --- spheres, capsules, boxes and half-spaces along the axes, on halves of integers ---

struct PlainBody {
  Body body;
  bool round = false, halfspace = false;
  Vec3 lo, hi;             // of the box, or the ends of the core
  double radius = 0;       // round
  int axis = 0, sign = 0;  // half-space: sign * x[axis] <= offset
  double offset = 0;
};

inline PlainBody plain_body(oracle::Dice& dice) {
  PlainBody result;
  Vec3 at = dice.grid(-3, 3) * 0.5;
  const int choice = dice.integer(0, 6);
  result.body.pose.translation = at;
  if (choice <= 2) {
    result.round = true;
    result.radius = 0.5 * dice.integer(1, 6);
    const double half = dice.chance(2) ? 0 : 0.5 * dice.integer(0, 4);
    result.body.shape = half > 0 ? make_capsule(result.radius, half) : make_sphere(result.radius);
    result.lo = at - Vec3{0, 0, half};
    result.hi = at + Vec3{0, 0, half};
    if (dice.chance(4)) {  // the same body as a segment with a margin
      result.body.shape = with_margin(make_segment({0, 0, -half}, {0, 0, half}), result.radius);
    }
    return result;
  }
  if (choice == 3) {
    result.halfspace = true;
    result.axis = dice.integer(0, 2);
    result.sign = dice.chance(2) ? 1 : -1;
    Vec3 normal;
    normal[result.axis] = result.sign * 3.0;
    result.body.shape = make_halfspace(normal, 1.5);
    result.offset = 0.5 + result.sign * at[result.axis];
    return result;
  }
  const Vec3 half = (dice.grid(0, 4) + Vec3{1, 1, 1}) * 0.5;
  result.lo = at - half;
  result.hi = at + half;
  result.body.shape = make_box(half);
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k)
    corners.push_back({k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z});
  if (choice == 5) result.body.shape = make_convex(corners);
  if (choice == 6) result.body.shape = hull_mesh(corners);
  return result;
}

// Everything here is a multiple of 1/2 of a few bits, so that doubles are exact.
inline double square_gap(double lo_a, double hi_a, double lo_b, double hi_b) {
  const double gap = std::max({lo_b - hi_a, lo_a - hi_b, 0.0});
  return gap * gap;
}
// Of boxes; a capsule along z has a box for a core.
inline double square_distance(const PlainBody& a, const PlainBody& b) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += square_gap(a.lo[k], a.hi[k], b.lo[k], b.hi[k]);
  return sum;
}
// The extent along an axis of all but half-spaces.
inline double top(const PlainBody& a, int axis, int sign) { return (sign > 0 ? a.hi[axis] : -a.lo[axis]) + a.radius; }

inline bool plain_part(const PlainBody& a, const PlainBody& b) {
  if (b.halfspace) {
    if (a.halfspace) return a.axis == b.axis && a.sign == b.sign && a.offset <= b.offset;
    return top(a, b.axis, b.sign) <= b.offset;
  }
  if (a.halfspace) return false;
  if (!b.round) {
    for (int k = 0; k < 3; ++k)
      if (top(a, k, 1) > b.hi[k] || top(a, k, -1) > -b.lo[k]) return false;
    return true;
  }
  // Balls around the corners.
  if (a.radius > b.radius) return false;
  double most = 0;
  for (int k = 0; k < 8; ++k) {
    PlainBody corner;
    corner.lo = corner.hi = {k & 1 ? a.hi.x : a.lo.x, k & 2 ? a.hi.y : a.lo.y, k & 4 ? a.hi.z : a.lo.z};
    most = std::max(most, square_distance(corner, b));
  }
  const double left = b.radius - a.radius;
  return most <= left * left;
}

// 1: apart, 0: touching, -1: common interior.
inline int plain_gap(const PlainBody& a, const PlainBody& b) {
  const auto sign = [](double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; };
  if (a.halfspace && b.halfspace) {
    if (a.axis != b.axis || a.sign == b.sign) return -1;
    return sign(-(a.offset + b.offset));
  }
  if (a.halfspace) return plain_gap(b, a);
  if (b.halfspace) return sign(-top(a, b.axis, -b.sign) - b.offset);
  const double radii = a.radius + b.radius;
  if (radii > 0) return sign(square_distance(a, b) - radii * radii);
  int least = -1;
  for (int k = 0; k < 3; ++k) least = std::max({least, sign(b.lo[k] - a.hi[k]), sign(a.lo[k] - b.hi[k])});
  return least;
}

inline PairClass plain_class(const PlainBody& a, const PlainBody& b) {
  const int gap = plain_gap(a, b);
  if (gap >= 0) return gap > 0 ? PairClass::clear : PairClass::touching;
  if (plain_part(a, b)) return plain_part(b, a) ? PairClass::equal : PairClass::enclosed;
  return plain_part(b, a) ? PairClass::encloses : PairClass::overlapping;
}

inline Tally check_plain_classes(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const PlainBody a = plain_body(dice), b = plain_body(dice);
    const PairClass expected = plain_class(a, b);
    tally.count(name(expected), expected != PairClass::clear);
    tally.failure = fault_in_class(a.body, b.body, expected);
    if (tally.failed()) return tally;
  }
  return tally;
}

// --- round bodies anywhere, by rational distances ---

struct RoundBody {
  Body body;
  Triangle core;
  double radius;
};

inline RoundBody round_body(oracle::Dice& dice, Vec3 at) {
  RoundBody result;
  result.radius = dice.chance(2) ? dice.uniform(0.1, 2) : 0.25 * dice.integer(1, 8);
  const double half = dice.chance(2) ? 0 : dice.uniform(0.1, 1);
  result.body = {half > 0 ? make_capsule(result.radius, half) : make_sphere(result.radius),
                 {random_linear(dice, PoseKind::rigid, 1), at}};
  const Vec3 p = result.body.pose * Vec3{0, 0, -half}, q = result.body.pose * Vec3{0, 0, half};
  result.core = {p, q, q};
  return result;
}

inline bool round_part(const RoundBody& a, const RoundBody& b) {
  const oracle::Rational left = oracle::exact(b.radius) - oracle::exact(a.radius);
  if (sgn(left) < 0) return false;
  for (const Vec3 p : {a.core.a, a.core.b})
    if (oracle::exact_distance(Triangle{p, p, p}, b.core).compare(left) > 0) return false;
  return true;
}

inline Tally check_round_classes(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const RoundBody a = round_body(dice, dice.in_cube(1));
    RoundBody b = round_body(dice, dice.in_cube(2));
    if (dice.chance(4)) b = a;
    if (dice.chance(3)) {  // as near to a common surface point as rounding lets it be
      const double apart = length(b.core.a - a.core.a);
      const double radius = dice.chance(2) ? apart - a.radius : apart + a.radius;
      if (radius > 0 && a.core.a == a.core.b && b.core.a == b.core.b) {
        b.radius = radius;
        b.body.shape = make_sphere(radius);
      }
    }
    const oracle::Rational reach = oracle::exact(a.radius) + oracle::exact(b.radius);
    const int gap = oracle::exact_distance(a.core, b.core).compare(reach);
    PairClass expected = gap > 0 ? PairClass::clear : PairClass::touching;
    if (gap < 0) {
      const bool in_b = round_part(a, b), in_a = round_part(b, a);
      expected = in_b   ? in_a ? PairClass::equal : PairClass::enclosed
                 : in_a ? PairClass::encloses
                        : PairClass::overlapping;
    }
    tally.count(name(expected), expected != PairClass::clear);
    tally.failure = fault_in_class(a.body, b.body, expected);
    if (tally.failed()) return tally;
  }
  return tally;
}

// --- any two kinds: what points say against the class ---

inline std::string fault_in_kind_class(oracle::Dice& dice, const Kind& a, const Kind& b, double size, bool& decided) {
  const ClassifyResult forth = classify(a.body, b.body), back = classify(b.body, a.body);
  if (forth.status != back.status || mirrored(forth.answer) != back.answer) return "does not mirror";
  if (forth.status != Status::ok && forth.status != Status::undecided) return name(forth.status);
  decided = forth.status == Status::ok;
  const CollideResult met = collide(a.body, b.body);
  if (decided && met.status == Status::ok && met.yes() != (forth.answer != PairClass::clear)) return "against collide";
  const Vec3 from = a.body.pose.translation, to = b.body.pose.translation;
  for (int k = 0; k < 30 && decided; ++k) {
    const Vec3 p = (dice.chance(2) ? from : to) + dice.in_cube(size * dice.pick({0.1, 1.0, 2.0}));
    const InsideResult in_a = inside(a.body, p), in_b = inside(b.body, p);
    if (in_a.status != Status::ok || in_b.status != Status::ok) continue;
    const bool apart = forth.answer == PairClass::clear || forth.answer == PairClass::touching;
    if (in_a.answer == Where::inside && in_b.answer == Where::inside && apart) return "a point is inside of both";
    if (in_a.answer != Where::outside && in_b.answer == Where::outside &&
        (forth.answer == PairClass::enclosed || forth.answer == PairClass::equal))
      return "a point of a is not in b";
    if (in_b.answer != Where::outside && in_a.answer == Where::outside &&
        (forth.answer == PairClass::encloses || forth.answer == PairClass::equal))
      return "a point of b is not in a";
  }
  // What is deeper than the tolerance stays as it is; what touches by it does so for a larger one.
  const double contact = size * std::pow(10.0, dice.uniform(-4, 0.5));
  const ClassifyResult loose = classify(a.body, b.body, {.tolerance = contact});
  const ClassifyResult looser = classify(a.body, b.body, {.tolerance = 2 * contact});
  if (decided && loose.answer != forth.answer && loose.answer != PairClass::touching)
    return "the tolerance made a class";
  if (decided && loose.status == Status::ok && loose.answer == PairClass::touching &&
      (looser.status != Status::ok || looser.answer != PairClass::touching))
    return "a larger tolerance parts or joins";
  return {};
}

// A pair counts as a hit when its class was decided.
inline Tally check_kind_classes(std::uint64_t seed, std::uint64_t rounds) {
  const KindRange range{.apart = 2, .least = 0.1, .most = 3, .offsets = false};
  return check_every_pair(seed, rounds, range, [](oracle::Dice& dice, const KindPair& pair, bool& hit) {
    const std::string fault = fault_in_kind_class(dice, pair.a, pair.b, pair.size, hit);
    return fault.empty() ? fault : fault + "\n" + class_lines(pair.a.body, pair.b.body);
  });
}

}  // namespace graze::property
