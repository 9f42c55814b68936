// Two triangles of bodies in motion: how long does a direction prove them apart?
//
// Along a fixed direction n, |n| <= 1 + 4u, a point on a path has f(t + d) >= f(t) + f'(t) d - M d^2 / 2 where M bounds
// |n . p''|: angle^2 times the distance to the axis times |n x axis|, and 0 without a turn. So a pair of corners that
// are apart along n by g stay apart until the root of g + v d - M d^2 / 2, and two triangles until the first such root
// of their nine pairs of corners. For translations that is exact up to rounding; for turns it converges like Newton's
// method on a contact that is not tangential.
//
// Rounding, with u = 2^-53 and the terms of motion/path.h: coordinates are relative to a corner of the first triangle
// at the start; with R bounding them at the start, a placed corner is off by at most 16u L in each coordinate, L = R +
// S
// + 12 F X. Its product with n is off by 28u L, and 7u L for the product itself. A gap is off by less than 64u (La +
// Lb). The speed along n is off by less than u (1024 (1 + F) |angle| X + 16 |velocity|), for each body.
#pragma once

#include "motion/path.h"
#include "narrow/closest_rounded.h"

namespace graze {

class MovingPair {
 public:
  // World corners at the start of the motion. Up to `separation` apart the bodies count as in contact; their sets may
  // reach beyond the triangles by `slack`.
  MovingPair(const Path& path_a, const Triangle& a, const Path& path_b, const Triangle& b, double separation,
             double slack) noexcept;

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
  // The best of all directions along which triangles can be apart: normals, products of edges, and across edges.
  Advance best_advance() const noexcept;

  struct Nearest {
    Vec3 direction;         // about from a to b; may be 0
    double gap = 0;         // beyond the separation: proven upper bound of the true one
    Vec3 point_a, point_b;  // world
    TriangleFeature feature_a, feature_b;
  };
  Nearest nearest() const noexcept;

  // Proven: they have a common point, or are no farther apart than the separation.
  bool surely_in_contact() const noexcept;

  double error() const noexcept { return error_ + slack_; }  // of a gap

 private:
  struct Side {
    const Path* path;
    Vec3 start[3], arm[3];
    Vec3 at[3], speed[3];  // placed: position, derivative by time
    double radius = 0;     // bounds the distance of the corners to the axis
    double speed_error = 0;
  };
  double prepare(Side& side, const Path& path, const Triangle& t) noexcept;
  static void place(Side& side, double time) noexcept;
  bool surely_meet() const noexcept;

  Side a_, b_;
  Vec3 centre_;
  double separation_, slack_, error_, time_ = 0;
};

}  // namespace graze
