// How far apart are the cores of two primitives: points, segments and balls around them with each other; a ball or
// point with a box, cylinder or cone; two boxes, as far as yes and no go. A closed form in double, and what rounding
// may have done to it; nothing is prepared.
//
// Each verb that uses it says whether it knows; else the question is left to the next way of the verb's table, which is
// exact or certified for every input. That happens near ties, and where numbers, poses or margins are out of the
// ordinary. Swapping the arguments mirrors the answer, and whether there is one.
#pragma once

#include "graze/query.h"
#include "shape/data.h"

namespace graze {

// A point or segment with its posed ends, which are exact, and the radius of the body around it.
struct RoundCore {
  Vec3 p, q;
  double radius = 0;
  bool point = true;  // p = q
};

// Sphere, capsule, segment or point; false where the pose or the numbers need a closer look. The pose is invertible,
// and the radius that of the contract, margin included.
bool make_round_core(const ShapeData& shape, const Pose& pose, RoundCore& core) noexcept;

// A box, cylinder or cone under a pose that is a rotation or reflection to within rounding.
struct FramedSolid {
  ShapeForm form = ShapeForm::box;
  const Pose* pose = nullptr;
  Vec3 extent;        // box: half extents; cylinder, cone: radius, radius, half height
  double defect = 0;  // the magnitudes in M M^T - 1, as computed, added up
  double radius = 0;  // the margin around it
};
bool make_framed_solid(const ShapeData& shape, const Pose& pose, FramedSolid& solid) noexcept;

// The gap of two cores; of a solid and a point in it, minus the depth.
struct CoreGap {
  double gap = 0;
  double lower = 0, upper = 0;  // the true gap is between them; infinite or NaN where nothing is known
  double size = 0;              // of all that the gap is made of
  Vec3 point_a, point_b;
  double point_error = 0;  // each is that near to a point of its core, and those two are at most `upper` apart
  Vec3 normal;             // unit, from a to b; 0 unless the gap is above 0
  Feature feature_a, feature_b;
};

void round_gap(const RoundCore& a, const RoundCore& b, CoreGap& result) noexcept;
// a is the solid, b the point. Points and normal only where the gap is above 0.
void solid_gap(const FramedSolid& solid, Vec3 point, CoreGap& result) noexcept;

enum class BoxPair { apart, meet, unsure };
BoxPair boxes_meet(const FramedSolid& a, const FramedSolid& b) noexcept;

// --- of bodies; false or unsure where they need a closer look ---

struct ClosedGap : CoreGap {
  double radius_a = 0, radius_b = 0;
};
// Two of sphere, capsule, segment and point.
bool find_round_gap(const Body& a, const Body& b, ClosedGap& gap) noexcept;
// a is a box, cylinder or cone, b a sphere or point.
bool find_solid_gap(const Body& a, const Body& b, ClosedGap& gap) noexcept;
BoxPair find_boxes(const Body& a, const Body& b) noexcept;

enum class Known { yes, no, unsure };
// Is the gap at most the radii and the tolerance?
Known reaches(const ClosedGap& gap, double tolerance) noexcept;

}  // namespace graze
