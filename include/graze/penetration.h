// How deep two solids are in each other, and the translation that parts them (docs/penetration.md).
#pragma once

#include <limits>
#include <string>

#include "graze/query.h"

namespace GRAZE_API graze {

// How much work is put into a depth.
struct PenetrationSettings {
  // How much is searched: directions, descents and points grow with it, and so does the work that is done at most. The
  // answer holds for any. Each doubling makes the depth smaller or the lower bound larger, or leaves them; from one
  // power of two to the next nothing changes. 1 to 1000.
  int effort = 1;
  // Of bodies that are proven to be deeper than this only a lower bound is promised (`beyond`). Not negative. A depth
  // up to this is found as without it. find_signed_distance() does not read it.
  double max = std::numeric_limits<double>::infinity();
  std::uint64_t budget = default_budget;  // and 2^25 units where one is not convex; times `effort`
};

// The depth of two bodies is the length of the shortest vector that, added to the translation of one, leaves them no
// common interior, on the posed doubles. It is between `lower` and `depth`. All numbers are 0 when the interiors do not
// meet already. A body without interior has a depth where all of it is in one that has: the way out of that interior.
// Unsupported: a surface without inside, unless against a half-space; two half-spaces; compounds with such a part.
struct [[nodiscard]] PenetrationResult : Outcome {
  bool beyond = false;  // deeper than settings.max: `lower` holds, and nothing else is known
  // World frame. a with pose.translation + vector, and as well b with pose.translation - vector, each sum rounded and
  // the other body where it is, has no interior in common with the other: exactly, on the posed doubles; curved bodies
  // by certified bounds. A point, segment or polygon has none itself: it is parted when a plane is between it and the
  // other convex body.
  Vec3 vector = unknown_point;
  double depth = unknown_number;  // the length of the vector, rounded up; infinite when beyond
  // The true depth is between them, also where the budget is spent; upper is the depth where that is known.
  double lower = unknown_number, upper = unknown_number;
  // A point of both bodies, of curved ones to within 1e-6 of their size. Of solids of triangles `lower` is the sum of
  // its distances to the two surfaces, less what rounding may do.
  Vec3 inside = unknown_point;
  // The bodies are the same in every number (shape, radius, margin and pose): swapping them changes nothing, and the
  // opposite vector would be as right.
  bool symmetric = false;
  Counters counters;  // the work that was done
};

// Swapping a and b negates the vector and changes nothing else; only bodies that are the same in every number get the
// same vector both ways (`symmetric`). The same bits for any instruction set.
PenetrationResult find_penetration(const Body& a, const Body& b, const PenetrationSettings& settings = {}) noexcept;

// How far apart two bodies are, or with a minus how deep they are in each other.
struct [[nodiscard]] SignedDistanceResult : Outcome {
  double distance = unknown_number;  // the distance of bodies apart, 0 of those that touch, else minus the depth
  double bound = unknown_number;     // |distance - true| <= bound
  double lower = unknown_number, upper = unknown_number;  // the true signed distance is between them
  DistanceResult apart;                                   // of bodies apart or touching
  PenetrationResult penetration;                          // of bodies with common interior
};

// find_distance() of bodies without common interior, else minus the depth of find_penetration(); unsupported where that
// is.
SignedDistanceResult find_signed_distance(const Body& a, const Body& b,
                                          const PenetrationSettings& settings = {}) noexcept;

}  // namespace graze
