// Two triangles, one of which may be translated by v: they meet for the v of a convex polytope, their Minkowski
// difference, whose faces have normals among eleven axes. In rounded arithmetic: for searches whose outcome is checked
// exactly.
#pragma once

#include <vector>

#include "graze/math.h"

namespace graze {

// A triangle with what all its pairs ask for.
struct ObstacleFace {
  Triangle triangle;
  Vec3 normal;               // unit; 0 of one without area
  double low = 0, high = 0;  // what rounding makes of the corners' extent along it, from the first corner
};
ObstacleFace obstacle_face(const Triangle& triangle) noexcept;

// A half-space of translations n . v >= c, |n| = 1, in which a pair does not meet.
struct Wall {
  Vec3 n;
  double c = 0;
};

// A part of a line; empty when enter >= leave.
struct Interval {
  double enter = 0, leave = 0;
};

// Where on start + t * direction the pair meets by more than eps along every axis. Empty for parallel triangles and
// those without area: by themselves they bound no interior. Empty as well where it ends by `from`, or begins from `to`
// on.
Interval meeting(const ObstacleFace& moved, const ObstacleFace& fixed, Vec3 start, Vec3 direction, double eps,
                 double from, double to) noexcept;

// When the pair touches at v, to within delta, appends the walls of all axes that part it there.
void touched_walls(const ObstacleFace& moved, const ObstacleFace& fixed, Vec3 v, double eps, double delta,
                   std::vector<Wall>& walls);

}  // namespace graze
