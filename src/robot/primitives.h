// Shapes as robots have them: flat ones, down to a point, are the polygon, segment or point that they are.
#pragma once

#include <vector>

#include "graze/shape.h"

namespace graze {

// Each throws Error as the make_...() that it calls, for numbers below 0 or not finite.
Shape make_box_of(Vec3 half);
Shape make_sphere_of(double radius);
Shape make_capsule_of(double radius, double half);
Shape make_cylinder_of(double radius, double half);

// All parts as one shape; an empty handle where there are none.
Shape shape_of(std::vector<CompoundPart> parts);

}  // namespace graze
