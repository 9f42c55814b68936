// Contacts of capsules with meshes against all triangles, one by one: each at a place that is nearest to the core up to
// the tolerance along it, on the right side of the surface, and one wherever core and surface are locally nearest or
// run through each other.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "narrow/triangle/triangle_triangle.h"
#include "tests/property/ball_contacts.h"

namespace graze::property {

// What a check of a capsule knows.
struct StickCase {
  Body stick, mesh;
  Shape surface, solid;  // the mesh without and with its interior; no `solid`: it has no outside
  ContactSettings settings;
  std::vector<Triangle> near;  // triangles that are not far from being in reach
  Vec3 from, to;               // the core
  double radius = 0, slack = 0;
  bool pierced = false;     // the core runs through the surface
  bool degenerate = false;  // an end of the core is in a triangle, or the core meets an edge, but for 1000 slacks

  Triangle core() const { return {from, to, to}; }
  double core_length() const { return length(to - from); }
  // The mesh's triangles that have a point, up to the slack.
  std::vector<Triangle> at(Vec3 point) const {
    std::vector<Triangle> result;
    for (const Triangle& t : near)
      if (triangle_distance({point, point, point}, t).distance <= slack) result.push_back(t);
    return result;
  }
};

inline StickCase stick_case(const Body& stick, const Body& mesh, const Shape& surface, const Shape& solid,
                            const ContactSettings& settings) {
  StickCase result{stick, mesh, surface, solid, settings, {}, {}, {}};
  const double half = stick.shape.bounds().hi.z - stick.shape.radius();
  result.from = posed(stick.pose, Vec3{0, 0, -half});
  result.to = posed(stick.pose, Vec3{0, 0, half});
  result.radius = stick.shape.radius();
  result.slack = 1e-9 * length(mesh.shape.bounds().hi - mesh.shape.bounds().lo);
  const double reach = 1.01 * (result.radius + settings.tolerance) + result.slack;
  for (std::uint32_t i = 0; i < mesh.shape.triangle_count(); ++i) {
    const Triangle t = posed(mesh.pose, mesh.shape.triangle(i));
    if (triangle_distance(result.core(), t).distance > reach) continue;
    result.near.push_back(t);
    const Triangle parts[5] = {{t.a, t.b, t.b}, {t.b, t.c, t.c}, {t.c, t.a, t.a}, t, t};
    const Triangle of_core[5] = {result.core(),
                                 result.core(),
                                 result.core(),
                                 {result.from, result.from, result.from},
                                 {result.to, result.to, result.to}};
    for (int k = 0; k < 5; ++k)
      result.degenerate = result.degenerate || triangle_distance(of_core[k], parts[k]).distance <= 1e3 * result.slack;
    result.pierced = result.pierced || triangles_meet(result.core(), t);
  }
  return result;
}

// Of a contact that is no crossing: where the core and the surface are, by its point, normal and depth.
struct StickPlace {
  Vec3 on_core, on_surface, normal;
  double distance;
  bool inside;
  double apart() const { return inside ? -distance : distance; }
};
inline StickPlace stick_place(const StickCase& c, const Contact& contact) {
  const double apart = c.radius - contact.depth;
  const Vec3 on_core = contact.point - contact.normal * (0.5 * (c.radius + apart));
  return {on_core, on_core + contact.normal * apart, contact.normal, std::fabs(apart), apart < 0};
}

inline std::string fault_in_place(const StickCase& c, const StickPlace& place, bool alone) {
  const auto point = [](Vec3 p) { return Triangle{p, p, p}; };
  if (triangle_distance(c.core(), point(place.on_core)).distance > c.slack) return "a point that is not on the core";
  const std::vector<Triangle> around = c.at(place.on_surface);
  if (around.empty()) return "a point that is not on the surface";
  if (place.distance > c.radius + c.settings.tolerance + c.slack) return "a contact out of reach";
  if (place.distance < 1e3 * c.slack) return {};
  const Vec3 n = (place.on_surface - place.on_core) * (1 / place.distance);
  const double long_ = c.core_length(), slope = c.settings.flat + c.settings.tolerance / (long_ + 2 * c.radius);
  for (const Triangle& t : around)
    for (const Vec3 corner : {t.a, t.b, t.c}) {
      const Vec3 away = corner - place.on_surface;
      if (dot(n, away) < -(slope * 1.001 + 3 * c.slack / place.distance) * length(away) - 3 * c.slack)
        return "a triangle at the place is nearer";
    }
  const double level = std::max(c.settings.tolerance, c.settings.flat * long_) * 1.001 + 3 * c.slack;
  for (const Vec3 end : {c.from, c.to})
    if (dot(place.normal, end - place.on_core) > level * (1 + long_ / place.distance * 1e-6) &&
        !(alone && place.inside))
      return "the core goes on beyond the place";
  if (place.inside && !c.solid) return "inside of a surface without an inside";
  if (c.solid && solid_towards(place.on_core, place.on_surface, c.mesh, c.solid, c.slack) != place.inside)
    return "on the wrong side";
  return {};
}

// Every place that is locally nearest, seen from outside.
inline std::string fault_in_minima(const StickCase& c, const std::vector<StickPlace>& places) {
  for (const Triangle& t : c.near) {
    const TriangleDistance found = triangle_distance(c.core(), t);
    if (found.distance < 1e3 * c.slack || found.distance > c.radius + c.settings.tolerance - c.slack) continue;
    const std::vector<Triangle> around = c.at(found.point_b);
    if (std::any_of(around.begin(), around.end(), [&](const Triangle& other) {
          return triangle_distance(c.core(), other).distance < found.distance - 1e-6 * c.slack;
        }))
      continue;
    if (c.solid && solid_towards(found.point_a, found.point_b, c.mesh, c.solid, c.slack)) continue;
    // Of a core along a surface any point may have been found: its contacts are elsewhere on the line.
    const Vec3 along = (c.to - c.from) * (1 / c.core_length());
    const bool level = std::fabs(dot(along, found.normal)) * c.core_length() <= c.settings.tolerance + 1e3 * c.slack;
    // Such places are a line, and what is beyond its ends may be nearer.
    const auto nearer_beside = [&](const Triangle& other) {
      return triangle_distance(c.core(), other).distance < found.distance - 1e-6 * c.slack &&
             std::any_of(around.begin(), around.end(),
                         [&](const Triangle& own) { return triangle_distance(own, other).distance <= c.slack; });
    };
    if (level && std::any_of(c.near.begin(), c.near.end(), nearer_beside)) continue;
    const double near = 2 * c.settings.tolerance + 1e-6 * c.radius + c.slack;
    if (std::none_of(places.begin(), places.end(), [&](const StickPlace& place) {
          // Of contacts near each other with like normals one is told; it is as far from the middle of both.
          Vec3 apart = place.on_core + place.normal * (0.5 * (c.radius + place.apart())) - found.point_a -
                       found.normal * (0.5 * (c.radius + found.distance));
          if (level) apart = apart - along * dot(apart, along);
          return length(apart) <= near && dot(place.normal, found.normal) >= 0.9 - 1e-6 &&
                 std::fabs(place.apart() - found.distance) <= 2 * near;
        }))
      return "a nearest place without a contact";
  }
  return {};
}

// Every triangle that the core runs through, but for those that other contacts settle.
inline std::string fault_in_crossings(const StickCase& c, const std::vector<Contact>& contacts,
                                      const std::vector<StickPlace>& places) {
  std::vector<Triangle> met;
  for (const Triangle& t : c.near)
    if (triangles_meet(c.core(), t)) met.push_back(t);
  const auto normal = [](const Triangle& t) {
    const Vec3 n = cross(t.b - t.a, t.c - t.a);
    return n * (1 / length(n));
  };
  for (const Contact& contact : contacts) {
    if (!contact.crossing) continue;
    if (contact.depth < c.radius - c.slack || contact.depth > c.radius + 2 * c.core_length()) return "a strange depth";
    if (std::none_of(met.begin(), met.end(), [&](const Triangle& t) {
          return triangle_distance({contact.point, contact.point, contact.point}, t).distance <= c.slack;
        }))
      return "a crossing at no triangle that is run through";
    if (std::none_of(met.begin(), met.end(),
                     [&](const Triangle& t) { return std::fabs(dot(normal(t), contact.normal)) >= 1 - 1e-9; }))
      return "a crossing with the normal of no face";
  }
  for (const Triangle& t : met) {
    const bool told = std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) {
      return contact.crossing &&
             triangle_distance({contact.point, contact.point, contact.point}, t).distance <= c.slack;
    });
    const double near = 2 * c.settings.tolerance + c.slack;
    const bool settled = std::any_of(places.begin(), places.end(), [&](const StickPlace& place) {
      return std::fabs(dot(normal(t), place.on_surface - t.a)) <= near + 1e-6 * c.radius ||
             triangle_distance({place.on_surface, place.on_surface, place.on_surface}, t).distance <= near + c.radius;
    });
    if (!told && !settled) return "a triangle that is run through without a contact";
  }
  return {};
}

