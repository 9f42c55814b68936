// Bodies about one centre: equal ones, and such that differ in a dimension, a radius, a margin, a turn or a step of a
// grid. Nothing but these numbers tells the two apart, so that every verb must look at all of them: swapping mirrors
// the answer, or the bodies are the same and the answer says so. Corners, edges and faces at centres and axes, too:
// every contact has a unit normal.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/motion.h"
#include "graze/penetration.h"
#include "graze/record.h"
#include "shape/data.h"
#include "tests/oracle/same.h"
#include "tests/property/bodies.h"
#include "tests/property/contact_kinds.h"
#include "tests/property/kind_classes.h"
#include "tests/property/moves.h"

namespace graze::property {

// Few numbers, so that many pairs are equal, flush or tangent.
inline Shape concentric_shape(oracle::Dice& dice, ShapeForm form, double size) {
  const auto some = [&] { return dice.pick({0.5, 1.0, 2.0}) * size; };
  const auto box_mesh = [&](Vec3 half) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i)
      corners.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
    return hull_mesh(corners);
  };
  const auto three = [&] {
    const double x = some(), y = some();
    return Vec3{x, y, some()};
  };
  switch (form) {
    case ShapeForm::mesh: {
      const Shape closed = box_mesh(three());
      return dice.chance(2) ? as_solid(closed) : closed;
    }
    case ShapeForm::soup: {
      const double x = some(), y = some();
      return make_soup({{-x, -y, 0}, {x, -y, 0}, {0, y, 0}});
    }
    case ShapeForm::strip: {
      const double x = some(), y = some();
      return make_strip({{-x, -y, 0}, {x, -y, 0}, {-x, y, 0}, {x, y, 0}}, {0, 1, 2, 3});
    }
    case ShapeForm::fan: {
      const double x = some(), y = some();
      return make_fan({{0, 0, 0}, {x, 0, 0}, {0, y, 0}, {-x, 0, 0}}, {0, 1, 2, 3});
    }
    case ShapeForm::terrain: {
      const double x = some(), y = some();
      return make_terrain(2, 2, x, y, {0, size, 0, size});
    }
    case ShapeForm::polyhedron: {
      const Vec3 h = three();
      return make_polyhedron({{-h.x, -h.y, -h.z}, {h.x, -h.y, -h.z}, {h.x, h.y, -h.z}, {-h.x, h.y, -h.z}, {0, 0, h.z}},
                             {{3, 2, 1, 0}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}, {.solid = true});
    }
    case ShapeForm::box:
      return make_box(three());
    case ShapeForm::sphere:
      return make_sphere(some());
    case ShapeForm::capsule: {
      const double radius = some();
      return make_capsule(radius, some());
    }
    case ShapeForm::segment: {
      const double half = some();
      return make_segment({0, 0, -half}, {0, 0, dice.chance(2) ? half : 0.0});
    }
    case ShapeForm::point:
      return make_point();
    case ShapeForm::halfspace:
      return make_halfspace({0, 0, 1}, dice.pick({-1.0, 0.0, 1.0}) * size);
    case ShapeForm::cylinder: {
      const double radius = some();
      return make_cylinder(radius, some());
    }
    case ShapeForm::cone: {
      const double radius = some();
      return make_cone(radius, some());
    }
    case ShapeForm::ellipsoid:
      return make_ellipsoid(three());
    case ShapeForm::convex: {
      const Vec3 h = three();
      return make_convex({{-h.x, 0, 0}, {h.x, 0, 0}, {0, -h.y, 0}, {0, h.y, 0}, {0, 0, -h.z}, {0, 0, h.z}});
    }
    case ShapeForm::compound: {
      const auto part = [&] {
        const ShapeForm kind = dice.pick({ShapeForm::box, ShapeForm::sphere, ShapeForm::mesh, ShapeForm::cylinder});
        return CompoundPart{concentric_shape(dice, kind, size), make_pose(dice.grid(0, 1) * size)};
      };
      const CompoundPart first = part();
      return make_compound({first, part()});
    }
  }
  return {};
}

enum class Told { nothing, shape, place, turn };  // what tells two bodies apart
inline const char* name(Told told) {
  constexpr const char* names[] = {"the same", "one pose", "a step apart", "turned"};
  return names[int(told)];
}

struct ConcentricPair {
  Body a, b;
  Told told;
};

