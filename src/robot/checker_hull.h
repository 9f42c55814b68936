// The hull of a body of a checker: how far apart two bodies are at least, and how deep in each other at most, for about
// a microsecond.
#pragma once

#include <memory>
#include <vector>

#include "graze/query.h"

namespace graze {

// What is made ready of a shape.
struct CheckerHull {
  struct Part {
    Shape solid, surface;  // without the margin; of a primitive the surface is an empty handle
    Pose pose;             // in the frame of the body
    double margin = 0;
  };
  Shape hull;              // convex: it holds the shape, margin included, but for the rounding of posed vertices
  bool primitive = false;  // the shape is its hull
  bool convex = false;     // it is, but for that rounding
  bool has_depth = false;  // every part has an inside
  std::vector<Part> parts;
};

// Null where there is no hull: a half-space, or a compound with one; and of shapes of so many triangles that it would
// take long to find.
std::shared_ptr<const CheckerHull> make_checker_hull(const Shape& shape);

// At most the distance of the bodies; 0 or less where the hulls meet or nothing is known. It need not be more than
// `enough`. `slack`: more than what rounding of posed vertices may do to both.
double hull_gap(const CheckerHull& a, const Pose& pose_a, const CheckerHull& b, const Pose& pose_b, double enough,
                double slack);

// Of bodies that meet, each with has_depth. `lower` and `upper` bound the length of the shortest translation that parts
// them: from above that of the hulls, from below the radii of two balls around one point, one in each body.
struct DepthBracket {
  bool known = false;
  double lower = 0, upper = 0;
  Vec3 normal;            // unit, from a to b: the way on which b leaves a by `upper`; 0 where they only touch
  Vec3 point_a, point_b;  // of the hulls, where they touch once b is moved
};
DepthBracket bracket_depth(const CheckerHull& a, const Pose& pose_a, const CheckerHull& b, const Pose& pose_b,
                           double slack);

}  // namespace graze
