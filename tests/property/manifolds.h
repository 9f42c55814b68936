// Contacts of two boxes or hulls, checked by other means: overlaps along the normal in rational numbers, the least
// overlap over all directions that can matter by brute force, distances to all triangles, `within` for yes and no.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "hull/polytope.h"
#include "narrow/body/collapse.h"
#include "shape/data.h"
#include "tests/oracle/rational.h"
#include "tests/property/contacts.h"

namespace graze::property {

struct ExactReach {
  oracle::Rational least, most;
};
inline ExactReach exact_reach(const std::vector<Vec3>& corners, Vec3 n) {
  ExactReach reach;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    oracle::Rational at = 0;
    for (int k = 0; k < 3; ++k) at += oracle::exact(n[k]) * oracle::exact(corners[i][k]);
    if (i == 0 || at < reach.least) reach.least = at;
    if (i == 0 || at > reach.most) reach.most = at;
  }
  return reach;
}

// The least overlap along the normals of facets and across pairs of edges, in long doubles; edges that are nearly
// parallel add nothing.
inline double least_overlap(const Polytope& a, const Polytope& b) {
  const auto directions = [](const Polytope& p, std::vector<Vec3>& normals, std::vector<Vec3>& edges) {
    for (std::uint32_t f = 0; f < p.facet_count(); ++f) {
      const auto corner = [&](std::uint32_t k) { return p.vertices[p.loop[p.facet_start[f] + k]]; };
      normals.push_back(cross(corner(1) - corner(0), corner(2) - corner(0)));
    }
    for (std::uint32_t h = 0; h < p.loop.size(); ++h)
      if (h < p.twin[h]) edges.push_back(p.vertices[p.loop[p.twin[h]]] - p.vertices[p.loop[h]]);
  };
  std::vector<Vec3> axes, edges_a, edges_b;
  directions(a, axes, edges_a);
  directions(b, axes, edges_b);
  for (const Vec3& e : edges_a)
    for (const Vec3& f : edges_b)
      if (const Vec3 n = cross(e, f); length(n) > 1e-6 * length(e) * length(f)) axes.push_back(n);
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& n : axes) {
    const double size = length(n);
    if (!(size > 0)) continue;
    double least_a = 1e308, most_a = -1e308, least_b = 1e308, most_b = -1e308;
    for (const Vec3& p : a.vertices) {
      const double at = dot(n, p - a.vertices[0]);
      least_a = std::min(least_a, at);
      most_a = std::max(most_a, at);
    }
    for (const Vec3& p : b.vertices) {
      const double at = dot(n, p - a.vertices[0]);
      least_b = std::min(least_b, at);
      most_b = std::max(most_b, at);
    }
    least = std::min({least, (most_a - least_b) / size, (most_b - least_a) / size});
  }
  return least;
}

struct ManifoldCase {
  Body a, b;
  std::string kind;
};

inline Shape some_hull(oracle::Dice& dice) {
  std::vector<Vec3> points;
  const int kind = dice.integer(0, 2), count = dice.integer(4, 14);
  if (kind == 0) {
    for (int i = 0; i < count; ++i) points.push_back(dice.direction());
  } else if (kind == 1) {
    for (int i = 0; i < 8; ++i) points.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 0.5 : -0.5});
  } else {
    const int sides = dice.integer(3, 7);
    for (int i = 0; i < sides; ++i)
      for (const double z : {-0.5, 0.5})
        points.push_back({std::cos(6.283185307179586 * i / sides), std::sin(6.283185307179586 * i / sides), z});
  }
  return make_convex(points);
}

// Random, aligned, flush and duplicate pairs.
inline ManifoldCase manifold_case(oracle::Dice& dice, bool boxes) {
  const auto some = [&] { return dice.uniform(0.3, 1.5); };
  const auto shape = [&] {
    if (!boxes && !dice.chance(4)) return some_hull(dice);
    const double x = some(), y = some();
    return make_box({x, y, some()});
  };
  ManifoldCase made{{shape(), {}}, {shape(), {}}, ""};
  const Pose world =
      dice.chance(3) ? Pose{} : make_pose(dice.direction() * std::pow(10.0, dice.uniform(-1, 3)), dice.rotation());
  const Vec3 half_a = made.a.shape.bounds().hi, half_b = made.b.shape.bounds().hi;
  Pose own;
  switch (dice.integer(0, 6)) {
    case 0:
      made.kind = "random";
      own = make_pose(dice.direction() * dice.uniform(0.2, 2.5), dice.rotation());
      break;
    case 1:
      made.kind = "aligned";
      own = make_pose(dice.in_cube(2));
      break;
    case 2:
      made.kind = "flush";
      own = make_pose({dice.uniform(-1, 1), dice.uniform(-1, 1), half_a.z + half_b.z});
      break;
    case 3: {
      made.kind = "stacked";
      const double angle = dice.uniform(-1, 1);
      own = make_pose({dice.uniform(-1, 1), dice.uniform(-1, 1), half_a.z + half_b.z + dice.uniform(-0.02, 0.02)},
                      {0, 0, std::sin(angle), std::cos(angle)});
      break;
    }
    case 4:
      made.kind = "duplicate";
      made.b.shape = made.a.shape;
      if (dice.chance(2)) own = make_pose(dice.in_cube(1e-3));
      break;
    case 5: {
      made.kind = "nearly parallel";
      const Vec3 axis = dice.direction() * std::pow(10.0, dice.uniform(-12, -3));
      own = make_pose(dice.in_cube(1.5), normalized({axis.x, axis.y, axis.z, 1}));
      break;
    }
    default:
      made.kind = "edge or corner";
      own = make_pose(
          {half_a.x + half_b.x, half_a.y + half_b.y, dice.chance(2) ? half_a.z + half_b.z : dice.uniform(-1, 1)});
  }
  if (dice.chance(8)) {
    made.kind += ", scaled";
    own = own * make_pose({}, {}, {dice.uniform(0.5, 2), dice.uniform(0.5, 2), dice.uniform(0.5, 2)});
  }
  made.a.pose = world;
  made.b.pose = world * own;
  return made;
}

