// Two whole bodies in motion: for half-spaces and curved bodies, which have no triangles.
//
// At a time the bodies are where rounded poses put them; how far apart they are there is known by a bracket. Where both
// are convex, or one is a half-space, it holds along a direction, and how long that proves them apart follows from the
// speeds along it of all points of the bodies' boxes, as in motion/moving_lanes.h. Else the speeds in all directions
// count. What a rounded pose does to a point, against the exact path of the point: 64u of all that goes into it, with
// the terms of motion/path.h and the coordinates themselves.
//
// A half-space that turns by the angle w t about an axis k through A, which may go straight, has a normal n(t) whose
// part across k keeps its length s. Of a point p of the other body the gap f = n . (p - A) - e has
//   f' = w (k x n) . (p - A) + n . (p' - A'),   f'' = n'' . (p - A) + 2 n' . (p' - A') + n . p'':
// the first is that of a rigid body that has p on it, the second is at most w^2 s D + 2 |w| s V + |p''|, where V bounds
// |p' - A'|, and D, the distance of p to the axis, is at most that at the start and V, or the way of p, more. The plane
// in a rounded pose: its linear part is off by 164u F and 8u of itself in each element, which moves what is at a
// distance from the pose's origin by three times that and the condition number of the linear part.
#pragma once

#include "motion/path.h"

namespace graze {

class MovingBodies {
 public:
  MovingBodies(const Body& a, const Path& path_a, const Body& b, const Path& path_b, double zone) noexcept;

  // Unsupported: two half-spaces of which one turns.
  Status status() const noexcept { return status_; }

  struct Advance {
    Status status = Status::ok;
    double until = 0;             // proven: more than `zone` apart until then
    double lower = 0, upper = 0;  // of the gap, beyond the zone
    double closing = 0;           // the speed at which it may shrink
    Vec3 direction;               // unit, from a to b, or 0
    Vec3 point_a, point_b;        // world, about the nearest
    Feature feature_a, feature_b;
  };
  Advance advance(double time, Counters& counters) const noexcept;

  // Proven: they have a common point, or are no farther apart than the zone.
  bool surely_in_contact(double time, Counters& counters) const noexcept;

  double error() const noexcept { return error_; }
  double speed() const noexcept { return speed_; }  // bounds that of all points, together

  void set_zone(double zone) noexcept { zone_ = zone; }
  double zone() const noexcept { return zone_; }

 private:
  struct Side {
    const Body* body;
    const Path* path;
    Vec3 middle, half[3], arm;  // of the box around the body, at the start
    double radius = 0;          // bounds the distance of its points to the axis
  };
  // A half-space that turns, beside a body that is none.
  struct TurningPlane {
    bool is_there = false, is_a = false;
    double distance = 0, speed = 0;  // of points of the body and the axis: D and V
  };
  void measure(const Body& a, const Body& b, Advance& result, Counters& counters) const noexcept;
  void prepare(Side& side, const Body& body, const Path& path) noexcept;
  void prepare_plane(bool is_a) noexcept;
  static void see(const Side& side, Vec3 n, double time, double& speed, double& spread, double& bend) noexcept;
  void see_plane(Vec3 n, double time, double& speed, double& spread, double& bend) const noexcept;

  Side a_, b_;
  TurningPlane turning_;
  bool convex_, plane_;  // both are convex sets; one is a half-space
  double zone_, error_ = 0, speed_ = 0;
  Status status_ = Status::ok;
};

}  // namespace graze
