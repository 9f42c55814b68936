// Every ordered pair of kinds of bodies, with margins: the verbs agree with each other, mirror, and are as far from a
// tessellation of both as that is from the truth. Hulls of points against triangles once more in rational arithmetic.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "hull/polytope.h"
#include "tests/oracle/distance_oracle.h"
#include "tests/property/bodies.h"
#include "tests/property/distances.h"
#include "tests/property/primitives.h"
#include "tests/property/tally.h"

namespace graze::property {

// A body, and polyhedra in it that come near all of it: to within `error`, in the world, before the margin.
struct Kind {
  Body body;
  std::vector<Body> inner;  // solids but for flat ones; none for a half-space
  double error = 0;
  double margin = 0;  // and the radius of spheres and capsules that keep it
  Vec3 normal;        // half-space, in the world
  double offset = 0;
};

inline Shape hull_mesh(const std::vector<Vec3>& points) {
  const Shape hull = make_convex(points);
  std::vector<Vec3> corners;
  for (std::uint32_t i = 0; i < hull.triangle_count(); ++i) {
    const Triangle t = hull.triangle(i);
    corners.insert(corners.end(), {t.a, t.b, t.c});
  }
  return make_soup(corners, {.solid = hull.solid()});
}

// Points of the ellipsoid; every point of it is within 4 % of the largest radius of their hull.
inline std::vector<Vec3> ellipsoid_points(Vec3 radii) {
  std::vector<Vec3> points;
  constexpr int rings = 12, around = 24;
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < (i == 0 || i == rings ? 1 : around); ++j) {
      const double u = M_PI * i / rings, v = 2 * M_PI * j / around;
      points.push_back(
          {radii.x * std::sin(u) * std::cos(v), radii.y * std::sin(u) * std::sin(v), radii.z * std::cos(u)});
    }
  return points;
}

inline std::vector<Vec3> circle_points(double radius, double z) {
  std::vector<Vec3> points;
  for (int j = 0; j < 32; ++j)
    points.push_back({radius * std::cos(M_PI * j / 16), radius * std::sin(M_PI * j / 16), z});
  return points;
}

inline double stretch(const Mat3& m) { return length(m.c0) + length(m.c1) + length(m.c2); }

