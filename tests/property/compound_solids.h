// Compounds of solids as the union that they are: classify says what it says of one mesh of all triangles, inside what
// the parts say together, move and contacts what they say of every pair of parts, and depths are those of the meshes.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "graze/contacts.h"
#include "graze/motion.h"
#include "graze/penetration.h"
#include "graze/solid.h"
#include "narrow/classify/as_solid_mesh.h"
#include "tests/property/compounds.h"

namespace graze::property {

// Polyhedral solids in a row of cells, or on a grid where faces are flush.
inline Cluster random_union(oracle::Dice& dice, bool flush) {
  Cluster result;
  std::vector<CompoundPart> parts;
  const int count = dice.pick({1, 3, 10, 40});
  const double spread = 0.7 * std::cbrt(double(count));
  for (int i = 0; i < count; ++i) {
    CompoundPart part;
    if (flush) {
      part = {make_box({0.5, 0.5, 0.5}), make_pose(dice.grid(-2, 2))};
    } else {
      const ShapeForm form = dice.pick({ShapeForm::convex, ShapeForm::box, ShapeForm::polyhedron});
      const Kind kind = random_kind(dice, form, 0.5, dice.in_cube(spread), 1);
      part = {kind.body.shape, kind.body.pose};
    }
    parts.push_back(part);
    result.leaves.push_back({part.shape, {part.pose}, 0});
  }
  result.shape = make_compound(parts);
  return result;
}

inline std::string fault_in_class(const Body& a, const Body& b, double tolerance, bool& compared) {
  const std::optional<Body> mesh_a = as_solid_mesh(a), mesh_b = as_solid_mesh(b);
  const ClassifyResult found = classify(a, b, {.tolerance = tolerance}),
                       back = classify(b, a, {.tolerance = tolerance});
  if (found.status != back.status) return "swapped, the class has another status";
  if (found.ok() && (found.answer == PairClass::enclosed) != (back.answer == PairClass::encloses))
    return "swapped, the class does not mirror";
  if (!mesh_a || !mesh_b) return {};
  const ClassifyResult expected = classify(*mesh_a, *mesh_b, {.tolerance = tolerance});
  if (!expected.ok() || !found.ok()) return {};
  compared = true;
  if (found.answer == expected.answer) return {};
  // A way out that one search finds and the other does not makes a touching pair of one that overlaps.
  if (tolerance > 0 && (found.answer == PairClass::touching || expected.answer == PairClass::touching)) return {};
  return std::string("the class is ") + name(found.answer) + ", of the meshes " + name(expected.answer);
}

inline std::string fault_in_points(oracle::Dice& dice, const Cluster& cluster, const Body& body, bool flush) {
  std::vector<Vec3> points;
  for (int k = 0; k < 60; ++k) points.push_back(body.pose * (flush ? dice.grid(-6, 6) * 0.5 : dice.in_cube(2.5)));
  const std::optional<Body> mesh = as_solid_mesh(body);
  const std::vector<InsideResult> all = inside(body, points);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const InsideResult one = inside(body, points[k]);
    if (one.status != all[k].status || one.answer != all[k].answer) return "a point among many";
    int in = 0, on = 0;
    for (std::size_t i = 0; i < cluster.leaves.size(); ++i) {
      const InsideResult leaf = inside(cluster.leaf(i, body.pose), points[k]);
      if (!leaf.ok()) return "a part does not know a point";
      in += leaf.answer == Where::inside ? 1 : 0;
      on += leaf.answer == Where::on ? 1 : 0;
    }
    Where expected = in > 0 ? Where::inside : on > 0 ? Where::on : Where::outside;
    if (in == 0 && on > 1) {
      if (!mesh) continue;
      expected = inside(*mesh, points[k]).answer;
    }
    if (!one.ok() || one.answer != expected)
      return std::string("a point is ") + name(one.answer) + ", of the parts " + name(expected);
  }
  return {};
}

inline std::string fault_in_ways(const Cluster& first, const Cluster& second, const Body& a, const Body& b,
                                 const Motion& motion) {
  const MovingBody other{b, {}};
  const MoveResult whole = move(a, motion, {&other, 1});
  if (!whole.ok()) return {};
  double lower = 1, upper = 1;
  bool any = false;
  for (std::size_t i = 0; i < first.leaves.size(); ++i) {
    std::vector<MovingBody> others;
    for (std::size_t j = 0; j < second.leaves.size(); ++j) others.push_back({second.leaf(j, b.pose), {}});
    const MoveResult part = move(first.leaf(i, a.pose), motion, others);
    if (!part.ok()) return {};
    lower = std::min(lower, part.lower);
    upper = std::min(upper, part.upper);
    any = any || part.yes();
  }
  if (whole.lower > upper || whole.upper < lower) return "the brackets of the first contact are apart";
  if (any != whole.yes() && whole.upper - whole.lower < 1e-9 && upper - lower < 1e-9) return "a contact on the way";
  return {};
}

