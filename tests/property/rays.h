// Rays against the rational oracle, and the promise that a closed surface has no holes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/ray_cases.h"
#include "tests/oracle/ray_oracle.h"
#include "tests/property/bodies.h"
#include "tests/property/tally.h"

namespace graze::property {

inline Ray posed_ray(Vec3 origin, Vec3 target) { return {origin, target - origin}; }

// The solid angle of the surface around a point, in turns; in floating point: near a whole number, off the surface.
inline double turns_around(const std::vector<Triangle>& triangles, Vec3 point) {
  double sum = 0;
  for (const Triangle& t : triangles) {
    const Vec3 a = t.a - point, b = t.b - point, c = t.c - point;
    const double la = length(a), lb = length(b), lc = length(c);
    sum += std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2 * 3.14159265358979323846);
}

// A point clearly inside a closed surface: below a random face, checked by the solid angle.
inline std::optional<Vec3> point_inside(oracle::Dice& dice, const std::vector<Triangle>& triangles, double sign) {
  for (int attempt = 0; attempt < 50; ++attempt) {
    const Triangle& t = triangles[dice.bits() % triangles.size()];
    const Vec3 normal = cross(t.b - t.a, t.c - t.a) * sign;
    const double size = length(normal);
    if (!(size > 0)) continue;
    const Vec3 centre = (t.a + t.b + t.c) * (1.0 / 3);
    const Vec3 p = centre - normal * (std::sqrt(size) / size * dice.uniform(0.05, 3));
    if (std::abs(turns_around(triangles, p) * sign - 1) < 0.01) return p;
  }
  return std::nullopt;
}

// From inside closed bodies at their vertices and edge midpoints: each must hit. `count` rays in all.
inline Tally check_leaks(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  const std::vector<std::pair<std::string, Shape>> shapes{
      {"sphere", mesh_of(scenes::sphere(triangles))},
      {"torus", mesh_of(scenes::torus(triangles))},
      {"knot", mesh_of(scenes::knot(triangles))},
      {"cube", mesh_of(scenes::cube(std::max(1u, static_cast<std::uint32_t>(std::sqrt(triangles / 12.0)))))}};
  constexpr std::uint64_t rays_per_origin = 1000;
  for (std::uint64_t done = 0, round = 0; done < count; ++round) {
    const auto& [shape_name, shape] = shapes[round % shapes.size()];
    const PoseKind kind = pose_kinds[(round / shapes.size()) % pose_kinds.size()];
    const double size = std::pow(10.0, dice.uniform(-3, 3));
    // Not so far out that rounding the vertices folds the surface.
    const Vec3 offset = dice.direction() * (dice.chance(3) ? 0 : size * std::pow(10.0, dice.uniform(0, 3)));
    const Body body{shape, {random_linear(dice, kind, size), offset}};
    const std::vector<Triangle> posed = posed_triangles(body);
    const std::optional<Vec3> origin = point_inside(dice, posed, determinant_sign(body.pose.linear));
    if (!origin) continue;
    for (std::uint64_t i = 0; i < rays_per_origin && done < count; ++i, ++done) {
      const Triangle& t = posed[dice.bits() % posed.size()];
      const bool at_vertex = dice.chance(2);
      const Ray aimed = posed_ray(*origin, at_vertex ? t.a : (t.a + t.b) * 0.5);
      const RayResult result = cast(body, aimed);
      tally.count(shape_name + (at_vertex ? ", vertex" : ", edge"), result.yes());
      if (result.status != Status::ok || !result.yes()) {
        tally.failure = "a leak\n" + lines(body, aimed);
        return tally;
      }
    }
  }
  return tally;
}

struct RayBody {
  Body body;
  double size;
};

// Small meshes, most with coordinates on a dyadic grid that their pose keeps, so that rays meet features exactly.
inline RayBody random_ray_body(oracle::Dice& dice) {
  RayBody result{{random_surface(dice, 40), {}}, 1};
  const PoseKind kind = dice.chance(3) ? pose_kinds[dice.bits() % pose_kinds.size()] : PoseKind::aligned;
  result.size = dice.chance(2) ? 1 : std::pow(10.0, dice.uniform(-3, 3));
  if (dice.chance(2)) result.body.shape = mesh_of(scenes::cube(static_cast<std::uint32_t>(dice.integer(1, 2))));
  result.body.pose.linear = random_linear(dice, kind, result.size);
  if (kind == PoseKind::aligned) result.size = length(result.body.pose.linear.c0);
  switch (dice.integer(0, 2)) {
    case 0:
      break;
    case 1:
      result.body.pose.translation = dice.grid(-8, 8) * result.size;
      break;
    default:
      result.body.pose.translation = dice.direction() * (result.size * std::pow(10.0, dice.uniform(0, 6)));
  }
  return result;
}

// What is wrong with the answers to one ray; empty when nothing is.
inline std::string fault_in_ray(const Body& body, const Ray& asked, const std::vector<oracle::Hit>& expected) {
  const RayResult closest = cast(body, asked), any = cast(body, asked, {.want = RayWant::any}),
                  all = cast(body, asked, {.want = RayWant::all});
  if (closest.status != Status::ok || any.status != Status::ok || all.status != Status::ok) return "status";
  const bool hit = !expected.empty();
  if (closest.yes() != hit) return hit ? "missed" : "hit nothing";
  if (any.yes() != hit) return hit ? "any: missed" : "any: hit nothing";
  if (all.yes() != hit || all.hits.size() != expected.size()) return "all: number of triangles";
  if (!hit) return {};
  const auto same = [](const RayHit& found, const oracle::Hit& true_hit) {
    return found.triangle == true_hit.triangle && found.t == oracle::nearest(true_hit.t);
  };
  if (closest.closest.triangle != expected[0].triangle) return "triangle";
  if (!same(closest.closest, expected[0])) return "t";
  if (!same(all.closest, expected[0])) return "all: closest";
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!same(all.hits[i], expected[i])) return "all: hit " + std::to_string(i);
  const bool listed =
      std::any_of(expected.begin(), expected.end(), [&](const oracle::Hit& h) { return same(any.closest, h); });
  if (!listed) return "any: not one of the hits";
  return {};
}

