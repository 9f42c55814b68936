// All verbs about one pair of bodies say the same, or say that they do not know: collide, distance, within, classify,
// penetration, signed distance, contacts at tolerance 0, and the start of a move; in both orders.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graze/record.h"
#include "narrow/body/collapse.h"
#include "narrow/body/members.h"
#include "shape/data.h"
#include "tests/oracle/same.h"
#include "tests/property/bodies.h"
#include "tests/property/contacts.h"
#include "tests/property/ill_posed.h"
#include "tests/property/kind_classes.h"
#include "tests/property/kinds.h"
#include "tests/property/tally.h"

namespace graze::property {

struct Verbs {
  CollideResult collide;
  DistanceResult distance;
  WithinResult zero;
  ClassifyResult classify;
  PenetrationResult depth;
  SignedDistanceResult with_sign;
  ContactResult contacts;
  MoveResult move;
};

inline Verbs ask_all(const Body& a, const Body& b) {
  const MovingBody other{b, {}};
  return {collide(a, b),           find_distance(a, b),
          within(a, b, 0),         classify(a, b),
          find_penetration(a, b),  find_signed_distance(a, b),
          find_contacts(a, b, {}), move(a, translation_by({}), std::span(&other, 1))};
}

inline std::string all_lines(const Body& a, const Body& b) {
  const auto at = [](const std::string& line, const char* side) {  // the body of one side, as in a line of collide
    const std::size_t from = line.find(std::string("\"") + side + "\":") + 4;
    const std::size_t to = side[0] == 'a' ? line.find(",\"b\":") : line.size() - 1;
    return line.substr(from, to - from);
  };
  const std::string pair = collide_line("a", a, "b", b, CollideSettings{});
  return define_line("a", a.shape) + "\n" + define_line("b", b.shape) + "\n" + pair + "\n" +
         distance_line("a", a, "b", b, DistanceSettings{}) + "\n" + within_line("a", a, "b", b, 0) + "\n" +
         classify_line("a", a, "b", b, ClassifySettings{}) + "\n" +
         penetration_line("a", a, "b", b, PenetrationSettings{}) + "\n" + signed_distance_line("a", a, "b", b) + "\n" +
         contacts_line("a", a, "b", b, ContactSettings{}) + "\n" + R"({"op":"move","moving":)" + at(pair, "a") +
         R"(,"motion":{"translation":[0,0,0]},"others":[)" + at(pair, "b") + "]}\n";
}

// --- do the surfaces meet? ---

inline bool hollow(const Body& body) { return !body.shape.solid() && body.shape.margin() == 0; }

// A part without interior may be inside the other body while the rest is outside: together they are touching, and the
// surfaces do not meet.
inline bool has_thin_part(const Body& body) {
  std::vector<Member> leaves;
  if (body.shape.form() != ShapeForm::compound || find_leaves(body, leaves) != Status::ok) return false;
  return std::any_of(leaves.begin(), leaves.end(),
                     [](const Member& leaf) { return hollow(leaf.body) || collapses(leaf.body); });
}

// Nothing: the class does not tell, as of bodies of several pieces, or one inside the other.
inline std::optional<bool> surfaces_meet(const Body& a, const Body& b, const ClassifyResult& found) {
  const std::optional<Body> of_a = surface_of(a), of_b = surface_of(b);
  if (of_a && of_b) return collide(*of_a, *of_b).yes();
  if (found.status != Status::ok) return {};
  if (found.answer == PairClass::clear) return false;
  if (hollow(a) || hollow(b)) return {};
  const bool whole = data_of(a.shape).primitive() && data_of(b.shape).primitive();
  if (found.answer == PairClass::touching && !has_thin_part(a) && !has_thin_part(b)) return true;
  if (whole && found.answer == PairClass::overlapping) return true;
  return {};
}

// --- one order ---

inline bool common_interior(PairClass value) { return value != PairClass::clear && value != PairClass::touching; }

inline std::string fault_in_numbers(const Verbs& v) {
  const DistanceResult& d = v.distance;
  if (d.status == Status::ok && !(0 <= d.lower && d.lower <= d.distance && d.distance <= d.upper))
    return "the bracket does not hold the distance";
  if (v.depth.status == Status::ok && !(0 <= v.depth.lower && v.depth.lower <= v.depth.depth))
    return "the bracket does not hold the depth";
  if (v.depth.status == Status::ok && (v.depth.depth > 0) != !(v.depth.vector == Vec3{}))
    return "a depth without a vector, or a vector without a depth";
  const SignedDistanceResult& s = v.with_sign;
  if (s.status == Status::ok && !(s.lower <= s.distance && s.distance <= s.upper))
    return "the bracket does not hold the signed distance";
  return {};
}

inline std::string fault_in_yes(const Verbs& v) {
  const bool known = v.collide.status == Status::ok, yes = v.collide.yes();
  if (v.zero.status != v.collide.status || (known && v.zero.yes() != yes)) return "collide against within 0";
  const DistanceResult& d = v.distance;
  if (known && d.status == Status::ok && yes != (d.distance == 0)) return "collide against the distance";
  if (known && d.status == Status::ok && yes != (d.upper == 0)) return "collide against the bracket of the distance";
  if (known && v.classify.status == Status::ok && yes != (v.classify.answer != PairClass::clear))
    return "collide against the class";
  const bool start_known = v.move.start != MoveStart::unknown;
  if (known && start_known && yes != (v.move.start != MoveStart::clear)) return "collide against the start of a move";
  if (v.classify.status == Status::ok && start_known && v.move.start != MoveStart::clear &&
      common_interior(v.classify.answer) != (v.move.start == MoveStart::overlapping))
    return "the class against the start of a move";
  return {};
}

inline std::string fault_in_depth(const Verbs& v) {
  const bool deep = v.depth.status == Status::ok && v.depth.depth > 0;
  if (v.depth.status == Status::ok && v.collide.status == Status::ok && deep && !v.collide.yes())
    return "deep, but apart";
  if (v.depth.status == Status::ok && v.classify.status == Status::ok) {
    if (v.classify.answer == PairClass::overlapping && !deep) return "overlapping without a depth";
    if (deep && !common_interior(v.classify.answer)) return std::string("deep, but ") + name(v.classify.answer);
  }
  const SignedDistanceResult& s = v.with_sign;
  if (v.collide.status == Status::undecided && s.distance >= 0) {
    // Nobody knows whether they meet: the bracket holds both.
    if (s.status == Status::ok && deep && !(s.lower <= -v.depth.depth)) return "the bracket forgets that they may meet";
    return {};
  }
  if (s.status == Status::ok && v.depth.status == Status::ok && (s.distance < 0) != deep)
    return "the sign of the distance against the depth";
  if (s.status == Status::ok && deep && s.distance != -v.depth.depth) return "the signed distance is not the depth";
  if (s.status == Status::ok && s.distance >= 0 && v.distance.status == Status::ok &&
      !same_bits(s.distance, v.distance.distance))
    return "the signed distance is not the distance";
  return {};
}

inline std::string fault_in_contact(const Body& a, const Body& b, const Verbs& v) {
  if (v.contacts.status != Status::ok) return {};
  for (const Contact& contact : v.contacts.contacts)
    if (!(std::fabs(length(contact.normal) - 1) < 1e-9)) return "a contact without a unit normal";
  const bool any = !v.contacts.contacts.empty();
  if (any && v.collide.status == Status::ok && !v.collide.yes()) return "contacts of bodies apart";
  const std::optional<bool> meet = surfaces_meet(a, b, v.classify);
  // Every corner below the plane of a half-space is a contact, however deep.
  const bool half_space = a.shape.form() == ShapeForm::halfspace || b.shape.form() == ShapeForm::halfspace;
  if (meet && any != *meet && !(any && half_space))
    return any ? "contacts, but the surfaces do not meet" : "the surfaces meet without contacts";
  return {};
}

// --- both orders ---

// Equal in every number: nothing tells them apart, and no answer can turn round with them.
inline bool same_body(const Body& a, const Body& b) {
  return a.pose == b.pose && define_line("x", a.shape) == define_line("x", b.shape);
}

inline std::string fault_in_mirror(const Verbs& v, const Verbs& back, bool same) {
  if (v.collide.status != back.collide.status || v.collide.yes() != back.collide.yes())
    return "swapped, collide changes";
  if (v.zero.status != back.zero.status || v.zero.yes() != back.zero.yes()) return "swapped, within changes";
  if (!same && !same_answer(back.distance, mirrored(v.distance))) return "swapped, the distance does not mirror";
  if (v.classify.status != back.classify.status ||
      (v.classify.status == Status::ok && mirrored(v.classify.answer) != back.classify.answer))
    return "swapped, the class does not mirror";
  const PenetrationResult &p = v.depth, &q = back.depth;
  if (p.status != q.status || !oracle::same(p.depth, q.depth) || !oracle::same(p.lower, q.lower) ||
      (!same && (!oracle::same(p.vector, Vec3{} - q.vector) || !oracle::same(p.inside, q.inside))))
    return "swapped, the penetration does not mirror";
  if (v.with_sign.status != back.with_sign.status || !oracle::same(v.with_sign.distance, back.with_sign.distance) ||
      !oracle::same(v.with_sign.lower, back.with_sign.lower) || !oracle::same(v.with_sign.upper, back.with_sign.upper))
    return "swapped, the signed distance changes";
  if (!same && !mirrors(v.contacts, back.contacts)) return "swapped, the contacts do not mirror";
  if (v.move.status != back.move.status || v.move.start != back.move.start) return "swapped, the start changes";
  return {};
}

inline std::string fault_in_pair(const Body& a, const Body& b, const Verbs& v) {
  if (v.collide.status == Status::out_of_range) {
    const Status others[] = {v.distance.status, v.zero.status, v.classify.status, v.contacts.status, v.move.status};
    for (const Status status : others)
      if (status == Status::ok || status == Status::undecided) return "collide alone is out of range";
    return {};
  }
  std::string fault = fault_in_numbers(v);
  if (fault.empty()) fault = fault_in_yes(v);
  if (fault.empty()) fault = fault_in_depth(v);
  if (fault.empty()) fault = fault_in_contact(a, b, v);
  if (!fault.empty()) return fault;
  const Verbs back = ask_all(b, a);
  fault = fault_in_mirror(v, back, same_body(a, b));
  if (fault.empty()) fault = fault_in_numbers(back);
  if (fault.empty()) fault = fault_in_yes(back);
  if (fault.empty()) fault = fault_in_depth(back);
  if (fault.empty()) fault = fault_in_contact(b, a, back);
  return fault.empty() ? fault : "(b, a): " + fault;
}

// --- pairs ---

inline constexpr std::array pair_manners{"ordinary",        "collapsed", "concentric", "flush",
                                         "ill-conditioned", "far away",  "of any size"};

// A shape with corners on halves of whole numbers, so that flush faces and shared corners are common.
inline Shape grid_shape(oracle::Dice& dice, ShapeForm form) {
  const auto half = [&] { return 0.5 * dice.integer(1, 3); };
  const double x = half(), y = half(), z = half();
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({(i & 1) ? x : -x, (i & 2) ? y : -y, (i & 4) ? z : -z});
  switch (form) {
    case ShapeForm::sphere:
      return make_sphere(x);
    case ShapeForm::capsule:
      return make_capsule(x, y);
    case ShapeForm::cylinder:
      return make_cylinder(x, y);
    case ShapeForm::cone:
      return make_cone(x, y);
    case ShapeForm::ellipsoid:
      return make_ellipsoid({x, y, z});
    case ShapeForm::point:
      return make_point();
    case ShapeForm::segment:
      return make_segment(corners[dice.bits() % 8], corners[dice.bits() % 8]);
    case ShapeForm::halfspace: {
      Vec3 normal;
      normal[dice.integer(0, 2)] = dice.chance(2) ? 1 : -1;
      return make_halfspace(normal, x - 1);
    }
    case ShapeForm::convex: {
      std::vector<Vec3> points;
      for (int k = dice.integer(1, 10); k > 0; --k) points.push_back(dice.grid(-2, 2) * 0.5);
      return make_convex(points);
    }
    case ShapeForm::mesh:
      return hull_mesh(corners);
    case ShapeForm::soup: {
      std::vector<Vec3> points;
      for (int k = 3 * dice.integer(1, 6); k > 0; --k) points.push_back(dice.grid(-2, 2) * 0.5);
      return make_soup(points);
    }
    default:
      return make_box({x, y, z});
  }
}

struct ConsistentPair {
  Body a, b;
  int manner = 0;  // of pair_manners
};

inline void collapse(oracle::Dice& dice, Body& body) {
  const double thin = dice.pick({1e-9, 1e-15, 1e-16, 1e-17, 1e-20, 1e-40});
  Vec3 factors{1, 1, 1};
  for (int k = dice.integer(1, 3); k > 0; --k) factors[dice.integer(0, 2)] = thin;
  body.pose.linear = with_columns(body.pose.linear, factors);
}

// A closed surface becomes the solid that it bounds.
inline void make_solid(Body& body) {
  if (body.shape.solid() || body.shape.triangle_count() < 4 || data_of(body.shape).primitive()) return;
  const Topology& topology = body.shape.topology();
  if (topology.closed && topology.volume_sign > 0) body.shape = as_solid(body.shape);
}

// Any kind of body; every other one of those that can be deep in each other exactly.
inline ShapeForm any_form(oracle::Dice& dice) {
  if (dice.chance(2)) return static_cast<ShapeForm>(dice.integer(0, int(ShapeForm::compound)));
  return dice.pick({ShapeForm::box, ShapeForm::box, ShapeForm::convex, ShapeForm::polyhedron, ShapeForm::mesh});
}

inline ConsistentPair any_pair(oracle::Dice& dice, ShapeForm form_a, ShapeForm form_b) {
  ConsistentPair pair;
  pair.manner = dice.integer(0, static_cast<int>(pair_manners.size()) - 1);
  double size = dice.chance(2) ? 1 : std::pow(10.0, dice.uniform(-2, 2));
  if (pair.manner == 6) size = std::pow(10.0, dice.uniform(-300, 300));
  Vec3 at = dice.chance(2) ? dice.direction() * size : dice.grid(-1, 1) * size;
  if (pair.manner == 5) at = dice.direction() * (size * std::pow(10.0, dice.uniform(3, 18)));
  const Vec3 to = at + dice.direction() * (size * dice.uniform(0, 1.5));
  if (pair.manner == 3) {
    const auto turned = [&] { return random_linear(dice, dice.chance(2) ? PoseKind::aligned : PoseKind::rigid, 1); };
    pair.a = {grid_shape(dice, form_a), {turned(), dice.grid(-2, 2) * 0.5}};
    pair.b = {grid_shape(dice, form_b), {dice.chance(2) ? pair.a.pose.linear : turned(), dice.grid(-2, 2) * 0.5}};
    if (dice.chance(2)) pair.a.pose.linear = pair.b.pose.linear = Mat3{};
  } else {
    pair.a = random_kind(dice, form_a, size, at).body;
    pair.b = random_kind(dice, form_b, size * dice.uniform(0.3, 1.5), to).body;
  }
  for (Body* body : {&pair.a, &pair.b}) {
    if (dice.chance(4) && pair.manner != 3) body->pose.linear = random_linear(dice, PoseKind::aligned, size);
    if (dice.chance(2)) make_solid(*body);
  }
  if (pair.manner == 1) {
    collapse(dice, pair.a);
    if (dice.chance(2)) collapse(dice, pair.b);
  }
  if (pair.manner == 2) {
    pair.b.pose.translation = pair.a.pose.translation;
    if (dice.chance(2)) pair.b.pose.linear = pair.a.pose.linear;
    if (dice.chance(4)) pair.b = pair.a;
    if (dice.chance(2)) pair.b.shape = with_margin(pair.b.shape, dice.uniform(0, 0.5) * size);
  }
  if (pair.manner == 4) {
    pair.a.pose.linear = ill_conditioned(dice, size);
    if (dice.chance(2)) pair.b.pose.linear = ill_conditioned(dice, size);
  }
  return pair;
}

// How often a verb did not answer, of how many.
struct Unanswered {
  std::uint64_t cases = 0, collide = 0, classify = 0, contacts = 0, distance = 0, move = 0;
  void count(const Verbs& v) {
    ++cases;
    collide += v.collide.status != Status::ok;
    distance += v.distance.status != Status::ok;
    classify += v.classify.status != Status::ok;
    contacts += v.contacts.status != Status::ok;
    move += v.move.status != Status::ok && v.move.status != Status::budget;
  }
  // Of the verb that says so most often.
  double rate() const {
    return static_cast<double>(std::max({collide, classify, contacts, distance, move})) / static_cast<double>(cases);
  }
};

// Polyhedral bodies, and spheres and capsules that keep their radius, have exact answers.
inline bool is_exact(const Body& body) {
  const ShapeForm form = body.shape.form();
  return !data_of(body.shape).curved() && body.shape.radius() == 0 && body.shape.margin() == 0 &&
         form != ShapeForm::compound && form != ShapeForm::halfspace;
}

struct ConsistentCounts {
  Unanswered exact, others;
  std::map<std::string, std::string> faults;  // with `go_on`: the first lines of every kind of fault
  std::map<std::string, std::uint64_t> fault_counts;
};

// A pair counts as a hit when collide says yes.
inline Tally check_consistent(std::uint64_t seed, std::uint64_t count, ConsistentCounts& counts, bool go_on = false) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const ShapeForm form_a = any_form(dice), form_b = any_form(dice);
    const ConsistentPair pair = any_pair(dice, form_a, form_b);
    if (fault(pair.a.pose) != PoseFault::none || fault(pair.b.pose) != PoseFault::none) continue;
    const Verbs verbs = ask_all(pair.a, pair.b);
    const char* manner = pair_manners[static_cast<std::size_t>(pair.manner)];
    tally.count(manner, verbs.collide.yes());
    (is_exact(pair.a) && is_exact(pair.b) ? counts.exact : counts.others).count(verbs);
    const std::string wrong = fault_in_pair(pair.a, pair.b, verbs);
    if (wrong.empty()) continue;
    const std::string kind =
        std::string(manner) + ", " + name(pair.a.shape.form()) + " and " + name(pair.b.shape.form()) + ": " + wrong;
    const std::string failure = kind + ", case " + std::to_string(i) + "\n" + all_lines(pair.a, pair.b);
    if (!go_on) {
      tally.failure = failure;
      return tally;
    }
    counts.faults.try_emplace(kind, failure);
    ++counts.fault_counts[kind];
  }
  // Of few cases the rate tells little.
  if (counts.exact.cases >= 100 && counts.exact.rate() > (counts.exact.cases >= 1000 ? 0.01 : 0.03))
    tally.failure =
        "of exact bodies, a verb did not answer in " + std::to_string(counts.exact.rate()) + " of the cases\n";
  if (counts.others.cases >= 300 && counts.others.rate() > 0.15)
    tally.failure = "a verb did not answer in " + std::to_string(counts.others.rate()) + " of the cases\n";
  return tally;
}

}  // namespace graze::property
