#include "narrow/contact/inner.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/ranges.h"
#include "base/work.h"
#include "convex/depth.h"
#include "graze/solid.h"
#include "hull/polytope.h"
#include "math/dyadic.h"
#include "narrow/body/collapse.h"
#include "narrow/pair/convex_pair.h"
#include "narrow/triangle/exact_distance.h"
#include "narrow/triangle/triangle_distance.h"
#include "narrow/triangle/triangle_triangle.h"

namespace graze {
namespace {

// Is the point farther from all of the box than the radius? False where that is not plain along an axis.
bool plainly_beyond(Vec3 p, const Box& box, double radius) {
  const double most = radius * (1 + 0x1p-50);
  for (int k = 0; k < 3; ++k)
    if (p[k] - box.hi[k] > most || box.lo[k] - p[k] > most) return true;
  return false;
}

// The distance from a triangle is convex: of another's points a corner has the most of it.
bool is_inner(const Triangle& t, double radius, const Triangle& outer, double outer_radius, double tolerance) {
  if (!(radius < outer_radius && tolerance < outer_radius)) return false;
  const std::array<Vec3, 3> corners{t.a, t.b, t.c};
  const Box box = box_of(outer);
  if (ranges::any_of(corners, [&](Vec3 p) { return plainly_beyond(p, box, outer_radius); })) return false;
  const auto at = [](Vec3 corner) { return Triangle{corner, corner, corner}; };
  if (!ranges::all_of(corners, [&](Vec3 p) { return triangles_within(at(p), outer, outer_radius); })) return false;
  if ((Dyadic(outer_radius) - Dyadic(radius) - Dyadic(tolerance)).sign() <= 0) return false;
  return ranges::all_of(corners, [&](Vec3 p) {
    return triangles_meet(at(p), outer) || exact_nearer(at(p), outer, outer_radius, -radius, -tolerance);
  });
}

bool holds(const Box& outer, const Box& inner) {
  for (int k = 0; k < 3; ++k)
    if (!(outer.lo[k] <= inner.lo[k] && inner.hi[k] <= outer.hi[k])) return false;
  return true;
}

bool is_deeper(Vec3 point, const Support& set, double depth) {
  work::poll();
  const std::array<Vec3, 1> one{point};
  const ConvexDepth found = convex_depth(support_of(one), set);
  return found.relation == Relation::meet && found.lower > depth;
}

template <class Test>
bool every_corner(const Posed& body, const Test& test) {
  for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) {
    const Triangle t = body.triangle(i);
    if (!test(t.a) || !test(t.b) || !test(t.c)) return false;
  }
  return true;
}

// Is a curved body farther than `more` inside of every facet's plane? What rounding does to a plane is far less.
bool inside_all_facets(const Body& inner, const Body& outer, double more) {
  const Polytope hull = posed_hull(data_of(outer.shape), outer.pose);
  if (hull.dimension < 3) return false;
  for (std::uint32_t f = 0; f < hull.facet_count(); ++f) {
    const auto corner = [&](std::uint32_t k) { return hull.vertices[hull.loop[hull.facet_start[f] + k]]; };
    const Vec3 across = cross(corner(1) - corner(0), corner(2) - corner(0));
    const double size = length(across);
    if (!(size > 0) || !std::isfinite(size)) return false;
    const Vec3 out = across * (1 / size);
    const double least = std::min({dot(out, corner(0)), dot(out, corner(1)), dot(out, corner(2))}) - more;
    if (!std::isfinite(least)) return false;
    const CollideResult beyond = collide(inner, {make_halfspace(-out, -least), {}});
    if (beyond.status != Status::ok || beyond.yes()) return false;
  }
  return true;
}

}  // namespace

bool all_inner(const Posed& a, const Posed& b, double tolerance, std::span<const TrianglePair> pairs) {
  if (a.radius == b.radius) return false;
  return ranges::all_of(pairs, [&](const TrianglePair& pair) {
    const Triangle s = a.triangle(pair.a), t = b.triangle(pair.b);
    return is_inner(s, a.radius, t, b.radius, tolerance) || is_inner(t, b.radius, s, a.radius, tolerance);
  });
}

bool surely_inner(const Body& inner, const Body& outer, double tolerance) {
  const ShapeData& shape = data_of(outer.shape);
  if (!shape.primitive() || shape.form == ShapeForm::halfspace) return false;
  Posed posed, around;
  const bool by_corners = make_posed_with_radius(inner, posed) == Status::ok && posed.shape->triangle_count > 0;
  // Bodies that are not inside of each other mostly show it.
  if (by_corners && make_posed_with_radius(outer, around) == Status::ok &&
      !every_corner(posed, [&](Vec3 p) { return !plainly_beyond(p, around.box, around.radius); }))
    return false;
  SupportBody set;
  if (make_support(outer, set) != Status::ok) return false;
  if (by_corners) {
    const double depth = (posed.radius + tolerance) * (1 + 0x1p-50);
    return every_corner(posed,
                        [&](Vec3 p) {
                          return holds(set.box, {p, p});
                        }) &&
           every_corner(posed, [&](Vec3 p) { return is_deeper(p, set.set, depth); });
  }
  SupportBody own;
  if (make_support(inner, own) != Status::ok) return false;
  const double more = tolerance + 1e-9 * (size_of(own.box) + size_of(set.box));
  if (!std::isfinite(more)) return false;
  const Vec3 middle = own.box.lo * 0.5 + own.box.hi * 0.5;
  const bool facets = shape.faceted();
  if (facets && holds(set.box, {middle, middle}) && inside_all_facets(inner, outer, more)) return true;
  if (!holds(set.box, own.box)) return false;
  const ClassifyResult found = classify({with_margin(inner.shape, more), inner.pose}, outer);
  return found.status == Status::ok && found.answer == PairClass::enclosed;
}

}  // namespace graze
