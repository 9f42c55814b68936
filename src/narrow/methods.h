// Which way of answering a pair of bodies has: one table for collide, distance and within, and one for each of the
// other verbs.
#pragma once

#include <cstdint>

#include "graze/query.h"

namespace graze {

enum class Family : std::uint8_t {
  triangles,  // mesh, soup, strip, fan, terrain, polyhedron
  core,       // box, sphere, capsule, segment, point: few triangles, and a radius around them
  support,    // convex and curved bodies, and boxes that rounding may have collapsed (narrow/body/collapse.h)
  halfspace,
  compound
};
inline constexpr int family_count = 5;

enum class Method : std::uint8_t {
  triangles,          // trees of triangles with a radius (narrow/collide/, distance/, within/)
  support,            // two convex sets (narrow/family/support_queries.h)
  support_triangles,  // a convex set and a tree, either way round (narrow/family/support_mesh.cpp)
  halfspace,          // a plane and posed vertices, either way round (narrow/family/halfspace_queries.h)
  halfspace_support,  // a plane and a curved body, either way round (narrow/family/halfspace_support.h)
  compound            // part by part, by a tree of the parts, either way round (narrow/body/part_pairs.h)
};
const char* name(Method method) noexcept;

// By form and, for what a pose can bend, by pose; an empty handle counts as triangles, which answer that it is one.
Family family_of(const Body& body) noexcept;
// Cylinders, cones, ellipsoids, and spheres and capsules that their pose bends.
bool is_curved(const Body& body) noexcept;
// As long as the poses are rigid and there are no margins.
Family family_of(ShapeForm form) noexcept;

Method method_of(Family a, Family b) noexcept;
Method method_of(const Body& a, const Body& b) noexcept;

// Which closed form in double is tried before all that (narrow/family/closed_form.h).
enum class ClosedForm : std::uint8_t {
  none,
  round,        // two of sphere, capsule, segment, point
  solid_round,  // box, cylinder or cone, and a sphere or point
  round_solid,
  boxes  // collide, and within as far as that tells
};
constexpr ClosedForm closed_form_of(ShapeForm a, ShapeForm b) noexcept {
  const auto in = [](ShapeForm form, auto... forms) { return ((form == forms) || ...); };
  using enum ShapeForm;
  const bool round_a = in(a, sphere, capsule, segment, point), round_b = in(b, sphere, capsule, segment, point);
  if (round_a && round_b) return ClosedForm::round;
  if (in(a, box, cylinder, cone) && in(b, sphere, point)) return ClosedForm::solid_round;
  if (in(b, box, cylinder, cone) && in(a, sphere, point)) return ClosedForm::round_solid;
  return a == box && b == box ? ClosedForm::boxes : ClosedForm::none;
}

// penetration and signed_distance
enum class DepthWay : std::uint8_t {
  unsupported,  // two half-spaces: most have no vector that parts them
  halfspace,    // along its normal (narrow/depth/halfspace_penetration.h)
  convex,       // two convex sets (narrow/depth/convex_penetration.h)
  search,       // polyhedral solids (narrow/depth/penetration.cpp)
  trial         // what is neither, as far as it has an inside (narrow/depth/any_penetration.h)
};
const char* name(DepthWay way) noexcept;
// `polyhedral`: both are solids of triangles, or can be made such.
DepthWay depth_way(const Body& a, const Body& b, bool polyhedral) noexcept;

enum class ContactWay : std::uint8_t {
  unsupported,  // two half-spaces: planes touch nowhere, or in all of a plane
  triangles,    // corners, edges and faces (narrow/contact/triangle_contacts.cpp)
  deepest,      // one contact of a curved body (narrow/contact/curved_contacts.cpp)
  halfspace,    // corners and rims below a plane (narrow/contact/halfspace_contacts.cpp)
  compound      // part by part
};
const char* name(ContactWay way) noexcept;
ContactWay contact_way(const Body& a, const Body& b) noexcept;

enum class RayWay : std::uint8_t {
  unsupported,  // a margin around a curved body
  triangles,    // a tree of triangles (narrow/ray/ray.cpp)
  smooth,       // a radius around a point or segment, and half-spaces (narrow/ray/ray_primitive.h)
  curved,       // a quadratic in the body's frame (narrow/ray/ray_curved.h)
  rounded,      // a margin around triangles (narrow/ray/ray_rounded.h)
  compound      // part by part
};
const char* name(RayWay way) noexcept;
RayWay ray_way(const Body& body) noexcept;  // an empty handle counts as triangles

// A box and a capsule or segment, without margins, and the distance of two boxes: asked as convex sets, which takes
// less than trees of so few triangles. Distances of bodies that touch are left to the triangles.
bool by_support(const Body& a, const Body& b) noexcept;

// Triangles that are numbered as they are given, without a margin.
bool plain_triangles(const Shape& shape) noexcept;
// For many poses of b: may a be placed once, and each pose be asked by triangles that by_triangles() says it of? Where
// a pose bends a radius or collapses a box, or there is a closed form, it is asked like any pair.
bool placed_once(const Body& a, const Shape& b) noexcept;
bool by_triangles(const Body& body) noexcept;

}  // namespace graze