// The brackets of the union and of one mesh of it intersect, and the vector parts the whole.
inline std::string fault_in_depth(const Body& a, const Body& b) {
  const std::optional<Body> mesh_a = as_solid_mesh(a), mesh_b = as_solid_mesh(b);
  const PenetrationResult found = find_penetration(a, b);
  if (!mesh_a || !mesh_b || !found.ok()) return {};
  const PenetrationResult expected = find_penetration(*mesh_a, *mesh_b);
  if (!expected.ok()) return {};
  if (found.lower > found.depth || found.lower > expected.depth + 1e-9 || expected.lower > found.depth + 1e-9)
    return "the brackets of the depth are apart";
  Body moved = a;
  moved.pose.translation = a.pose.translation + found.vector;
  const ClassifyResult after = classify(moved, b);
  if (after.ok() && after.answer != PairClass::clear && after.answer != PairClass::touching)
    return "the vector does not part the bodies";
  return {};
}

// Every contact is one of two parts, and every one of two parts is listed, if under another part's name.
inline std::string fault_in_contacts(const Cluster& first, const Cluster& second, const Body& a, const Body& b) {
  const ContactSettings settings{.tolerance = 1e-6};
  const ContactResult whole = find_contacts(a, b, settings);
  std::vector<Contact> all;
  bool symmetric = false;  // then the opposite normal is as right
  for (std::size_t i = 0; i < first.leaves.size(); ++i)
    for (std::size_t j = 0; j < second.leaves.size(); ++j) {
      const ContactResult part = find_contacts(first.leaf(i, a.pose), second.leaf(j, b.pose), settings);
      if (!part.ok()) return {};
      symmetric = symmetric || part.symmetric;
      all.insert(all.end(), part.contacts.begin(), part.contacts.end());
    }
  if (!whole.ok()) return "the contacts of parts are known, and not those of all";
  const auto listed = [&](const Contact& contact, const std::vector<Contact>& among) {
    return std::any_of(among.begin(), among.end(), [&](const Contact& other) {
      const double cosine = dot(other.normal, contact.normal);
      return length(other.point - contact.point) <= 8 * whole.point_bound + 1e-12 &&
             (symmetric ? std::fabs(cosine) : cosine) > 1 - 1e-9;
    });
  };
  for (const Contact& contact : whole.contacts)
    if (!listed(contact, all)) return "a contact that no parts have";
  for (const Contact& contact : all)
    if (!listed(contact, whole.contacts)) return "a contact of parts is missing";
  return {};
}

inline Tally check_compound_solids(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const bool flush = dice.chance(2);
    const Cluster first = random_union(dice, flush);
    const Cluster second = dice.chance(6) ? first : random_union(dice, flush);
    Body a{first.shape, {random_linear(dice, pose_kinds[dice.bits() % 4], 1), {}}};
    const double apart =
        (std::cbrt(double(first.leaves.size())) + std::cbrt(double(second.leaves.size()))) * dice.uniform(0.1, 0.6);
    Body b{second.shape, {random_linear(dice, pose_kinds[dice.bits() % 4], 1), dice.direction() * apart}};
    if (flush) {
      a.pose = make_pose(dice.grid(-1, 1));
      b.pose = make_pose(dice.chance(3) ? a.pose.translation : dice.grid(-3, 3));
    }
    bool compared = false;
    std::string fault = fault_in_class(a, b, 0, compared);
    if (fault.empty() && dice.chance(4)) fault = fault_in_class(a, b, 0.05, compared);
    if (fault.empty() && dice.chance(4)) fault = fault_in_contacts(first, second, a, b);
    if (fault.empty() && dice.chance(8)) fault = fault_in_depth(a, b);
    if (fault.empty() && dice.chance(3)) fault = fault_in_points(dice, first, a, flush);
    if (fault.empty() && !flush && dice.chance(2)) {
      const Vec3 by = (a.pose.translation - b.pose.translation) * dice.uniform(-1.5, 0.5);
      const Motion motion = dice.chance(2) ? translation_by(by) : rotation_about(by, dice.direction(), 0.5);
      fault = fault_in_ways(first, second, a, b, motion);
    }
    tally.count(flush ? "flush" : "random", collide(a, b).yes());
    tally.count("class compared with one mesh", compared);
    if (!fault.empty()) {
      tally.failure = fault + "\n" + lines(a, b);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