inline Kind random_kind(oracle::Dice& dice, ShapeForm form, double size, Vec3 at, int depth = 0) {
  const auto some = [&] { return dice.uniform(0.2, 1); };
  Kind kind;
  Body& body = kind.body;
  body.pose = {random_linear(dice, pose_kinds[dice.bits() % 4], size), at};
  const double scale = stretch(body.pose.linear);
  const auto tessellate = [&](std::vector<Vec3> points, double error) {
    kind.inner.push_back({hull_mesh(points), body.pose});
    kind.error = error * scale;
  };
  switch (form) {
    case ShapeForm::mesh:
    case ShapeForm::soup:
    case ShapeForm::strip:
    case ShapeForm::fan:
    case ShapeForm::terrain:
      do {
        body.shape = random_surface(dice, 20);
      } while (body.shape.form() != form);
      kind.inner.push_back(body);
      break;
    case ShapeForm::polyhedron: {
      const double x = some(), y = some(), z = some();
      std::vector<Vec3> corners;
      for (int i = 0; i < 8; ++i) corners.push_back({(i & 1) ? x : -x, (i & 2) ? y : -y, (i & 4) ? z : -z});
      body.shape = make_polyhedron(
          corners, {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}});
      tessellate(corners, 1e-9);
      break;
    }
    case ShapeForm::box: {
      const double x = some(), y = some(), z = some();
      body.shape = make_box({x, y, z});
      std::vector<Vec3> corners;
      for (int i = 0; i < 8; ++i) corners.push_back({(i & 1) ? x : -x, (i & 2) ? y : -y, (i & 4) ? z : -z});
      tessellate(corners, 1e-9);
      break;
    }
    case ShapeForm::sphere:
    case ShapeForm::capsule: {
      if (dice.chance(2)) body.pose.linear = random_linear(dice, PoseKind::rigid, size);
      const double radius = some(), half = form == ShapeForm::sphere ? 0 : some();
      body.shape = form == ShapeForm::sphere ? make_sphere(radius) : make_capsule(radius, half);
      std::vector<Vec3> points = ellipsoid_points({radius, radius, radius});
      const std::size_t count = points.size();
      for (std::size_t i = 0; i < count; ++i) {
        points.push_back(points[i] + Vec3{0, 0, half});
        points[i].z -= half;
      }
      kind.inner.push_back({hull_mesh(points), body.pose});
      kind.error = 0.04 * radius * stretch(body.pose.linear);
      break;
    }
    case ShapeForm::segment: {
      const Vec3 p = dice.in_cube(1);
      body.shape = make_segment(p, dice.in_cube(1));
      kind.inner.push_back(body);
      break;
    }
    case ShapeForm::point:
      body.shape = make_point();
      kind.inner.push_back(body);
      break;
    case ShapeForm::halfspace: {
      body.pose.linear = random_linear(dice, PoseKind::rigid, 1);
      const Vec3 normal = dice.direction();
      body.shape = make_halfspace(normal, 0);
      kind.normal = body.pose.linear * normal;
      kind.offset = dot(kind.normal, at);
      break;
    }
    case ShapeForm::cylinder:
    case ShapeForm::cone: {
      const double radius = some(), half = some();
      std::vector<Vec3> points = circle_points(radius, -half);
      if (form == ShapeForm::cone) {
        points.push_back({0, 0, half});
        body.shape = make_cone(radius, half);
      } else {
        for (const Vec3& p : circle_points(radius, half)) points.push_back(p);
        body.shape = make_cylinder(radius, half);
      }
      tessellate(points, 0.005 * radius);
      break;
    }
    case ShapeForm::ellipsoid: {
      const double x = some(), y = some();
      const Vec3 radii{x, y, some()};
      body.shape = make_ellipsoid(radii);
      tessellate(ellipsoid_points(radii), 0.04);
      break;
    }
    case ShapeForm::convex: {
      std::vector<Vec3> points;
      const int count = dice.pick({1, 2, 3, 4, 6, 8, 12, 40, 80});
      for (int i = 0; i < count; ++i) points.push_back(dice.chance(2) ? dice.in_cube(1) : dice.grid(-2, 2) * 0.5);
      body.shape = make_convex(points);
      tessellate(points, 1e-9);
      break;
    }
    case ShapeForm::compound: {
      std::vector<CompoundPart> parts;
      for (int i = dice.integer(1, 3); i > 0; --i) {
        const auto forms = {ShapeForm::mesh,     ShapeForm::box,
                            ShapeForm::sphere,   ShapeForm::convex,
                            ShapeForm::cylinder, depth == 0 ? ShapeForm::compound : ShapeForm::polyhedron};
        const Kind part = random_kind(dice, dice.pick(forms), 0.5, dice.in_cube(1), depth + 1);
        parts.push_back({part.body.shape, part.body.pose});
        // A radius that the compound's pose would bend is left out of such poses.
        for (const Body& inner : part.inner) kind.inner.push_back({inner.shape, body.pose * inner.pose});
        kind.error = std::max(kind.error, part.error * scale);
      }
      body.shape = make_compound(parts);
      break;
    }
  }
  if (depth == 0 && dice.chance(2)) {
    kind.margin = dice.uniform(0, 0.5) * size;
    body.shape = with_margin(body.shape, kind.margin);
  }
  return kind;
}

// The distance of the tessellations, less the margins, and what it may be off.
inline double plain_distance(const Kind& a, const Kind& b) {
  double least = std::numeric_limits<double>::infinity();
  if (b.inner.empty()) {
    for (const Body& inner : a.inner)
      for (const Triangle& t : posed_triangles(inner))
        for (const Vec3 p : {t.a, t.b, t.c}) least = std::min(least, dot(b.normal, p) - b.offset);
  } else {
    for (const Body& p : a.inner)
      for (const Body& q : b.inner) least = std::min(least, find_distance(p, q).distance);
  }
  return std::max(0.0, least - (a.margin + b.margin));
}

