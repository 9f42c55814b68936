// Two triangles of bodies in motion: how long does a direction prove them apart?
//
// Along a fixed direction n, |n| <= 1 + 4u, a point on a path has f(t + d) >= f(t) + f'(t) d - M d^2 / 2 where M bounds
// |n . p''|: angle^2 times the distance to the axis times |n x axis|, and 0 without a turn, whatever
// the velocity. So a pair of corners that
// are apart along n by g stay apart until the root of g + v d - M d^2 / 2, and two triangles until the first such root
// of their nine pairs of corners. For translations that is exact up to rounding; for turns it converges like Newton's
// method on a contact that is not tangential.
//
// A gap is off by less than 64u (La + Lb), see motion/moving_triangle.h, and what squares that leave the doubles at
// their lower end cost. Without a turn there are none of these: 2^-1040 covers what products lose. With a turn, for
// sizes up to 2^400, that is less than s = 2^-480, in a time of at most 1:
// - Lengths, of which radii and the errors of speeds are made, lose less than 2^-533: with angles of at most 2 pi that
//   is less than 2^-527 of a way. The square of an angle loses 2^-1074 of itself, and 2^-670 of a way.
// - In the root, T = v^2 + 2 m g is off by less than 2^-1072 beside its last places. Above 2^-1000 that is one of them.
//   Else |v| < 2^-500 and m g < 2^-1001. With m <= 2^-490 a way is below 2^-500 + 2^-491 at all times, and any answer
//   holds. Else g < 2^-511 and, as gaps of up to no_gap count as none, 2 m g > 2^-1049: the root is at least that of
//   m g, and at most that of 2 T. Where they close, the time is at most twice the root of g / m, and the way by then
//   below 2^-500 + 2 g. Where they part it is at most 2^-498 / m, and m / 2 times its square below 2^-506.
#pragma once

#include "motion/moving_triangle.h"
#include "narrow/triangle/closest_rounded.h"

namespace graze {

// What squares below the doubles cost, as told above; and the gap of things that turn that counts as none.
inline constexpr double lost_in_turns = 0x1p-480, lost_without = 0x1p-1040, no_gap = 0x1p-560;

class MovingPair {
 public:
  // Both relative to the same base. Up to `separation` apart the bodies count as in contact; their sets may reach
  // beyond the triangles by `slack`.
  MovingPair(const MovingTriangle& a, const MovingTriangle& b, Vec3 base, double separation, double slack) noexcept;

  // Everything below is about this time.
  void place(double time) noexcept;

  struct Advance {
    double until = 0;  // proven: more than `separation` apart until then; the time itself where not even there
    Vec3 direction;    // unit, from a to b
    double gap = 0,
           closing = 0;  // of the corners that end it: beyond the separation, and the speed at which it shrinks
  };
  // The direction counts from a to b, and may have any length.
  Advance advance(Vec3 direction) const noexcept;
  // Backwards: the time from which on, until now, the direction proves them apart; more than now where it does not.
  double since(Vec3 direction) const noexcept;
  // The best of all directions along which triangles can be apart: normals, products of edges, and across edges.
  Advance best_advance() const noexcept;

  struct PairPoints {
    Vec3 direction;         // about from a to b; may be 0
    double gap = 0;         // beyond the separation: proven upper bound of the true one
    Vec3 point_a, point_b;  // world
    TriangleFeature feature_a, feature_b;
  };
  PairPoints nearest() const noexcept;
  // Unit, from a to b, for triangles that are so near that `nearest` has no direction: a normal of b, else of a,
  // against the way they come together; of what has no normals that way itself.
  Vec3 some_normal() const noexcept;

  // A lower bound of the distance of the triangles, close to it.
  double least_distance() const noexcept;
  // Bounds how fast their points move, together.
  double speed() const noexcept;

  // Proven: they have a common point, or are no farther apart than the separation.
  bool surely_in_contact() const noexcept;

  static double error_of(const MovingTriangle& a, const MovingTriangle& b) noexcept {
    const bool turns = a.path->angle != 0 || b.path->angle != 0;
    return 64 * 0x1p-53 * (a.size + b.size) + (turns ? lost_in_turns : lost_without);
  }
  void set_separation(double separation) noexcept { separation_ = separation; }
  double separation() const noexcept { return separation_; }
  double error() const noexcept { return error_ + slack_; }  // of a gap

 private:
  // How long the direction proves them apart, forwards (1) or backwards (-1) in time; negative when it does not.
  double lasts(double sense, Advance& result) const noexcept;

  MovingTriangle a_, b_;
  Vec3 base_;
  double separation_, slack_, error_, time_ = 0;
};

// How long d until g + v d - m d^2 / 2 is 0, for g > 0 and m >= 0, a few u too long at most, and what is told above.
double first_root(double g, double v, double m) noexcept;
// Bounds the second derivative along n of all corners.
double bend_along(Vec3 n, const MovingTriangle& t) noexcept;

}  // namespace graze