// What is wrong with contacts that share one normal; empty when nothing is.
inline std::string fault_in_manifold(const Body& a, const Body& b, const ContactSettings& settings,
                                     const ContactResult& result, bool& answered) {
  if (result.contacts.empty()) return {};
  const Vec3 n = result.contacts[0].normal;
  for (const Contact& c : result.contacts) {
    if (!(c.normal == n)) return {};  // the general way: several faces
    if (c.crossing) return "a crossing of convex bodies";
    if (!std::isfinite(c.bound)) return "no bound";
  }
  answered = true;
  const Polytope hull_a = posed_hull(data_of(a.shape), a.pose), hull_b = posed_hull(data_of(b.shape), b.pose);
  const ExactReach reach_a = exact_reach(hull_a.vertices, n), reach_b = exact_reach(hull_b.vertices, n);
  const oracle::Rational overlap = reach_a.most - reach_b.least;
  double scale = 0;
  for (const Polytope* hull : {&hull_a, &hull_b})
    for (const Vec3& p : hull->vertices) scale = std::max(scale, length(p));
  // |n| is 1 to within 2^-50.
  const oracle::Rational unit = oracle::exact(0x1p-49 * scale);
  for (const Contact& c : result.contacts) {
    if (oracle::exact(c.depth) - oracle::exact(c.bound) > overlap + unit)
      return "deeper than the bodies along the normal";
    if (!(c.bound <= 1e-9 * (1 + scale))) return "a wide bound";
    if (!(-c.depth <= settings.tolerance + c.bound)) return "a gap above the tolerance";
  }
  double size = 0;
  for (const Polytope* hull : {&hull_a, &hull_b}) {
    Box box;
    for (const Vec3& p : hull->vertices) box = merge(box, p);
    size += length(box.hi - box.lo);
  }
  const double least = least_overlap(hull_a, hull_b), found = overlap.get_d();
  if (!(found <= std::max(least, -settings.tolerance) + settings.tolerance + 1e-6 * size + 1e-13 * scale))
    return "not the least overlap: " + std::to_string(found) + ", not " + std::to_string(least);
  // What the deepest contact says is what the bodies have.
  double deepest = -1e308;
  for (const Contact& c : result.contacts) deepest = std::max(deepest, c.depth);
  if (least > 0 && !(deepest >= found - 2 * settings.tolerance - 1e-6 * size - 1e-13 * scale))
    return "contacts less deep than the bodies: " + std::to_string(deepest) + ", not " + std::to_string(found);
  return {};
}

inline Tally check_manifolds(std::uint64_t seed, std::uint64_t count, bool boxes) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const ManifoldCase made = manifold_case(dice, boxes);
    const double world = length(made.a.pose.translation);
    const ContactSettings settings{.tolerance = dice.pick({0.0, 1e-9 * (1 + world), 0.01}), .reduce = dice.chance(2)};
    const ContactResult result = find_contacts(made.a, made.b, settings);
    bool answered = false;
    std::string fault = fault_in_contacts(made.a, made.b, settings, result);
    if (fault.empty()) fault = fault_in_manifold(made.a, made.b, settings, result, answered);
    if (fault.empty() && !result.symmetric && !mirrors(result, find_contacts(made.b, made.a, settings)))
      fault = "(b, a) does not mirror (a, b)";
    const WithinResult near = within(made.a, made.b, settings.tolerance);
    if (fault.empty() && near.ok() && !near.yes() && !result.contacts.empty()) fault = "contacts of bodies apart";
    if (fault.empty() && near.yes() && result.contacts.empty()) {
      const PairClass found = classify(made.a, made.b).answer;
      if (found == PairClass::clear || found == PairClass::touching || found == PairClass::overlapping)
        fault = "no contacts of bodies within the tolerance";
    }
    if (settings.reduce && answered && result.contacts.size() > 4) fault = "more than four";
    tally.count(made.kind, answered);
    if (!fault.empty()) {
      tally.failure =
          made.kind + ", case " + std::to_string(i) + ": " + fault + "\n" + contact_lines(made.a, made.b, settings);
      return tally;
    }
  }
  return tally;
}

