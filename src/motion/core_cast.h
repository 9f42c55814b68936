// When do two cores with a radius, one of which goes straight past the other, first touch? In double, with proofs.
//
// Seen from a, core b less core a is a convex set D, and the way is a ray from the origin along v: contact is where the
// ray is within r, the sum of the radii, of D. A direction n along which all of D is at least m proves the way clear
// until the time (m - r |n|) / (n . v), and from that time on where n . v is not above 0. So the search goes: the
// nearest point of D to where the ray is proven to be clear, as the method of Gilbert, Johnson and Keerthi finds it,
// gives the next direction; each direction may take the ray on (van den Bergen 2004, ray casting against convex
// objects). Contact is proven by points of D: shortly after, they are within r of the ray, or a tetrahedron of them
// holds it.
//
// Rounding, with u = 2^-53, L the largest coordinates of both cores and of the way between them, added up, and V those
// of the way that they go: the least of n . d over D is off by 6u |n|1 L (coordinates u, products and sums 5u), n . v
// by 4u |n|1 V, r |n| by 4u of itself, the quotient by u: less than 16u |n|1 (L + V + r) of the numerator, for which
// 64u is taken. Where a rounded pose puts a body at a time is off by 8u (M + V) in each coordinate, M the largest
// coordinate of its points: `stand` is until when that cannot make them touch, with 16u for both.
//
// Which of the two is called a mirrors the answer: every sum below is one of two terms, or keeps its order.
#pragma once

#include "motion/moving_core.h"

namespace graze {

struct CoreCast {
  enum class Kind : std::uint8_t {
    clear,  // proven: no contact until after `limit`, nor where rounded poses put the bodies until then
    hit,    // proven contact at `upper`, and none before `lower`
    unsure
  };
  Kind kind = Kind::unsure;
  double lower = 0, upper = 0;       // of a hit
  double stand = 0;                  // no contact until then in rounded poses; at most `lower`
  Vec3 point, normal;                // world, between the bodies; unit, from a to b
  int corners_a = 0, corners_b = 0;  // how many points of each core the place is between
  std::uint32_t steps = 0;
};

// From time 0 to `limit`, which is at most 1, with the ways of both over all of the time from 0 to 1.
void cast(const MovingCore& a, Vec3 way_a, const MovingCore& b, Vec3 way_b, double limit, CoreCast& result) noexcept;
void cast(const ManyCore& a, Vec3 way_a, const MovingCore& b, Vec3 way_b, double limit, CoreCast& result) noexcept;

}  // namespace graze