inline ConcentricPair random_concentric(oracle::Dice& dice) {
  constexpr int last = int(ShapeForm::compound);
  const auto form = [&] { return static_cast<ShapeForm>(dice.integer(0, last)); };
  const double size = std::pow(2.0, dice.integer(-3, 3));
  const auto shape = [&](oracle::Dice& own, ShapeForm kind) {
    const Shape bare = concentric_shape(own, kind, size);
    return own.chance(2) ? with_margin(bare, own.pick({0.25, 0.5, 1.0}) * size) : bare;
  };
  ConcentricPair pair;
  const ShapeForm form_a = form(), form_b = dice.chance(2) ? form_a : form();
  const bool turned = dice.chance(2);
  const Vec3 at = dice.chance(2) ? Vec3{} : dice.grid(-2, 2) * size;
  pair.a.pose = turned ? make_pose(at, dice.rotation()) : make_pose(at);
  pair.b.pose = pair.a.pose;
  pair.told = static_cast<Told>(dice.integer(0, 3));
  if (pair.told == Told::nothing) {  // built twice from one seed
    const std::uint64_t seed = dice.bits();
    oracle::Dice one(seed), other(seed);
    pair.a.shape = shape(one, form_a);
    pair.b.shape = shape(other, form_a);
    return pair;
  }
  pair.a.shape = shape(dice, form_a);
  pair.b.shape = shape(dice, form_b);
  if (pair.told == Told::place) pair.b.pose.translation = at + dice.grid(-1, 1) * (0.5 * size);
  if (pair.told == Told::turn) pair.b.pose = make_pose(at, dice.rotation());
  return pair;
}

inline bool same_numbers(const Body& a, const Body& b) {
  const bool poses = a.pose.linear.c0 == b.pose.linear.c0 && a.pose.linear.c1 == b.pose.linear.c1 &&
                     a.pose.linear.c2 == b.pose.linear.c2 && a.pose.translation == b.pose.translation;
  return poses && define_line("x", a.shape) == define_line("x", b.shape);
}

inline bool is_unit(Vec3 v) { return std::fabs(length(v) - 1) <= 1e-12; }  // false for a NaN

// --- do the surfaces of two bodies meet? By the other verbs ---

enum class Known { no, open, yes };

// Does a connected surface meet that of a convex body? Not if all corners are in its interior.
inline Known surface_meets(const Body& surface, const Body& convex) {
  const CollideResult met = collide(surface, convex);
  if (met.status != Status::ok) return Known::open;
  if (!met.yes()) return Known::no;
  for (const Triangle& t : posed_triangles(surface))
    for (const Vec3 p : {t.a, t.b, t.c}) {
      const InsideResult found = inside(convex, p);
      if (found.status != Status::ok) return Known::open;
      if (found.answer != Where::inside) return Known::yes;
    }
  return Known::no;
}

// Of bodies of one connected piece each, without cavities. Of compounds, and of triangles with a margin, a yes is
// known: inner surfaces count.
inline Known surfaces_meet(const Body& a, const Body& b) {
  const CollideResult met = collide(a, b);
  if (met.status != Status::ok) return Known::open;
  if (!met.yes()) return Known::no;
  const std::optional<Body> of_a = surface_of(a), of_b = surface_of(b);
  const auto convex = [](const Body& body) { return data_of(body.shape).primitive(); };
  if (of_a && of_b) return collide(*of_a, *of_b).yes() ? Known::yes : Known::no;
  if (of_a && convex(b)) return surface_meets(*of_a, b);
  if (of_b && convex(a)) return surface_meets(*of_b, a);
  const bool pieces = !convex(a) || !convex(b);
  const ClassifyResult found = classify(a, b);
  if (found.status != Status::ok) return Known::open;
  if (found.answer == PairClass::touching || found.answer == PairClass::overlapping || found.answer == PairClass::equal)
    return pieces && found.answer != PairClass::equal ? Known::open : Known::yes;
  if (pieces) return Known::open;
  const Body &inner = found.answer == PairClass::enclosed ? a : b, &outer = found.answer == PairClass::enclosed ? b : a;
  const double more = 1e-6 * length(inner.shape.bounds().hi - inner.shape.bounds().lo) + 1e-9;
  const ClassifyResult grown = classify({with_margin(inner.shape, more), inner.pose}, outer);
  return grown.status == Status::ok && grown.answer == PairClass::enclosed ? Known::no : Known::open;
}

// --- what must hold ---

inline std::string fault_in_normals(const ContactResult& result) {
  for (const Contact& contact : result.contacts) {
    if (!is_unit(contact.normal)) return "a contact's normal that is no unit vector";
    if (!is_finite(contact.point) || !std::isfinite(contact.depth)) return "a contact that is not finite";
  }
  return {};
}

