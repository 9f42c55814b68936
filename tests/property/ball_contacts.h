// Contacts of balls with meshes against all triangles, one by one: a contact wherever the surface is locally nearest to
// the centre, the way out of a closed surface where the centre is behind it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "graze/graze.h"
#include "narrow/body/posed.h"
#include "narrow/triangle/triangle_distance.h"
#include "scenes/scenes.h"
#include "tests/oracle/dice.h"
#include "tests/property/contacts.h"
#include "tests/property/tally.h"

namespace graze::property {

struct BallShapes {
  std::vector<Shape> shapes;
  std::vector<Shape> solids;  // the same as solids, to ask what is inside; empty: open
};

inline BallShapes ball_shapes() {
  BallShapes result;
  for (const scenes::MeshData& m :
       {scenes::knot(300), scenes::torus(200), scenes::sphere(150), scenes::cube(1), scenes::knot(2000)}) {
    const Shape solid = make_mesh(m.vertices, m.triangles, {.solid = true});
    for (const Shape& shape : {solid, make_mesh(m.vertices, m.triangles)}) {
      result.shapes.push_back(shape);
      result.solids.push_back(solid);
    }
  }
  scenes::MeshData half = scenes::torus(200);
  half.triangles.resize(half.triangles.size() / 2);
  result.shapes.push_back(make_mesh(half.vertices, half.triangles));
  result.solids.push_back({});
  // No two triangles have a common vertex; their corners are the same.
  const scenes::MeshData whole = scenes::knot(100);
  std::vector<Vec3> vertices;
  std::vector<Index3> triangles;
  for (const Index3& t : whole.triangles) {
    const auto first = std::uint32_t(vertices.size());
    for (const std::uint32_t v : t) vertices.push_back(whole.vertices[v]);
    triangles.push_back({first, first + 1, first + 2});
  }
  result.shapes.push_back(make_mesh(vertices, triangles));
  result.solids.push_back(make_mesh(vertices, triangles, {.solid = true}));
  std::vector<double> heights;
  for (int i = 0; i < 144; ++i) heights.push_back(0.3 * std::sin(0.9 * (i % 12)) * std::cos(0.7 * (i / 12)));
  result.shapes.push_back(make_terrain(12, 12, 0.25, 0.25, heights));
  result.solids.push_back({});
  return result;
}

// A place of the surface that no triangle which has it comes nearer than, but for rounding or (`sure` false) a little
// more.
struct NearPlace {
  double distance;
  Vec3 point;
  bool inside, sure;
};

// Is there solid at the place, on the way to the centre? Asked so near to the place that nothing but the triangles that
// have it tells: a place on an edge may be as near to a corner as rounding allows, with other faces beyond that.
inline bool solid_towards(Vec3 centre, Vec3 place, const Body& mesh, const Shape& solid, double slack) {
  const double far = length(centre - place);
  double beside = 0.01 * far;  // no triangle without the place is nearer to it
  for (std::uint32_t i = 0; i < mesh.shape.triangle_count(); ++i) {
    const Triangle t = posed(mesh.pose, mesh.shape.triangle(i));
    const Vec3 lo = min(min(t.a, t.b), t.c), hi = max(max(t.a, t.b), t.c);
    if (length(max(max(lo - place, place - hi), Vec3{})) > beside) continue;
    const double gap = triangle_distance({place, place, place}, t).distance;
    if (gap > slack) beside = std::min(beside, gap);
  }
  return graze::inside({solid, mesh.pose}, place + (centre - place) * (0.01 * beside / far)).answer == Where::inside;
}

inline std::vector<NearPlace> near_places(Vec3 centre, const Body& mesh, const Shape& solid, double reach,
                                          double slack) {
  struct One {
    Triangle t;
    TriangleDistance found;
  };
  std::vector<One> all;
  for (std::uint32_t i = 0; i < mesh.shape.triangle_count(); ++i) {
    const Triangle t = posed(mesh.pose, mesh.shape.triangle(i));
    const TriangleDistance found = triangle_distance({centre, centre, centre}, t);
    if (found.distance <= reach) all.push_back({t, found});
  }
  std::vector<NearPlace> places;
  for (const One& one : all) {
    // The triangles that have the place are those that are as good as 0 away from it.
    const Vec3 q = one.found.point_b;
    const auto nearer_by = [&](double by) {
      return std::any_of(all.begin(), all.end(), [&](const One& other) {
        return other.found.distance < one.found.distance - by &&
               triangle_distance({q, q, q}, other.t).distance <= slack;
      });
    };
    if (nearer_by(slack)) continue;
    const bool behind = bool(solid) && solid_towards(centre, q, mesh, solid, slack);
    places.push_back({one.found.distance, q, behind, !nearer_by(1e-6 * slack)});
  }
  return places;
}

inline std::string fault_in_ball(const Body& ball, const Body& mesh, const Shape& solid,
                                 const ContactSettings& settings, bool& hit) {
  const ContactResult result = find_contacts(ball, mesh, settings);
  if (result.status != Status::ok) return std::string("status ") + name(result.status);
  if (!mirrors(result, find_contacts(mesh, ball, settings))) return "(b, a) does not mirror (a, b)";
  const Vec3 centre = ball.pose.translation;
  const double radius = ball.shape.radius(), scale = length(mesh.shape.bounds().hi - mesh.shape.bounds().lo);
  const double slack = 1e-9 * scale;
  hit = !result.contacts.empty();
  std::vector<NearPlace> places = near_places(centre, mesh, solid, radius + settings.tolerance, slack);
  double way_out = 1e300;
  for (const NearPlace& place : places)
    if (place.inside) way_out = std::min(way_out, place.distance);
  std::erase_if(places, [&](const NearPlace& place) { return place.inside && place.distance > way_out + slack; });
  const auto matches = [&](const Contact& contact, const NearPlace& place, double near, double cosine) {
    const Vec3 way = (place.point - centre) * ((place.inside ? -1 : 1) / place.distance);
    const double depth = place.inside ? radius + place.distance : radius - place.distance;
    const Vec3 point = (centre + way * radius) * 0.5 + place.point * 0.5;
    return length(contact.point - point) <= near && dot(contact.normal, way) >= cosine &&
           std::fabs(contact.depth - depth) <= near;
  };
  for (const Contact& contact : result.contacts) {
    if (contact.crossing || !(contact.bound <= slack)) return "a contact without a bound";
    if (std::none_of(places.begin(), places.end(),
                     [&](const NearPlace& place) { return matches(contact, place, slack, 1 - 1e-6); }))
      return "a contact at no nearest place";
  }
  // Ways out that are as short may be several places, of which one is told.
  const double near = 2 * settings.tolerance + slack;
  for (const NearPlace& place : places)
    if (place.sure && !place.inside && place.distance < radius + settings.tolerance - slack &&
        std::none_of(result.contacts.begin(), result.contacts.end(),
                     [&](const Contact& contact) { return matches(contact, place, near + 1e-6 * radius, 0.9 - 1e-6); }))
      return "a nearest place without a contact";
  if (way_out < 1e300 && std::none_of(places.begin(), places.end(), [&](const NearPlace& place) {
        return place.inside && std::any_of(result.contacts.begin(), result.contacts.end(), [&](const Contact& contact) {
                 return matches(contact, place, slack, 1 - 1e-6);
               });
      }))
    return "no way out";
  return {};
}

inline Tally check_ball_contacts(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  const BallShapes all = ball_shapes();
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const std::size_t which = dice.bits() % all.shapes.size();
    const Shape& shape = all.shapes[which];
    const double wide = length(shape.bounds().hi - shape.bounds().lo), radius = wide * dice.pick({0.01, 0.03, 0.15});
    const double tolerance = dice.pick({0.0, 1e-6 * wide, 1e-3 * wide, 0.2 * radius});
    const Triangle t = shape.triangle(std::uint32_t(dice.bits() % shape.triangle_count()));
    double u = dice.uniform(0, 1), v = dice.uniform(0, 1 - u);
    if (dice.chance(4)) v = 0;
    if (dice.chance(8)) u = v = 0;
    const Pose pose = dice.chance(3) ? Pose{} : make_pose(dice.in_cube(2), dice.rotation());
    const Vec3 place = t.a + (t.b - t.a) * u + (t.c - t.a) * v;
    const Body mesh{shape, pose},
        ball{make_sphere(radius),
             make_pose(posed(pose, place + dice.direction() * (radius * dice.uniform(0.05, 1.5))))};
    bool hit = false;
    const std::string fault = fault_in_ball(ball, mesh, all.solids[which], {.tolerance = tolerance}, hit);
    tally.count("balls", hit);
    if (!fault.empty())
      tally.failure = fault + " (case " + std::to_string(i) + ", tolerance " + std::to_string(tolerance) + ")\n" +
                      lines(ball, mesh);
  }
  return tally;
}

}  // namespace graze::property
