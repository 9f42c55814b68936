// Rays at bodies of triangles with a margin: between the hits each point of the ray is in the body or not, as `collide`
// says of that point.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "tests/property/kinds.h"

namespace graze::property {

inline std::string fault_in_rounded_ray(oracle::Dice& dice, const Body& body, const Ray& ray, double size, bool& hit) {
  const RayResult all = graze::cast(body, ray, {.want = RayWant::all}), one = graze::cast(body, ray);
  if (all.status != Status::ok || one.status != Status::ok) return std::string("status ") + name(all.status);
  hit = all.yes();
  if (one.yes() != all.yes() || one.yes() != !all.hits.empty()) return "hit, or not";
  if (hit && one.closest.t != all.hits.front().t) return "the closest is not the first";
  const auto in = [&](double t) {
    return collide(body, {make_point(), make_pose(ray.origin + ray.direction * t)}).yes();
  };
  const bool starts_inside = in(0);
  double before = 0;
  for (const RayHit& h : all.hits) {
    if (h.t < before || h.t > ray.max) return "not in order";
    before = h.t;
    const DistanceResult off = find_distance(body, {make_point(), make_pose(h.point)});
    if (!(off.lower <= 1e-12 * size)) return "a hit off the body";
    if (!(std::fabs(length(h.normal) - 1) <= 1e-12)) return "no unit normal";
    const bool enters = ((&h - all.hits.data()) % 2 == 0) != starts_inside;
    const double along = dot(h.normal, ray.direction) / length(ray.direction);
    if (enters ? along > 1e-4 : along < -1e-4) return "a normal that does not point outward";
  }
  const double unit = 1e-9 * size / length(ray.direction);
  for (int k = 0; k < 24; ++k) {
    const double t = dice.uniform(0, 2);
    bool inside = starts_inside, near = t > ray.max;
    for (const RayHit& h : all.hits) {
      near = near || std::fabs(h.t - t) < unit;
      if (h.t < t) inside = !inside;
    }
    if (!near && in(t) != inside) return "the point at " + std::to_string(t) + (inside ? " is not in it" : " is in it");
  }
  return {};
}

inline Tally check_rounded_rays(std::uint64_t seed, std::uint64_t count) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto form = dice.pick({ShapeForm::mesh, ShapeForm::soup, ShapeForm::strip, ShapeForm::fan, ShapeForm::terrain,
                                 ShapeForm::box, ShapeForm::convex, ShapeForm::polyhedron});
    const double size = std::pow(10.0, dice.uniform(-2, 2));
    Body body = random_kind(dice, form, size, dice.in_cube(size)).body;
    body.shape = with_margin(body.shape, size * std::pow(10.0, dice.uniform(-3, 0)));
    const Box box = posed_box(body.pose, body.shape.bounds());
    const double wide = length(box.hi - box.lo) + body.shape.margin();
    const Vec3 middle = box.lo * 0.5 + box.hi * 0.5, target = middle + dice.in_cube(0.3 * wide);
    const Vec3 from = middle + dice.direction() * (wide * dice.uniform(0, 2));
    Ray ray{from, target - from};
    if (dice.chance(4)) ray.max = dice.uniform(0, 2);
    if (dice.chance(8)) ray.direction = {0, 0, dice.pick({-wide, wide})};
    bool hit = false;
    const std::string fault = fault_in_rounded_ray(dice, body, ray, wide + length(middle), hit);
    tally.count(name(form), hit);
    if (fault.empty()) continue;
    tally.failure = fault + "\n" + lines(body, ray);
    return tally;
  }
  return tally;
}

}  // namespace graze::property