inline std::string fault_in_swapped_contacts(const Body& a, const Body& b, double tolerance, bool same) {
  const ContactResult forth = find_contacts(a, b, {.tolerance = tolerance}),
                      back = find_contacts(b, a, {.tolerance = tolerance});
  if (forth.status != back.status) return "swapped, the contacts have another status";
  if (forth.status != Status::ok) return {};
  if (forth.symmetric != same || back.symmetric != same) return "contacts: symmetric, or not";
  if (const std::string fault = fault_in_normals(forth); !fault.empty()) return fault;
  if (!same && !mirrors(forth, back)) return "swapped, the contacts do not mirror";
  if (same && forth.contacts.size() != back.contacts.size()) return "swapped, there are other contacts";
  if (tolerance > 0) return {};
  const Known meet = surfaces_meet(a, b);
  if (meet == Known::yes && forth.contacts.empty()) return "no contacts of surfaces that meet";
  if (meet == Known::no && !forth.contacts.empty()) return "contacts of surfaces that do not meet";
  return {};
}

inline std::string fault_in_swapped_depth(const Body& a, const Body& b, bool same) {
  const PenetrationResult forth = find_penetration(a, b), back = find_penetration(b, a);
  if (forth.status != back.status) return "swapped, the depth has another status";
  if (forth.status == Status::ok) {
    if (forth.symmetric != same || back.symmetric != same) return "penetration: symmetric, or not";
    if (forth.depth != back.depth || forth.lower != back.lower || !(forth.inside == back.inside))
      return "swapped, the depth changes";
    if (!(forth.vector == (same ? back.vector : Vec3{} - back.vector)))
      return "swapped, the vector does not turn round";
    if (!(forth.lower <= forth.depth) || !is_finite(forth.vector)) return "the depth is below its bound";
    if ((forth.depth > 0) != !(forth.vector == Vec3{})) return "a depth without a vector";
  }
  const SignedDistanceResult one = find_signed_distance(a, b), other = find_signed_distance(b, a);
  if (one.status != other.status || !oracle::same(one.distance, other.distance) ||
      !oracle::same(one.bound, other.bound) || !oracle::same(one.lower, other.lower) ||
      !oracle::same(one.upper, other.upper))
    return "swapped, the signed distance changes";
  if (one.status == Status::ok && !(one.lower <= one.distance && one.distance <= one.upper))
    return "the bracket does not hold the signed distance";
  return {};
}

inline std::string fault_in_swapped_move(const Body& a, const Body& b, const Motion& motion, bool meet) {
  const std::vector<MovingBody> others{{b, {}}}, self{{a, motion}};
  const MoveResult forth = graze::move(a, motion, others), back = graze::move(b, Motion{}, self);
  // The brackets of a curved body and a mesh depend on which is called the moving one.
  const bool loose = bends(a) || bends(b);
  if (loose ? forth.status != back.status || forth.start != back.start : !same_answer(forth, back))
    return "swapped, the move changes";
  if (loose && forth.yes() && back.yes() && !(forth.lower <= back.upper && back.lower <= forth.upper) && forth.proven &&
      back.proven)
    return "swapped, the move's brackets exclude each other";
  if (forth.status != Status::ok) return {};
  // In contact with a class that is not proven, the start is unknown.
  const bool starts = forth.start == MoveStart::touching || forth.start == MoveStart::overlapping ||
                      (forth.start == MoveStart::unknown && forth.yes());
  if (starts != meet) return "the start of a move and collide contradict each other";
  if (!forth.yes() || starts) return {};
  if (!is_unit(forth.contact.normal)) return "a move's normal that is no unit vector";
  return loose || forth.contact.normal == Vec3{} - back.contact.normal
             ? ""
             : "swapped, the move's normal does not turn round";
}

inline std::string fault_in_concentric(oracle::Dice& dice, const Body& a, const Body& b, double size, bool& hit) {
  const bool same = same_numbers(a, b);
  const CollideResult met = collide(a, b), met_back = collide(b, a);
  hit = met.yes();
  if (met.status != met_back.status || met.yes() != met_back.yes()) return "swapped, collide changes";
  const WithinResult near = within(a, b, 0), near_back = within(b, a, 0);
  if (near.status != near_back.status || near.yes() != near_back.yes()) return "swapped, within changes";
  if (near.status != met.status || (met.status == Status::ok && near.yes() != met.yes()))
    return "collide and within 0 contradict each other";
  const DistanceResult apart = find_distance(a, b), apart_back = find_distance(b, a);
  if (!same_answer(apart_back, mirrored(apart))) return "swapped, the distance does not mirror";
  if (apart.status == Status::ok && met.status == Status::ok) {
    if (met.yes() != (apart.distance == 0)) return "collide and distance 0 contradict each other";
    if (apart.distance > 0 ? !is_unit(apart.normal) : !(apart.normal == Vec3{})) return "the distance's normal";
  }
  const ClassifyResult found = classify(a, b), found_back = classify(b, a);
  if (found.status != found_back.status) return "swapped, the class has another status";
  if (found.status == Status::ok) {
    if (found.answer != mirrored(found_back.answer)) return "swapped, the class does not mirror";
    if (met.status == Status::ok && met.yes() != (found.answer != PairClass::clear))
      return "collide and class contradict each other";
  }
  if (const std::string fault = fault_in_swapped_depth(a, b, same); !fault.empty()) return fault;
  for (const double tolerance : {0.0, 0.25 * size})
    if (const std::string fault = fault_in_swapped_contacts(a, b, tolerance, same); !fault.empty())
      return fault + ", at a tolerance of " + std::to_string(tolerance);
  if (met.status == Status::ok && dice.chance(4)) {
    const bool away = dice.chance(2);
    const Vec3 step = dice.direction() * (8 * size);
    const Body from{a.shape, {a.pose.linear, a.pose.translation - (away ? Vec3{} : step)}};
    const CollideResult starts = away ? met : collide(from, b);
    if (starts.status == Status::ok) return fault_in_swapped_move(from, b, translation_by(step), starts.yes());
  }
  return {};
}

