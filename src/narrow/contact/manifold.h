// Contacts of two convex bodies with corners: one normal, and the corners of what two faces have in common, or one
// point of two edges. docs/contacts.md, "Two convex bodies".
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "graze/contacts.h"

namespace graze {

struct ManifoldPoint {
  Vec3 point;           // half way between the two surfaces
  double depth = 0;     // negative: a gap
  double x = 0, y = 0;  // in the plane of the face
  Feature feature_a, feature_b;
};

struct Manifold {
  static constexpr int most = 64;
  Vec3 normal;  // unit, from a to b
  bool arbitrary = false;
  double bound = 0;        // of every depth
  double point_bound = 0;  // as in ContactResult
  double deepest = 0;      // of all points, also of those that reduce() left out
  int count = 0;           // points in the order of the polygon that they are the corners of
  union {                  // not set beyond `count`: making so many costs more than finding them
    std::array<ManifoldPoint, most> points;
  };
  Manifold() noexcept {}
};

enum class Verdict : std::uint8_t {
  none,      // proven: no contacts
  contacts,  // proven: the manifold's
  surfaces,  // the manifold's, if the surfaces are near each other: the exact way must tell
  undecided  // the exact way must tell
};

// A corner's number, an edge's and a face's of a box by the rules of docs/contacts.md. Bit k of `upper`: at the upper
// end of axis k.
inline Feature box_corner(unsigned upper) noexcept { return {Feature::Kind::vertex, std::uint16_t(upper), 0, 0}; }
inline Feature box_edge(int axis, unsigned upper) noexcept {
  const int low = axis == 0 ? 1 : 0, high = axis == 2 ? 1 : 2;
  return {Feature::Kind::edge, std::uint16_t(4 * unsigned(axis) + (upper >> low & 1u) + 2 * (upper >> high & 1u)), 0,
          0};
}
inline Feature box_face(int axis, unsigned upper) noexcept {
  return {Feature::Kind::face, std::uint16_t(2 * unsigned(axis) + (upper >> axis & 1u)), 0, 0};
}

// The bodies are in the order of body_order(), and their shapes are boxes without margins. `axis` is that of the last
// answer or -1, and becomes that of this one. `reduced`: at most four points, as reduce() leaves them without a cache.
Verdict box_manifold(const Body& a, const Body& b, double tolerance, bool reduced, int& axis,
                     Manifold& manifold) noexcept;

// The same of boxes and convex shapes with interiors, without margins, under any poses. The cache, or null: its normal
// is that of the last answer or 0, and becomes that of this one, or one along which the bodies are apart.
Verdict hull_manifold(const Body& a, const Body& b, double tolerance, ContactCache* cache, Manifold& manifold);

// A sphere or capsule that its pose keeps one, with any margin, and a box or convex shape as above. The normal leads
// from the round body to the other, and features of the round one are those of a.
Verdict round_manifold(const Body& round, const Body& body, double tolerance, Manifold& manifold);

// Exchanges a and b.
void mirror(Manifold& manifold) noexcept;

// At most four of the points: the two farthest apart and the farthest on either side of them; where another is deeper
// than these by more than the tolerance, it takes the place of the nearest of them. The four of the last
// answer stay while all of them are there, and no other is deeper than they all by more than the tolerance.
void reduce(Manifold& manifold, double tolerance, const ContactCache* last) noexcept;

// What the cache calls a point.
std::uint64_t name_of(const Feature& feature_a, const Feature& feature_b) noexcept;
// The features of a and b that are called so.
std::pair<Feature, Feature> named(std::uint64_t name) noexcept;

// Writes the contacts; and what the next query of the two bodies may begin with.
void write(const Manifold& manifold, ContactResult& result, ContactCache* cache);

}  // namespace graze