inline std::string fault_in_kinds(oracle::Dice& dice, const Kind& kind_a, const Kind& kind_b, bool& hit) {
  const Body &a = kind_a.body, &b = kind_b.body;
  const DistanceResult d = find_distance(a, b);
  const CollideResult c = collide(a, b);
  hit = c.yes();
  if (d.status == Status::unsupported || c.status == Status::unsupported) return "unsupported";
  if (d.status != Status::ok) return std::string("status of the distance: ") + name(d.status);
  if (!same_answer(find_distance(b, a), mirrored(d))) return "swapped, the distance does not mirror";
  const CollideResult back = collide(b, a);
  if (back.status != c.status || back.yes() != c.yes()) return "swapped, the yes or no changes";
  const double outward = d.bound + 4e-16 * d.distance;
  if (!(d.lower <= d.distance && d.distance <= d.upper && d.distance - d.lower <= outward &&
        d.upper - d.distance <= outward))
    return "the bracket does not hold the distance";
  if (c.status == Status::undecided) {
    if (d.lower > 0 || d.distance == 0) return "undecided, but the distance knows";
  } else if (c.status != Status::ok || c.yes() != (d.distance == 0)) {
    return "distance 0, or not";
  }
  const WithinResult zero = within(a, b, 0);
  if (zero.status != c.status || (c.status == Status::ok && zero.yes() != c.yes())) return "within 0";
  const CollideResult all = collide(a, b, {.all = true});
  if (all.status != Status::ok && all.status != Status::undecided) return "status of all";
  if (all.status == Status::ok && all.yes() != c.yes() && c.status == Status::ok) return "all: yes or no";

  const double size = length(a.pose.translation) + length(b.pose.translation) + d.distance + stretch(a.pose.linear) +
                      stretch(b.pose.linear) + kind_a.margin + kind_b.margin;
  if (!(d.bound <= 1e-6 * size)) return "the bound is " + std::to_string(d.bound);
  const double plain = kind_a.inner.empty() ? plain_distance(kind_b, kind_a) : plain_distance(kind_a, kind_b);
  const double off = kind_a.error + kind_b.error + 1e-6 * size;
  if (!(std::fabs(plain - d.distance) <= off))
    return "the distance is " + std::to_string(d.distance) + ", of tessellations " + std::to_string(plain);
  if (d.distance == 0) return {};
  if (!(std::fabs(length(d.normal) - 1) < 1e-12)) return "the normal is not a unit vector";
  if (std::fabs(length(d.point_b - d.point_a) - d.distance) > 2 * d.point_bound + d.bound + 1e-14 * size)
    return "the points are not that far apart";
  const WithinResult far = within(a, b, d.upper * (1 + 1e-12) + 1e-300), near = within(a, b, d.lower * (1 - 1e-6));
  if (far.status == Status::ok && !far.yes()) return "not within the upper bound";
  if (near.status == Status::ok && near.yes() && d.lower > 1e-9 * size) return "within less than the lower bound";
  const DistanceResult limited = find_distance(a, b, {.max = d.lower * dice.uniform(0.3, 0.9)});
  if (d.lower > 1e-9 * size && (!limited.beyond || limited.lower > d.upper)) return "beyond a limit";
  return {};
}

// --- every ordered pair of kinds ---

struct KindPair {
  Kind a, b;
  double size = 1;  // of a, about
  Vec3 offset;      // of a
};

// How far apart the second body may be, and how large, in sizes of the first.
struct KindRange {
  double apart = 3.5, least = 0.3, most = 2;
  bool offsets = true;  // half of the pairs away from the origin
};

// `check(dice, pair, hit)` tells what is wrong with a pair, or nothing; it may change the pair before.
template <class Check>
Tally check_every_pair(std::uint64_t seed, std::uint64_t rounds, const KindRange& range, Check check) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  constexpr int last = int(ShapeForm::compound);
  for (std::uint64_t round = 0; round < rounds; ++round)
    for (int first = 0; first <= last; ++first)
      for (int second = 0; second <= last; ++second) {
        const auto form_a = static_cast<ShapeForm>(first), form_b = static_cast<ShapeForm>(second);
        if (form_a == ShapeForm::halfspace && form_b == ShapeForm::halfspace) continue;
        KindPair pair;
        pair.size = std::pow(10.0, dice.uniform(-2, 2));
        if (range.offsets && dice.chance(2)) pair.offset = dice.direction() * std::pow(10.0, dice.uniform(0, 3));
        pair.a = random_kind(dice, form_a, pair.size, pair.offset);
        pair.b = random_kind(dice, form_b, pair.size * dice.uniform(range.least, range.most),
                             pair.offset + dice.direction() * (pair.size * dice.uniform(0, range.apart)));
        bool hit = false;
        const std::string fault = check(dice, pair, hit);
        tally.count(name(form_a), hit);
        if (fault.empty()) continue;
        tally.failure =
            std::string(name(form_a)) + " and " + name(form_b) + ", round " + std::to_string(round) + ": " + fault;
        return tally;
      }
  return tally;
}

