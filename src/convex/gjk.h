// How far apart are two convex sets, and do they meet? Certified: every number is a bracket of the truth.
//
// The method of Gilbert, Johnson and Keerthi on the differences b - a. The stopping rule is the gap between two proven
// bounds: two points found, one of each set, are never closer than the sets; the sets are never closer than they are
// along any direction. Where rounding ends the search too early, sets of points go on in exact arithmetic
// (convex/exact_gjk.h), so that only ellipsoids, cylinders and cones can be `undecided`.
//
// Swapping the arguments mirrors every field, bit for bit; the instruction set changes nothing.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "convex/support.h"

namespace graze {

// Closed sets: touching ones meet.
enum class Relation : std::uint8_t { separate, meet, undecided };

// Where an earlier query of the same two sets ended: a start for the next. It may change a number within its bracket,
// never a yes or no.
struct ConvexCache {
  Vec3 axis;                // from a to b, any length; 0: none
  std::uint32_t count = 0;  // of pairs of points
  std::array<std::uint32_t, 3> a{}, b{};
};

// The points that a witness lies between, as indices; none of a curved core.
struct ConvexFeature {
  std::uint32_t count = 0;
  std::array<std::uint32_t, 3> point{};
};

struct ConvexDistanceSettings {
  // Of sets farther apart only a lower bound above `max` is promised.
  double max = std::numeric_limits<double>::infinity();
  // Narrowest bracket that is worth working for, in the world; 0: 1e-11 of the sets' size, 1.5e-7 for curved cores.
  double tolerance = 0;
};

struct ConvexDistance {
  Relation relation = Relation::undecided;
  bool converged = false;  // the bracket is as narrow as the settings ask; also when the sets meet
  bool beyond = false;     // farther apart than max: only `lower` says something
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  // In the world, apart by at most `upper`. When the cores meet, twice a point that is within `off` of both.
  Vec3 point_a, point_b;
  double off = 0;  // when they meet; 0 but where they hardly do
  Vec3 normal;     // unit, from a to b, along which `lower` is proven; 0 when the sets meet
  ConvexFeature feature_a, feature_b;
  std::uint32_t steps = 0;  // pairs of support points
};

GRAZE_API ConvexDistance convex_distance(const Support& a, const Support& b,
                                         const ConvexDistanceSettings& settings = {},
                                         ConvexCache* cache = nullptr) noexcept;

struct ConvexMeeting {
  Relation relation = Relation::undecided;  // exact for cores of points
  double lower = 0;                         // the gap's bracket, as far as the answer needed it
  double upper = std::numeric_limits<double>::infinity();
  Vec3 axis;  // separate: from a to b, unit, along which they are apart
  std::uint32_t steps = 0;
};

// Stops at the first direction that separates the sets, or the first proven common point. `hasty`: a quick look first
// also where a core is curved, which may tell what the search leaves undecided where sets touch to within rounding.
ConvexMeeting convex_meeting(const Support& a, const Support& b, ConvexCache* cache = nullptr,
                             bool hasty = false) noexcept;

}  // namespace graze