// A pair counts as a hit when the bodies have a common point.
inline Tally check_concentric(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const ConcentricPair pair = random_concentric(dice);
    const Box box = pair.a.shape.bounds();
    const double size = pair.a.shape.form() == ShapeForm::halfspace ? 1 : std::max(length(box.hi - box.lo), 0.125);
    bool hit = false;
    const std::string fault = fault_in_concentric(dice, pair.a, pair.b, size, hit);
    tally.count(name(pair.told), hit);
    if (fault.empty()) continue;
    tally.failure = std::string(name(pair.a.shape.form())) + " and " + name(pair.b.shape.form()) + ", case " +
                    std::to_string(i) + ": " + fault + "\n" + contact_lines(pair.a, pair.b, {});
    return tally;
  }
  return tally;
}

// --- corners, edges and faces at centres and axes ---

// A surface with the origin at a corner, on an edge or in a face.
inline Shape surface_at_origin(oracle::Dice& dice, double size, const char*& where) {
  const Vec3 p = dice.in_cube(size), q = dice.in_cube(size), r = dice.in_cube(size);
  switch (dice.integer(0, 5)) {
    case 0:
      where = "corner of a triangle";
      return make_soup({{}, p, q});
    case 1:
      where = "corner of many";
      return make_fan({{}, p, q, r}, {0, 1, 2, 3, 1});
    case 2:
      where = "edge of a triangle";
      return make_soup({p, -p, q});
    case 3:
      where = "edge of two";
      return make_mesh({p, -p, q, r}, {{0, 1, 2}, {1, 0, 3}});
    case 4:
      where = "face";
      return make_soup({{-size, -size, 0}, {size, -size, 0}, {0, size, 0}});
    default:
      where = "corner of a solid";
      return as_solid(hull_mesh({{}, {size, 0, 0}, {0, size, 0}, {0, 0, size}}));
  }
}

// A pair counts as a hit when it has contacts.
inline Tally check_centred_contacts(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const double size = dice.chance(8) ? std::pow(10.0, dice.uniform(-140, 140)) : std::pow(10.0, dice.uniform(-4, 2));
    const double radius = size * std::pow(10.0, dice.uniform(-2, 3));
    const char* where = "";
    const Shape surface = surface_at_origin(dice, size, where);
    const Vec3 at = dice.chance(2) ? Vec3{} : dice.in_cube(10 * size);
    const Pose pose = dice.chance(4) ? make_pose(at) : make_pose(at, dice.rotation());
    Shape round;
    switch (dice.integer(0, 4)) {
      case 0:
        round = make_sphere(radius);
        break;
      case 1:
        round = make_capsule(radius, size);
        break;
      case 2:
        round = with_margin(make_point(), radius);
        break;
      case 3:
        round = with_margin(make_segment({0, 0, -size}, {0, 0, 2 * size}), radius);
        break;
      default:
        round = make_ellipsoid({radius, 0.5 * radius, 2 * radius});
    }
    const Body a{dice.chance(4) ? with_margin(surface, 0.5 * radius) : surface, pose};
    const Body b{round, dice.chance(2) ? make_pose(at) : make_pose(at, dice.rotation())};
    const double tolerance = dice.pick({0.0, 1e-6 * radius, radius});
    const ContactResult found = find_contacts(a, b, {.tolerance = tolerance});
    tally.count(where, !found.contacts.empty());
    std::string fault = fault_in_swapped_contacts(a, b, tolerance, false);
    if (fault.empty() && found.status != Status::ok) fault = std::string("status ") + name(found.status);
    if (fault.empty()) continue;
    tally.failure = std::string(where) + ", case " + std::to_string(i) + ": " + fault + "\n" +
                    contact_lines(a, b, {.tolerance = tolerance});
    return tally;
  }
  return tally;
}

}  // namespace graze::property
