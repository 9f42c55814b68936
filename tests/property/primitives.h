// Primitives against small meshes and against each other, decided once more in rational arithmetic.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/oracle/distance_oracle.h"
#include "tests/property/bodies.h"
#include "tests/property/distances.h"
#include "tests/property/tally.h"

namespace graze::property {

inline constexpr std::array primitive_forms{ShapeForm::box,     ShapeForm::sphere, ShapeForm::capsule,
                                            ShapeForm::segment, ShapeForm::point,  ShapeForm::halfspace};

// Is the point in the hull of the posed corners of a box? By the planes through every three corners that have all
// corners on one side.
inline bool in_hull(const std::vector<Vec3>& corners, Vec3 p) {
  for (std::size_t i = 0; i < corners.size(); ++i)
    for (std::size_t j = i + 1; j < corners.size(); ++j)
      for (std::size_t k = j + 1; k < corners.size(); ++k) {
        bool above = false, below = false;
        for (const Vec3& q : corners) {
          const int s = orient3d(corners[i], corners[j], corners[k], q);
          above = above || s > 0;
          below = below || s < 0;
        }
        if (above && below) continue;
        const int s = orient3d(corners[i], corners[j], corners[k], p);
        if ((s > 0 && !above) || (s < 0 && !below)) return false;
      }
  return true;
}

// height(p) <= reach |n| for the half-space under its pose, in rationals.
inline bool near_halfspace(const Body& plane, Vec3 normal, double offset, Vec3 p, double reach) {
  using oracle::Rational;
  const auto at = [&](int row, int column) { return oracle::exact(plane.pose.linear.at(row, column)); };
  Rational cofactor[3][3], determinant = 0;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
      cofactor[r][c] = at(r1, c1) * at(r2, c2) - at(r1, c2) * at(r2, c1);
    }
  for (int c = 0; c < 3; ++c) determinant += at(0, c) * cofactor[0][c];
  // n . M^-1 (p - t) - d, M^-1 = transposed cofactors / determinant.
  Rational height = -oracle::exact(offset), square = 0;
  for (int r = 0; r < 3; ++r) {
    Rational carried = 0;
    for (int c = 0; c < 3; ++c) carried += cofactor[r][c] * oracle::exact(normal[c]);
    carried /= determinant;
    height += carried * (oracle::exact(p[r]) - oracle::exact(plane.pose.translation[r]));
    square += carried * carried;
  }
  const Rational r = oracle::exact(reach);
  return sgn(height) <= 0 || height * height <= r * r * square;
}

struct Primitive {
  Body body;
  double radius = 0;  // in the world
  Vec3 normal;
  double offset = 0;
};

inline Primitive random_primitive(oracle::Dice& dice, ShapeForm form, Vec3 at, double size) {
  const auto some = [&] { return dice.uniform(0.1, 1); };
  const PoseKind kind = pose_kinds[dice.bits() % 4];
  Primitive result;
  result.body.pose = {random_linear(dice, kind, size), at};
  switch (form) {
    case ShapeForm::box: {
      const double x = some(), y = some();
      result.body.shape = make_box({x, y, some()});
      break;
    }
    case ShapeForm::sphere:
    case ShapeForm::capsule: {
      // A unit scale keeps the radius; otherwise it is the length of the first column.
      const bool rigid = dice.chance(2);
      result.body.pose.linear = random_linear(dice, PoseKind::rigid, rigid ? 1 : size);
      const double radius = some() * (rigid ? size : 1), half = some() * (rigid ? size : 1);
      result.radius = rigid || size == 1 ? radius : radius * length(result.body.pose.linear.c0);
      result.body.shape = form == ShapeForm::sphere ? make_sphere(radius) : make_capsule(radius, half);
      break;
    }
    case ShapeForm::segment: {
      const Vec3 p = dice.in_cube(1);
      result.body.shape = make_segment(p, dice.in_cube(1));
      break;
    }
    case ShapeForm::halfspace:
      result.normal = dice.in_cube(2);
      result.offset = dice.uniform(-0.5, 0.5);
      result.body.shape = make_halfspace(result.normal, result.offset);
      break;
    default:
      result.body.shape = make_point();
  }
  return result;
}

// Which triangles of the mesh are within `tolerance` of the primitive.
inline std::vector<std::uint32_t> expected_triangles(const Primitive& primitive, const std::vector<Triangle>& mesh,
                                                     double tolerance) {
  std::vector<std::uint32_t> result;
  const ShapeForm form = primitive.body.shape.form();
  const std::vector<Triangle> core = posed_triangles(primitive.body);
  std::vector<Vec3> corners;
  if (form == ShapeForm::box)
    for (const Triangle& t : core) corners.insert(corners.end(), {t.a, t.b, t.c});
  std::sort(corners.begin(), corners.end(), [](Vec3 p, Vec3 q) {
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
  });
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  Box hull;
  for (const Triangle& c : core) hull = merge(hull, property::box_of(c));
  const oracle::Rational reach = oracle::exact(primitive.radius) + oracle::exact(tolerance);
  for (std::uint32_t i = 0; i < mesh.size(); ++i) {
    const Triangle& t = mesh[i];
    bool near = false;
    if (form == ShapeForm::halfspace) {
      for (const Vec3 p : {t.a, t.b, t.c})
        near = near || near_halfspace(primitive.body, primitive.normal, primitive.offset, p, tolerance);
    } else {
      near = form == ShapeForm::box && in_hull(corners, t.a);
      // Boxes that are farther apart than that on an axis, and a digit of their coordinates.
      const Box other = property::box_of(t);
      const Vec3 apart = max(other.lo - hull.hi, hull.lo - other.hi);
      const double most = (primitive.radius + tolerance) * (1 + 1e-12);
      if (!near && std::max({apart.x, apart.y, apart.z}) * (1 - 1e-12) <= most)
        near = oracle::exact_distance(core, std::span(&t, 1)).distance.compare(reach) <= 0;
    }
    if (near) result.push_back(i);
  }
  return result;
}

