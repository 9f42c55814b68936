// How far apart are the cores of two primitives: points, segments and balls around them with each other; a ball or
// point with a box, cylinder or cone; two boxes, as far as yes and no go. A closed form in double, and what rounding
// may have done to it; nothing is prepared.
//
// Each verb that uses it says whether it knows; else the question is left to the next way of the verb's table, which is
// exact or certified for every input. That happens near ties, and where numbers, poses or margins are out of the
// ordinary. Swapping the arguments mirrors the answer, and whether there is one.
#pragma once

#include "graze/query.h"
#include "narrow/pair/round_pair.h"
#include "shape/data.h"

namespace graze {

// The gap of two cores; of a solid and a point in it, minus the depth.
struct CoreGap {
  double gap = 0;
  double lower = 0, upper = 0;  // the true gap is between them; infinite or NaN where nothing is known
  double size = 0;              // of all that the gap is made of
  Vec3 point_a, point_b;
  double point_error = 0;  // each is that near to a point of its core, and those two are at most `upper` apart
  Vec3 normal;             // unit, from a to b; 0 unless the gap is above 0
  Feature feature_a, feature_b;

  // Member by member: what has no constructor compilers clear as one block, which takes longer than the closed form.
  CoreGap() noexcept {}
};

struct ClosedGap : CoreGap {
  double radius_a = 0, radius_b = 0;
};

// False or unsure where they need a closer look. Two of sphere, capsule, segment and point:
bool find_round_gap(const Body& a, const Body& b, ClosedGap& gap) noexcept;
// a is a box, cylinder or cone, b a sphere or point. Points and normal only where the gap is above 0.
bool find_solid_gap(const Body& a, const Body& b, ClosedGap& gap) noexcept;
enum class BoxPair { apart, meet, unsure };
BoxPair find_boxes(const Body& a, const Body& b) noexcept;

enum class Known { yes, no, unsure };
// Is a gap between `lower` and `upper` at most `most`, which was rounded twice?
inline Known reaches(double lower, double upper, double most) noexcept {
  constexpr double u = 0x1p-53;
  if (upper <= most * (1 - 4 * u)) return Known::yes;
  return lower > most * (1 + 4 * u) ? Known::no : Known::unsure;
}
// Is the gap at most the radii and the tolerance?
inline Known reaches(const ClosedGap& gap, double tolerance) noexcept {
  return reaches(gap.lower, gap.upper, (gap.radius_a + gap.radius_b) + tolerance);
}
// The same of two of sphere, capsule, segment and point.
Known round_reaches(const Body& a, const Body& b, double tolerance) noexcept;

inline RoundBody round_body(const Body& body) noexcept {
  const ShapeData& shape = data_of(body.shape);
  return {&body.pose, shape.vertices.size() == 1 ? nullptr : shape.vertices.data(), shape.radius + shape.world_margin};
}

}  // namespace graze
