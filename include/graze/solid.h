// Solids: which points are in them, and how two of them lie to each other. Exact on the posed doubles for polyhedral
// bodies, half-spaces, and spheres and capsules that keep their radius; certified or `undecided` for curved bodies and
// for margins (docs/solids.md).
//
// A solid is the closure of the points around which its surface winds at least once: overlapping parts count once,
// shells turned inside out are cavities, and what they would bound outside of everything is nothing. A box is the
// solid that its corners span.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graze/query.h"

namespace GRAZE_API graze {

// --- inside: is a point in a body? ---

// Where a point is: outside the body, on its boundary, or inside; unknown when the status is not ok.
enum class Where : std::uint8_t { outside, on, inside, unknown };
const char* name(Where where) noexcept;  // the enumerator in words

// Undecided: within rounding of a curved surface, exactly at a margin, or on the boundaries of two parts of a compound
// that are not both polyhedral.
struct [[nodiscard]] InsideResult : Outcome {
  // On: on the boundary of the set. A point of the surface that has the solid on all sides is inside, one that has it
  // on none is outside; of a surface that bounds no solid, every point is on it.
  Where answer = Where::unknown;
  Counters counters;  // the work that was done
};

// How much work to do, and in how many threads.
struct InsideSettings {
  std::uint64_t budget = default_budget;  // of each point
  int threads = 1;                        // of many points; 0: as many as the machine has. No answer depends on it.
};

// The point is given in the world.
InsideResult inside(const Body& body, Vec3 point, const InsideSettings& settings = {}) noexcept;
// Many points: result i is inside(body, points[i], settings).
[[nodiscard]] std::vector<InsideResult> inside(const Body& body, std::span<const Vec3> points,
                                               const InsideSettings& settings = {});

// --- winding: how often does a surface go around a point? ---

// How often a surface goes around a point.
struct [[nodiscard]] WindingResult : Outcome {
  // Exact: the surface is closed, and the point not on it: a whole number, and no bound. Else an estimate of the
  // generalised winding number, the sum of the solid angles of the triangles in units of the sphere: about 1 well
  // inside of a surface with small holes, about 0 outside. Corrected for a reflecting pose.
  bool exact = false;
  double winding = unknown_number;
  double bound = unknown_number;  // |winding - true| <= bound; large for a point on or very near to the surface
  Counters counters;              // the work that was done
};

// For shapes of triangles; of an open surface it takes time in proportion to their number.
WindingResult winding(const Body& body, Vec3 point) noexcept;

// --- classify: how do two solids lie to each other? ---

// How two bodies lie to each other: a to b.
enum class PairClass : std::uint8_t {
  clear,        // no common point
  touching,     // common points, but no common interior
  overlapping,  // common interior, and neither holds the other
  enclosed,     // a is a part of b; faces may be flush
  encloses,     // b is a part of a
  equal,        // the same set, whatever the triangles
  unknown       // not found out: the status says why
};
const char* name(PairClass value) noexcept;  // the enumerator in words

// What counts as touching, and how much work to do.
struct ClassifySettings {
  // A gap or depth that is proven to be at most this counts as touching. 0 is exact. Not negative.
  double tolerance = 0;
  std::uint64_t budget = default_budget;  // in units of work; see graze/budget.h
};

// Undecided: nothing is claimed about curved bodies, margins or parts of compounds where no class is proven.
struct [[nodiscard]] ClassifyResult : Outcome {
  PairClass answer = PairClass::unknown;  // unknown unless the status is ok
  Counters counters;                      // the work that was done
};

// Swapping a and b swaps `enclosed` and `encloses`. What has no interior (a surface, segment, point, flat hull, or a
// body that its pose collapses) is enclosed in what it is a part of, and else clear of others or touching them.
ClassifyResult classify(const Body& a, const Body& b, const ClassifySettings& settings = {}) noexcept;

}  // namespace graze