inline std::string fault_in_stick(const StickCase& c, bool& hit) {
  const ContactResult result = find_contacts(c.stick, c.mesh, c.settings);
  if (result.status != Status::ok) return std::string("status ") + name(result.status);
  if (!mirrors(result, find_contacts(c.mesh, c.stick, c.settings))) return "(b, a) does not mirror (a, b)";
  hit = !result.contacts.empty();
  if (hit != within(c.stick, {c.surface, c.mesh.pose}, c.settings.tolerance).yes()) return "not as within";
  // What is behind a surface without an outside is not known; what core and surface have in common is not one place.
  if ((c.pierced && !c.solid) || c.degenerate) return {};
  std::vector<StickPlace> places;
  for (const Contact& contact : result.contacts) {
    if (contact.crossing) continue;
    if (!(contact.bound <= c.slack)) return "a contact without a bound";
    places.push_back(stick_place(c, contact));
    if (const std::string fault = fault_in_place(c, places.back(), result.contacts.size() == 1); !fault.empty())
      return fault;
  }
  if (const std::string fault = fault_in_minima(c, places); !fault.empty()) return fault;
  return fault_in_crossings(c, result.contacts, places);
}

// A capsule near a surface, a third of them along an edge.
inline StickCase random_stick(oracle::Dice& dice, const BallShapes& all, bool& lying) {
  const std::size_t which = dice.bits() % all.shapes.size();
  const Shape& shape = all.shapes[which];
  const double wide = length(shape.bounds().hi - shape.bounds().lo), radius = wide * dice.pick({0.01, 0.03, 0.15});
  const double tolerance = dice.pick({0.0, 1e-6 * wide, 1e-3 * wide, 0.2 * radius});
  const double half = radius * dice.pick({0.3, 1.0, 3.0});
  const Triangle t = shape.triangle(std::uint32_t(dice.bits() % shape.triangle_count()));
  double u = dice.uniform(0, 1), v = dice.uniform(0, 1 - u);
  if (dice.chance(4)) v = 0;
  if (dice.chance(8)) u = v = 0;
  const Pose pose = dice.chance(3) ? Pose{} : make_pose(dice.in_cube(2), dice.rotation());
  const Vec3 place = posed(pose, t.a + (t.b - t.a) * u + (t.c - t.a) * v);
  Mat3 turn = make_pose({}, dice.rotation()).linear;
  Vec3 off = dice.direction();
  lying = dice.chance(3);
  if (lying) {
    const Vec3 side = pose.linear * (t.b - t.a), up = cross(side, pose.linear * (t.c - t.a));
    const Vec3 z = side * (1 / length(side)), x = up * (1 / length(up));
    turn = Mat3{x, cross(z, x), z};
    off = dice.chance(2) ? x : -x;
  }
  const Body stick{make_capsule(radius, half), {turn, place + off * (radius * dice.uniform(0.05, 1.5))}};
  const Shape surface = which % 2 == 0 && which < 10 ? all.shapes[which + 1] : shape;
  return stick_case(stick, {shape, pose}, surface, all.solids[which], {.tolerance = tolerance});
}

inline Tally check_stick_contacts(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  const BallShapes all = ball_shapes();
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    bool hit = false, lying = false;
    const StickCase one = random_stick(dice, all, lying);
    const std::string fault = fault_in_stick(one, hit);
    tally.count(one.pierced ? "run through" : lying ? "lying" : "apart", hit);
    if (!fault.empty())
      tally.failure = fault + " (case " + std::to_string(i) + ", tolerance " + std::to_string(one.settings.tolerance) +
                      ")\n" + lines(one.stick, one.mesh);
  }
  return tally;
}

}  // namespace graze::property
