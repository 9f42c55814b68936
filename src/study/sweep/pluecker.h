// Directed lines by their Plücker coordinates, and on which side they pass each other (van Waveren 2005, section 2.1).
//
// The paper's six numbers are these: (p2, p4, p5) is the direction up to order and sign, (p0, p1, p3) the moment. Its
// permuted inner product is side(), which is six times the volume of the tetrahedron of the four points and not, as
// printed, the volume.
//
// Rounding: without contraction a line run backwards has exactly the negated coordinates, and so has side(). With u =
// 2^-53: a moment is off by 3u of the magnitudes of its products, a direction by u, and side() by 9u of the sum of its
// products' magnitudes, each moment counted with those of its own products.
#pragma once

#include "graze/math.h"

namespace graze::study {

struct Pluecker {
  Vec3 direction, moment;  // moment: of any point of the line about the origin, point x direction
};

// Through two points, and from a point along a direction.
constexpr Pluecker line_through(Vec3 a, Vec3 b) { return {b - a, cross(a, b)}; }
constexpr Pluecker line_along(Vec3 a, Vec3 direction) { return {direction, cross(a, direction)}; }

// (c - a) . (u x w) for lines through a along u and through c along w: 0 when they are in one plane. What comes against
// the normal of a polygon and passes inside its border has a positive side of every edge, run counter-clockwise.
constexpr double side(const Pluecker& p, const Pluecker& q) {
  return -(dot(p.direction, q.moment) + dot(p.moment, q.direction));
}

}  // namespace graze::study
