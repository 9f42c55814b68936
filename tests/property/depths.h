// Depths of every kind of bodies: what the extents of points in both along many directions allow, and the bodies moved.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "graze/penetration.h"
#include "narrow/body/support_body.h"
#include "shape/data.h"
#include "tests/property/kinds.h"
#include "tests/property/solids.h"

namespace graze::property {

// How far a kind reaches along a direction: at least `inner`, at most `outer`.
struct Extent {
  double inner, outer;
};
inline Extent extent(const Kind& kind, Vec3 d) {
  if (kind.body.shape.form() == ShapeForm::halfspace) {
    const double cosine = dot(d, kind.normal) / length(kind.normal);
    if (cosine < 1 - 1e-15) return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    const double at = kind.offset / length(kind.normal) + kind.margin;
    return {at, at};
  }
  double most = -std::numeric_limits<double>::infinity();
  for (const Body& body : kind.inner)
    for (const Triangle& t : posed_triangles(body)) most = std::max({most, dot(d, t.a), dot(d, t.b), dot(d, t.c)});
  return {most + kind.margin, most + kind.margin + kind.error};
}

// Or may have curved parts, or be bent.
inline bool curved(const Body& body) {
  return data_of(body.shape).curved() || body.shape.form() == ShapeForm::compound ||
         body.shape.radius() > 0;  // which a pose may bend
}
inline bool convex(const Body& body) {
  return data_of(body.shape).primitive() && body.shape.form() != ShapeForm::halfspace;
}

// A polytope or a swept sphere.
inline bool of_points(const Body& body) {
  SupportBody set;
  return make_support(body, set) == Status::ok && set.set.of_points();
}

inline bool meet(const Body& a, const Body& b) {
  const CollideResult result = collide(a, b);
  return result.status == Status::ok && result.yes();
}

inline bool apart(const Body& a, const Body& b) {  // for sure
  const CollideResult result = collide(a, b);
  return result.status == Status::ok && !result.yes();
}

inline double largest_coordinate(const Body& a, const Body& b) {
  double most = 0;
  for (const Body* body : {&a, &b})
    for (int k = 0; k < 3; ++k) most = std::max(most, std::fabs(body->pose.translation[k]));
  return most;
}

inline Body with_more(const Body& body, double margin) { return {with_margin(body.shape, margin), body.pose}; }

inline std::string fault_in_depth(oracle::Dice& dice, const Kind& kind_a, const Kind& kind_b, double size, bool& hit) {
  const Body &a = kind_a.body, &b = kind_b.body;
  const PenetrationResult result = find_penetration(a, b), back = find_penetration(b, a);
  if (result.status == Status::unsupported) {
    const auto hollow = [](const Kind& kind) {
      return std::any_of(kind.inner.begin(), kind.inner.end(), [](const Body& body) { return !body.shape.solid(); });
    };
    return back.status == Status::unsupported && (hollow(kind_a) || hollow(kind_b)) ? "" : "unsupported";
  }
  if (result.status != Status::ok) return std::string("status ") + name(result.status);
  if (back.status != Status::ok || back.depth != result.depth || back.lower != result.lower ||
      !(back.vector == Vec3{} - result.vector) || !(back.inside == result.inside))
    return "swapping does not mirror the answer";
  hit = result.depth > 0;
  if (!(result.lower >= 0 && result.lower <= result.depth)) return "lower above depth";
  const double scale = size + largest_coordinate(a, b), tiny = 1e-12 * scale;
  if (!hit) return collide(a, b).yes() && find_distance(a, b).upper == 0 && result.lower > 0 ? "deep, not 0" : "";
  if (!meet(a, b) && collide(a, b).status == Status::ok) return "deep but apart";

  // The moved bodies share nothing but a surface.
  const Vec3 n = result.vector * (-1 / length(result.vector));
  for (const bool move_a : {true, false}) {
    Body there_a = a, there_b = b;
    if (move_a)
      there_a.pose.translation = a.pose.translation + result.vector;
    else
      there_b.pose.translation = b.pose.translation - result.vector;
    if (!meet(there_a, there_b)) continue;
    const PenetrationResult rest = find_penetration(there_a, there_b);
    if (rest.depth > 0) return "the vector does not part them";
  }
  if (convex(a) && convex(b) && extent(kind_a, n).inner - result.depth > -extent(kind_b, Vec3{} - n).inner + tiny)
    return "points of both beyond the plane";

  // No translation along any direction parts them sooner.
  for (int i = 0; i < 60; ++i) {
    const Vec3 d = i == 0 ? n : dice.direction();
    const double most = extent(kind_a, d).outer + extent(kind_b, Vec3{} - d).outer;
    if (result.lower > most + tiny) return "lower is above what a direction allows";
  }
  const bool halfspace = a.shape.form() == ShapeForm::halfspace || b.shape.form() == ShapeForm::halfspace;
  const bool sharp = !curved(a) && !curved(b), both_convex = convex(a) && convex(b);
  if (both_convex || (sharp && halfspace)) {
    const double width = both_convex && !(of_points(a) && of_points(b)) ? 1e-6 : 1e-9;
    if (!(result.depth - result.lower <= width * scale))
      return "a wide bracket: " + std::to_string(result.lower) + " to " + std::to_string(result.depth);
  }
  const double off = (sharp ? 1e-12 : 1e-6) * scale;
  for (const Body* body : {&a, &b})
    if (result.lower > 0 && apart({make_point(), make_pose(result.inside)}, with_more(*body, off)))
      return std::string("inside is not in ") + (body == &a ? "a" : "b");
  const SignedDistanceResult as_distance = find_signed_distance(a, b);
  if (as_distance.status != Status::ok || as_distance.lower > -result.lower || as_distance.upper < -result.depth)
    return "the signed distance says otherwise";
  return {};
}

// A pair counts as a hit when it is deep.
inline Tally check_depths(std::uint64_t seed, std::uint64_t rounds) {
  return check_every_pair(seed, rounds, {.apart = 1.5}, [](oracle::Dice& dice, KindPair& pair, bool& hit) {
    for (Kind* kind : {&pair.a, &pair.b})
      if (kind->body.shape.form() == ShapeForm::mesh) {
        kind->body.shape = random_solid(dice);
        kind->margin = 0;
        kind->inner = {kind->body};
      }
    const std::string fault = fault_in_depth(dice, pair.a, pair.b, pair.size, hit);
    return fault.empty() ? fault : fault + "\n" + lines(pair.a.body, pair.b.body);
  });
}

}  // namespace graze::property
