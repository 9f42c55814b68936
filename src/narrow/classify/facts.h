// What is known about two parts of bodies (narrow/classify/solid_member.h): yes, no, or open where neither is proven.
//
// Proven means exact for polyhedral solids, half-spaces, and spheres and capsules that keep their radius, with any
// margin; curved bodies are judged by the brackets of their distances and depths.
#pragma once

#include "narrow/classify/solid_member.h"

namespace graze {

enum class Fact : std::uint8_t { no, open, yes };

inline Fact fact(bool value) noexcept { return value ? Fact::yes : Fact::no; }
inline Fact operator!(Fact fact) noexcept {
  return fact == Fact::yes ? Fact::no : fact == Fact::no ? Fact::yes : Fact::open;
}
inline Fact operator||(Fact a, Fact b) noexcept { return a > b ? a : b; }
inline Fact operator&&(Fact a, Fact b) noexcept { return a < b ? a : b; }

// Have they common interior? They have common points, or it is not known whether.
Fact common_interior(const SolidMember& a, const SolidMember& b, Counters& counters);
// Is a a part of b?
Fact is_part(const SolidMember& a, const SolidMember& b, Counters& counters);
// Is some point of a outside of all of b's members?
bool sticks_out(const SolidMember& a, const std::vector<SolidMember>& b, Counters& counters);

// Is the point in the member, and how?
struct Place {
  bool known = false;
  bool outside = false, inside = false;  // neither: on the boundary
};
Place place_of(const SolidMember& member, Vec3 point, Counters& counters);
// Does one of the body's triangles hold the point?
bool on_triangles(const PlacedBody& body, Vec3 point, Counters& counters);

// Is one of some points of the two in the interior of the one and not outside of the other? Both have an interior near
// every point of theirs.
bool share_a_sample(const SolidMember& a, const SolidMember& b, Counters& counters);

// --- what both of the first two ask ---

// Of the triangle's two sides: which are in the solid? Nothing where others cut the triangle.
struct Sides {
  bool known = false;
  bool any = false, both = false;
};
Sides sides_of(const SolidMember& solid, std::uint32_t triangle, Counters& counters);

// Exactly: are the triangles nearer to each other than r + s?
bool nearer(const Triangle& a, const Triangle& b, double r, double s);

// The complement, with the plane; a half-space without a margin.
SolidMember complement(const SolidMember& halfspace);

// Every corner of the posed triangles, until visit returns false.
template <class Visit>
void for_each_corner(const Posed& body, const Visit& visit) {
  for (std::uint32_t i = 0; i < body.shape->triangle_count; ++i) {
    const Triangle t = body.triangle(i);
    if (!visit(t.a) || !visit(t.b) || !visit(t.c)) return;
  }
}

}  // namespace graze