inline std::string fault_in_primitive(oracle::Dice& dice, const Primitive& primitive, const Body& mesh,
                                      const std::vector<std::uint32_t>& expected) {
  const Body& p = primitive.body;
  const bool hit = !expected.empty();
  for (const bool swap : {false, true}) {
    const CollideResult all = swap ? collide(mesh, p, {.all = true}) : collide(p, mesh, {.all = true});
    if (all.status != Status::ok || !all.complete || all.yes() != hit) return "all: yes or no";
    if (all.pairs.size() != expected.size()) return "all: the number of pairs";
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (all.pairs[i] != (swap ? TrianglePair{expected[i], 0} : TrianglePair{0, expected[i]})) return "all: pairs";
    const CollideResult one = swap ? collide(mesh, p) : collide(p, mesh);
    if (one.status != Status::ok || one.yes() != hit) return "yes or no";
    const WithinResult zero = swap ? within(mesh, p, 0) : within(p, mesh, 0);
    if (zero.status != Status::ok || zero.yes() != hit) return "within 0";
  }
  const DistanceResult d = find_distance(p, mesh);
  if (d.status != Status::ok || d.beyond) return "status of the distance";
  if ((d.distance == 0) != hit) return "zero, or not";
  if (!same_answer(find_distance(mesh, p), mirrored(d))) return "swapped, the distance does not mirror";
  if (hit || !dice.chance(4)) return {};
  // The bracket holds the true distance: within its upper end, and not within its lower one.
  const std::vector<Triangle> triangles = posed_triangles(mesh);
  const double size = length(p.pose.translation) + length(mesh.pose.translation) + d.distance + 10;
  if (!(d.bound <= 1e-12 * size)) return "the bound is " + std::to_string(d.bound);
  if (!(d.lower <= d.distance && d.distance <= d.upper)) return "the bracket does not hold the distance";
  if (expected_triangles(primitive, triangles, d.upper).empty()) return "the upper bound is too low";
  if (d.lower > 0 && !expected_triangles(primitive, triangles, std::nextafter(d.lower, 0.0)).empty())
    return "the lower bound is too high";
  if (std::fabs(length(d.point_b - d.point_a) - d.distance) > 2 * d.point_bound + d.bound + 1e-15 * size)
    return "the points are not that far apart";
  for (const double tolerance : {d.distance, dice.nudge(d.distance, 4), d.distance * dice.uniform(0.5, 1.5)})
    if (tolerance >= 0 &&
        within(p, mesh, tolerance).yes() == expected_triangles(primitive, triangles, tolerance).empty())
      return "within " + std::to_string(tolerance);
  const DistanceResult limited = find_distance(p, mesh, {.max = d.distance / 2});
  if (!limited.beyond || limited.lower > d.upper) return "beyond a limit";
  return {};
}

inline Tally check_primitives(std::uint64_t seed, std::uint64_t count, std::uint32_t triangles) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const ShapeForm form = primitive_forms[i % primitive_forms.size()];
    const PoseKind kind = pose_kinds[(i / primitive_forms.size()) % pose_kinds.size()];
    const double size = std::pow(10.0, dice.uniform(-2, 2));
    const Vec3 offset = dice.chance(3) ? Vec3{} : dice.direction() * std::pow(10.0, dice.uniform(0, 5));
    const Body mesh{random_surface(dice, triangles), {random_linear(dice, kind, size), offset}};
    const std::vector<Triangle> posed = posed_triangles(mesh);
    // Near the surface, or on it: points and segments would hardly ever meet it otherwise.
    const Triangle& t = posed[dice.bits() % posed.size()];
    const Vec3 from = dice.pick({t.a, t.b, t.a * 0.5 + t.b * 0.5});
    const bool thin = form == ShapeForm::point || form == ShapeForm::segment;
    const double gap = thin                           ? (dice.chance(form == ShapeForm::point ? 3 : 2) ? 0.5 : 0)
                       : form == ShapeForm::halfspace ? 5
                                                      : dice.uniform(0, 1.5);
    Primitive primitive =
        random_primitive(dice, form, from + dice.direction() * (gap * size), size * dice.uniform(0.1, 1));
    if (form == ShapeForm::segment && gap == 0) {
      primitive.body.shape = make_segment({}, dice.in_cube(1));  // from a point of the mesh
    }
    const std::vector<std::uint32_t> expected = expected_triangles(primitive, posed, 0);
    tally.count(name(form), !expected.empty());
    const std::string fault = fault_in_primitive(dice, primitive, mesh, expected);
    if (!fault.empty()) {
      tally.failure =
          std::string(name(form)) + ", case " + std::to_string(i) + ": " + fault + "\n" + lines(primitive.body, mesh);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
