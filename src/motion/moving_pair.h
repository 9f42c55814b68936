// Two triangles of bodies in motion: how long does a direction prove them apart?
//
// Along a fixed direction n, |n| <= 1 + 4u, a point on a path has f(t + d) >= f(t) + f'(t) d - M d^2 / 2 where M bounds
// |n . p''|: angle^2 times the distance to the axis times |n x axis|, and 0 without a turn, whatever
// the velocity. So a pair of corners that
// are apart along n by g stay apart until the root of g + v d - M d^2 / 2, and two triangles until the first such root
// of their nine pairs of corners. For translations that is exact up to rounding; for turns it converges like Newton's
// method on a contact that is not tangential.
//
// A gap is off by less than 64u (La + Lb), see motion/moving_triangle.h.
#pragma once

#include "motion/moving_triangle.h"
#include "narrow/triangle/closest_rounded.h"

namespace graze {

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
    return 64 * 0x1p-53 * (a.size + b.size) + 0x1p-1040;  // underflow loses less than the last term
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

// How long d until g + v d - m d^2 / 2 is 0, for g > 0 and m >= 0, a few u too long at most.
double first_root(double g, double v, double m) noexcept;
// Bounds the second derivative along n of all corners.
double bend_along(Vec3 n, const MovingTriangle& t) noexcept;

}  // namespace graze