inline Tally check_kinds(std::uint64_t seed, std::uint64_t rounds) {
  return check_every_pair(seed, rounds, {}, [](oracle::Dice& dice, const KindPair& pair, bool& hit) {
    const std::string fault = fault_in_kinds(dice, pair.a, pair.b, hit);
    return fault.empty() ? fault : fault + "\n" + lines(pair.a.body, pair.b.body);
  });
}

// --- hulls of points and triangles on a grid, where touching is common ---

// Exactly: do the hull of the points, and what is within `margin` of it, and a triangle meet?
inline bool hull_meets(const std::vector<Vec3>& points, const Triangle& t, const oracle::Rational& margin) {
  const Polytope hull = convex_hull(points);
  std::vector<Triangle> surface;
  if (hull.dimension < 2) {
    surface.push_back({hull.vertices[0], hull.vertices.back(), hull.vertices.back()});
  } else {
    for (std::size_t f = 0; f + 1 < hull.facet_start.size(); ++f)
      for (std::uint32_t k = hull.facet_start[f] + 2; k < hull.facet_start[f + 1]; ++k)
        surface.push_back({hull.vertices[hull.loop[hull.facet_start[f]]], hull.vertices[hull.loop[k - 1]],
                           hull.vertices[hull.loop[k]]});
  }
  if (hull.dimension == 3 && in_hull(hull.vertices, t.a)) return true;
  return oracle::exact_distance(surface, std::span(&t, 1)).distance.compare(margin) <= 0;
}

inline Tally check_hulls(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::vector<Vec3> points, corners;
    for (int k = dice.integer(1, 12); k > 0; --k) points.push_back(dice.grid(-2, 2));
    for (int k = 0; k < 12; ++k) corners.push_back(dice.grid(-3, 3));
    const bool turned = dice.chance(2);
    const Pose pose_a = turned ? Pose{random_linear(dice, pose_kinds[dice.bits() % 4], 1), dice.in_cube(2)}
                               : Pose{{}, dice.grid(-1, 1)};
    const Pose pose_b = turned && dice.chance(2) ? pose_a : Pose{{}, dice.grid(-2, 2)};
    const double margin_a = dice.chance(2) ? dice.pick({1.0, 3.0, 0.1}) : 0;
    const double margin_b = dice.chance(3) ? dice.pick({1.0, 2.0}) : 0;
    Shape hull = make_convex(points), mesh = make_soup(corners);
    if (margin_a > 0) hull = with_margin(hull, margin_a);
    if (margin_b > 0) mesh = with_margin(mesh, margin_b);
    const Body a{hull, pose_a}, b{mesh, pose_b};
    const Polytope local = convex_hull(points);
    std::vector<Vec3> posed;
    for (const Vec3& p : local.vertices) posed.push_back(pose_a * p);
    const oracle::Rational reach = oracle::exact(margin_a) + oracle::exact(margin_b);
    std::vector<TrianglePair> expected;
    const std::vector<Triangle> triangles = posed_triangles(b);
    for (std::uint32_t k = 0; k < triangles.size(); ++k)
      if (hull_meets(posed, triangles[k], reach)) expected.push_back({0, k});
    const CollideResult all = collide(a, b, {.all = true}), one = collide(b, a);
    tally.count(turned ? "turned" : "on a grid", !expected.empty());
    std::string fault;
    if (all.status != Status::ok || one.status != Status::ok) fault = "status";
    if (all.pairs != expected) fault = "pairs";
    if (one.yes() != !expected.empty()) fault = "yes or no";
    if (within(a, b, 0).yes() != !expected.empty()) fault = "within 0";
    if ((find_distance(a, b).distance == 0) != !expected.empty()) fault = "distance 0";
    if (fault.empty()) continue;
    tally.failure = "case " + std::to_string(i) + ": " + fault + "\n" + lines(a, b);
    return tally;
  }
  return tally;
}

}  // namespace graze::property