// Pairs that move a little from frame to frame, asked with one cache: the same rules, and the yes or no of a query
// without it. A hit is an overlap that was told without a search; of boxes, which never need one, a manifold.
inline Tally check_kept_manifolds(std::uint64_t seed, std::uint64_t count, bool boxes) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    ManifoldCase made = manifold_case(dice, boxes);
    const ContactSettings settings{.tolerance = dice.pick({0.0, 1e-3, 0.01}), .reduce = dice.chance(2)};
    const double jitter = dice.pick({0.0, 1e-6, 1e-4, 1e-2});
    ContactCache cache, turned;
    bool mirror = true;  // bodies that are the same in every number leave caches that do not
    for (int frame = 0; frame < 6; ++frame) {
      const ContactCache before = cache;
      const ContactResult result = find_contacts(made.a, made.b, settings, &cache);
      const ContactResult other = find_contacts(made.b, made.a, settings, &turned);
      mirror = mirror && !result.symmetric;
      bool answered = false;
      std::string fault = fault_in_contacts(made.a, made.b, settings, result);
      if (fault.empty()) fault = fault_in_manifold(made.a, made.b, settings, result, answered);
      if (fault.empty() && result.answer != find_contacts(made.a, made.b, settings).answer)
        fault = "the cache changes a yes or no";
      if (fault.empty() && mirror && !mirrors(result, other)) fault = "(b, a) does not mirror (a, b)";
      if (settings.reduce && answered && result.contacts.size() > 4) fault = "more than four";
      const bool kept = before.least > 0 && before.b_in_a == cache.b_in_a && before.least == cache.least;
      tally.count(made.kind, boxes ? answered : kept);
      if (!fault.empty()) {
        tally.failure = made.kind + ", case " + std::to_string(i) + ", frame " + std::to_string(frame) + ": " + fault +
                        "\n" + contact_lines(made.a, made.b, settings);
        return tally;
      }
      for (Body* body : {&made.a, &made.b}) {
        const Vec3 turn = dice.in_cube(jitter);
        body->pose.linear = to_matrix(normalized({turn.x, turn.y, turn.z, 1})) * body->pose.linear;
        body->pose.translation = body->pose.translation + dice.in_cube(jitter);
      }
    }
  }
  return tally;
}

// A body at rest that trembles: in how many frames all contacts are those of the frame before? A hit is such a frame.
inline Tally check_trembling(std::uint64_t seed, std::uint64_t scenes, bool boxes, double jitter) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < scenes; ++i) {
    const Shape floor = make_box({3, 3, 0.5});
    const Shape body = boxes ? make_box({dice.uniform(0.3, 1), dice.uniform(0.3, 1), dice.uniform(0.3, 1)}) : [&] {
      std::vector<Vec3> points;
      for (int k = 0; k < 16; ++k)
        for (const double z : {-0.5, 0.5})
          points.push_back({std::cos(k * 0.39269908169872414), std::sin(k * 0.39269908169872414), z});
      return make_convex(points);
    }();
    const Pose world = make_pose(dice.direction() * 10, dice.rotation());
    const double angle = dice.uniform(-3, 3), half = body.bounds().hi.z;
    const Vec3 place{dice.uniform(-3, 3), dice.uniform(-3, 3), 0.5 + half - 0.001};
    ContactCache cache;
    std::set<std::uint64_t> last;
    for (int frame = 0; frame < 20; ++frame) {
      const Quat turn =
          normalized({dice.uniform(-jitter, jitter), dice.uniform(-jitter, jitter), std::sin(angle), std::cos(angle)});
      const Body moving{body, world * make_pose(place + dice.in_cube(jitter), turn)};
      const ContactResult found = find_contacts({floor, world}, moving, {.tolerance = 0.01, .reduce = true}, &cache);
      std::set<std::uint64_t> names;
      for (const Contact& c : found.contacts)
        names.insert(std::uint64_t(c.feature_a.kind) << 40 | std::uint64_t(c.feature_a.index) << 20 |
                     std::uint64_t(c.feature_b.kind) << 18 | c.feature_b.index);
      if (names.size() != found.contacts.size()) tally.failure = "two contacts with one name";
      if (frame > 0) tally.count(boxes ? "box" : "prism", names == last);
      last = names;
    }
  }
  return tally;
}

}  // namespace graze::property
