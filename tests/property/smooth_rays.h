// Rays against spheres, capsules and half-spaces, decided once more in rational arithmetic: the squared distance from
// the core is a rational function of t, convex, so that signs of it at rational t tell where the roots are.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "math/ray_base.h"
#include "tests/property/primitives.h"

namespace graze::property {

struct RationalRay {
  using Rational = oracle::Rational;
  using Vector = std::array<Rational, 3>;

  static Vector vector(Vec3 v) { return {oracle::exact(v.x), oracle::exact(v.y), oracle::exact(v.z)}; }
  static Rational dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  static Vector minus(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
  static Vector plus(const Vector& a, const Vector& b, const Rational& t) {
    return {a[0] + b[0] * t, a[1] + b[1] * t, a[2] + b[2] * t};
  }

  Vector origin, direction, end, axis;
  Rational radius_sq, bottom;  // bottom: where the line is nearest to the core

  RationalRay(const Ray& ray, Vec3 a, Vec3 b, double radius)
      : origin(vector(ray.origin)),
        direction(minus(vector(ray.direction), vector(base_of(ray)))),
        end(vector(a)),
        axis(minus(vector(b), vector(a))),
        radius_sq(oracle::exact(radius) * oracle::exact(radius)) {
    std::vector<Rational> candidates;
    const Rational dd = dot(direction, direction), dv = dot(direction, axis), vv = dot(axis, axis);
    for (const Vector& from : {end, plus(end, axis, 1)}) {
      const Vector m = minus(origin, from);
      candidates.push_back(-dot(direction, m) / dd);
      if (sgn(dv) != 0) candidates.push_back(-dot(m, axis) / dv);
    }
    const Vector m = minus(origin, end);
    // Of the line through the core: d and m without their parts along the axis.
    if (sgn(vv) != 0) {
      const Vector across = plus(direction, axis, -dv / vv), apart = plus(m, axis, -dot(m, axis) / vv);
      if (sgn(dot(across, across)) != 0) candidates.push_back(-dot(across, apart) / dot(across, across));
    }
    bottom = candidates.front();
    for (const Rational& t : candidates)
      if (distance_sq(t) < distance_sq(bottom)) bottom = t;
  }

  Rational distance_sq(const Rational& t) const {
    const Vector from = minus(plus(origin, direction, t), end);
    const Rational vv = dot(axis, axis);
    Rational along = sgn(vv) == 0 ? Rational(0) : Rational(dot(from, axis) / vv);
    along = along < 0 ? Rational(0) : along > 1 ? Rational(1) : along;
    const Vector gap = plus(from, axis, -along);
    return dot(gap, gap);
  }
  int side(const Rational& t) const { return cmp(distance_sq(t), radius_sq); }
  bool meets() const { return side(bottom) <= 0; }
  // Is the entrance (exit) at or after t, at or before t?
  bool in_from(const Rational& t) const { return t <= bottom && side(t) >= 0; }
  bool in_until(const Rational& t) const { return t >= bottom || side(t) <= 0; }
  bool out_from(const Rational& t) const { return t <= bottom || side(t) <= 0; }
  bool out_until(const Rational& t) const { return t >= bottom && side(t) >= 0; }
};

inline oracle::Rational between(double a, double b) { return (oracle::exact(a) + oracle::exact(b)) / 2; }

inline std::string fault_in_swept_ray(const Primitive& primitive, const Ray& ray, bool& hit) {
  const std::vector<Triangle> core = posed_triangles(primitive.body);
  const RationalRay truth(ray, core[0].a, core[0].b, primitive.radius);
  const oracle::Rational zero(0), max = oracle::exact(ray.max);
  const bool in = truth.meets() && truth.in_from(zero) && truth.in_until(max);
  const bool out = truth.meets() && truth.out_from(zero) && truth.out_until(max);
  hit = in || out;
  const RayResult all = graze::cast(primitive.body, ray, {.want = RayWant::all}),
                  closest = graze::cast(primitive.body, ray);
  if (all.status != Status::ok || closest.status != Status::ok) return "status";
  if (all.yes() != hit || closest.yes() != hit) return "hit or miss";
  if (!hit) return all.hits.empty() ? "" : "hits of a miss";
  if (all.hits.empty() || all.hits.size() > (in && out ? 2u : 1u)) return "the number of hits";
  if (closest.closest.t != all.hits[0].t || !closest.hits.empty()) return "the closest";
  for (std::size_t i = 0; i < 2; ++i) {
    if (!(i == 0 ? in : out)) continue;
    const double t = all.hits[i == 0 ? 0 : all.hits.size() - 1].t;
    // A start on the surface hits there, also where the ray slides along it to an exit far off.
    if (t == 0 && truth.side(zero) == 0) continue;
    const double inf = std::numeric_limits<double>::infinity();
    const oracle::Rational lo = t == 0 ? zero : between(std::nextafter(t, 0.0), t);
    const oracle::Rational hi = between(t, std::nextafter(t, inf));
    if (!(i == 0 ? truth.in_from(lo) && truth.in_until(hi) : truth.out_from(lo) && truth.out_until(hi)))
      return "t is not the nearest double";
    const Vec3 n = all.hits[i == 0 ? 0 : all.hits.size() - 1].normal;
    if (std::fabs(length(n) - 1) > 1e-12) return "the normal is no unit vector";
  }
  return {};
}

inline std::string fault_in_plane_ray(const Primitive& primitive, const Ray& ray, bool& hit) {
  using Rational = oracle::Rational;
  const Pose& pose = primitive.body.pose;
  const auto at = [&](int r, int c) { return oracle::exact(pose.linear.at(r, c)); };
  Rational determinant = 0, height = 0, climb = 0;
  for (int r = 0; r < 3; ++r) {
    const int r1 = (r + 1) % 3, r2 = (r + 2) % 3;
    determinant += at(r, 0) * (at(r1, 1) * at(r2, 2) - at(r1, 2) * at(r2, 1));
    Rational carried = 0;
    for (int c = 0; c < 3; ++c) {
      const int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
      carried += (at(r1, c1) * at(r2, c2) - at(r1, c2) * at(r2, c1)) * oracle::exact(primitive.normal[c]);
    }
    height += carried * (oracle::exact(ray.origin[r]) - oracle::exact(pose.translation[r]));
    climb += carried * (oracle::exact(ray.direction[r]) - oracle::exact(base_of(ray)[r]));
  }
  height = height / determinant - oracle::exact(primitive.offset);
  climb /= determinant;
  Rational t = 0;
  hit = sgn(height) == 0;
  if (!hit && sgn(climb) != 0) {
    t = -height / climb;
    hit = sgn(t) >= 0 && t <= oracle::exact(ray.max);
  }
  const RayResult found = graze::cast(primitive.body, ray);
  if (found.status != Status::ok) return "status";
  if (found.yes() != hit) return "hit or miss";
  return hit && found.closest.t != oracle::nearest(t) ? "t is not the nearest double" : "";
}

inline Tally check_smooth_rays(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const ShapeForm form = std::array{ShapeForm::sphere, ShapeForm::capsule, ShapeForm::halfspace}[i % 3];
    const bool gridded = dice.chance(3);
    const double size = gridded ? 1 : std::pow(10.0, dice.uniform(-3, 3));
    const Vec3 place = dice.chance(2) ? Vec3{}
                       : gridded      ? dice.grid(-3, 3)
                                      : dice.direction() * std::pow(10.0, dice.uniform(-1, 5));
    Primitive primitive = random_primitive(dice, form, place, size);
    if (gridded) {
      // Whole numbers: tangents, starts on the surface and ends of rays on it are frequent.
      primitive.body.pose = {{}, place};
      primitive.radius = dice.integer(1, 3);
      primitive.normal = dice.grid(-1, 1);
      if (primitive.normal == Vec3{}) primitive.normal = {0, 0, 1};
      primitive.offset = dice.integer(-1, 1);
      primitive.body.shape = form == ShapeForm::sphere    ? make_sphere(primitive.radius)
                             : form == ShapeForm::capsule ? make_capsule(primitive.radius, dice.integer(0, 2))
                                                          : make_halfspace(primitive.normal, primitive.offset);
    }
    const double reach = gridded ? 4 : 4 * (form == ShapeForm::halfspace ? size : primitive.radius);
    const auto spot = [&] {
      return gridded ? place + dice.grid(-4, 4) : place + dice.in_cube(reach) * (dice.chance(4) ? 0.2 : 1);
    };
    Ray ray{spot(), {}};
    do ray.direction = gridded ? dice.grid(-2, 2) : (spot() - ray.origin) * dice.uniform(0.2, 2);
    while (ray.direction == Vec3{});
    if (dice.chance(3)) ray = ray_between(ray.origin, ray.origin + ray.direction);
    if (ray.direction - base_of(ray) == Vec3{}) continue;
    if (dice.chance(4)) ray.max = gridded ? dice.integer(0, 3) : dice.uniform(0, 2);
    bool hit = false;
    const std::string fault = form == ShapeForm::halfspace ? fault_in_plane_ray(primitive, ray, hit)
                                                           : fault_in_swept_ray(primitive, ray, hit);
    tally.count(graze::name(form), hit);
    if (!fault.empty()) {
      tally.failure = std::string(graze::name(form)) + ", case " + std::to_string(i) + ": " + fault + "\n" +
                      lines(primitive.body, ray);
      return tally;
    }
  }
  return tally;
}

}  // namespace graze::property