inline std::string describe(const std::vector<oracle::Hit>& hits) {
  if (hits.empty()) return "no hit";
  char text[64];
  std::snprintf(text, sizeof text, "t %.17g, triangle %u", oracle::nearest(hits[0].t), hits[0].triangle);
  return text;
}

// Hard rays of every kind, each also with `max` at, just below and just above the nearest hit.
inline Tally check_rays(std::uint64_t seed, std::uint64_t count,
                        RayBody (*make_body)(oracle::Dice&) = random_ray_body) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  constexpr std::uint64_t rays_per_body = 60;
  std::uint64_t done = 0;
  const auto check = [&](const Body& body, const Ray& asked, const std::vector<oracle::Hit>& expected) {
    const std::string fault = fault_in_ray(body, asked, expected);
    if (!fault.empty())
      tally.failure =
          "ray " + std::to_string(done) + ": " + fault + ", expected " + describe(expected) + "\n" + lines(body, asked);
    return fault.empty();
  };
  while (done < count) {
    const RayBody target = make_body(dice);
    const std::vector<Triangle> posed = posed_triangles(target.body);
    const oracle::RayTarget truth(posed);
    for (std::uint64_t i = 0; i < rays_per_body && done < count; ++i, ++done) {
      const oracle::RayKind kind = oracle::ray_kinds[i % oracle::ray_kinds.size()];
      Ray asked = oracle::make_ray(dice, kind, posed, target.size);
      if (!is_finite(asked.origin) || !is_finite(asked.direction)) continue;
      const std::vector<oracle::Hit> hits = truth.all(asked);
      tally.count(name(kind), !hits.empty());
      if (!check(target.body, asked, hits)) return tally;
      if (hits.empty()) continue;
      if (hits.size() > 1) tally.count("tie of the nearest", hits[0].t == hits[1].t);
      tally.count("start on the surface", sgn(hits[0].t) == 0);
      const double t = oracle::nearest(hits[0].t);
      const bool exact_t = oracle::exact(t) == hits[0].t;
      const std::vector<double> ends{t, std::nextafter(t, -1.0), std::nextafter(t, std::numeric_limits<double>::max())};
      for (const double end : ends) {
        if (end < 0) continue;
        asked.max = end;
        std::vector<oracle::Hit> within;
        for (const oracle::Hit& h : hits)
          if (h.t <= oracle::exact(end)) within.push_back(h);
        if (end == t) tally.count(exact_t ? "max is t" : "max is t rounded", !within.empty());
        if (!check(target.body, asked, within)) return tally;
      }
    }
  }
  return tally;
}

}  // namespace graze::property
