// How far apart are the cores of two primitives: a closed form in double, and what rounding may have done to it.
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

}  // namespace graze
