// When do two cores with a radius first touch, on any paths of motion/path.h, one or both of them turning? In double,
// with proofs, as motion/core_cast.h does it for straight ways.
//
// At a time t the cores are placed, and a direction n is tried: the nearest point of core b less core a, as far as the
// method of Gilbert, Johnson and Keerthi has it. Along n each corner has f(t + d) >= f(t) + f'(t) d - m d^2 / 2 where m
// bounds its acceleration along n: angle^2 times the amplitude of the wave that n sees of the turning corner. So
//   h(d) = (the least of all corners of b) + (the least of all of -a) - r |n|,   r the sum of the radii,
// is below the gap along n, and it is concave, being made of sums and minima of concave functions: where h is above 0
// at 0 and at some d, all of the time between is proven clear. d is the root of the corners that end it, found by
// looking at which they are a few times; the proof is that h is above 0 there.
//
// Near contact no direction that stands proves much: the features that will meet turn, and with them their normal. So a
// direction that turns evenly is tried, too, n' = w x n, as fast as the normal of the features does now. For points p
// of b less a, f = n . p has
//   f' = (w x n) . p + n . p',   |f''| <= |n| (|w|^2 |p| + 2 |w| |p'| + |p''|),
// with bounds on |p|, |p'| and |p''| for all of the span: h with that instead is as good a proof, and gets to the
// contact as Newton's method does.
//
// Rounding, with u = 2^-53 and the terms of motion/path.h: of R y - y = k x y sin + k x (k x y) (1 - cos) the vectors
// are off by 26u X and 84u X and at most 1.5 X and 1.8 X in each coordinate, sine and versine by 7u F, and at most the
// lesser of 1 and F, and of 2 and F: all in all by 164u F X, and by (209 + 23 F)u X however large F is. So a placed
// corner is off by 16u L in each coordinate, L = R + S + T X, T the lesser of 12 F and 13.2 + 1.45 F, R the coordinates
// of the core's points less those of its pose. Then n . p is off by |n|1 (16 + 4)u L, n . (b.at - a.at) by 5u |n|1 of
// that, r |n| by 4u of itself. The terms of h in d are at most |n|1 6 F X and |n|1 S for d <= 1, which is below 2 L,
// and lose 6u of themselves: less than 48u |n|1 of L and 12u of the rest. 64u and 16u are taken off, and a computed h
// counts down to a quarter of that below 0. A speed along n is off by |n|1 u (1024 (1 + F) |angle| X + 16 |velocity|);
// of a direction that turns, by |w| |n|1 times (28 + 8)u of the sizes more, for which 128u is taken.
//
// Where a rounded pose puts a corner: with P bounding the sums of the sizes of what the columns of its linear part and
// the coordinates of the vertex make, the columns add 16u T P and 24u P to what is off, and the translation, with the
// arm of the pose's origin below X + P, 16u T (X + P) and 8u of what goes into it: 32u (P + |at| + S + T (X + P)).
#pragma once

#include "motion/core_cast.h"
#include "motion/turning_lanes.h"

namespace graze {

struct TurningCore {
  MovingCore core;
  Path path;
  TurningCorners corners;
  double size = 0;  // L
  double arms = 0;  // X
  double speed_error = 0, pose_error = 0;
  double speed = 0;   // that the turn gives a corner, at most
  double extent = 0;  // no two corners are farther apart
  // Nowhere on its path is a corner farther from where the pose's translation starts. With R the coordinates of the
  // points less that, r bounding their distance to the axis: sqrt 3 (R + S) and the lesser of F and 2 times r.
  double farthest = 0;
};

// The same bodies as make_moving_core(), and any path.
bool make_turning_core(const Body& body, const Path& path, TurningCore& core) noexcept;

// From time 0 to `limit`, which is at most 1.
void cast(const TurningCore& a, const TurningCore& b, double limit, CoreCast& result) noexcept;

}  // namespace graze
