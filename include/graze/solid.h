// Solids: which points are in them, and how two of them lie to each other. Exact on the posed doubles.
//
// A solid is the closure of the points around which its surface winds at least once: overlapping parts count once,
// shells turned inside out are cavities, and what they would bound outside of everything is nothing. A box is the
// solid that its corners span.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/query.h"

namespace graze {

// --- inside: is a point in a body? ---

enum class Where : std::uint8_t { outside, on, inside };
const char* name(Where where) noexcept;

struct InsideResult {
  Status status = Status::ok;
  // On: on the boundary of the set. A point of the surface that has the solid on all sides is inside, one that has it
  // on none is outside; of a surface that bounds no solid, every point is on it.
  Where where = Where::outside;
  Counters counters;
};

// The point is given in the world.
InsideResult inside(const Body& body, Vec3 point) noexcept;
// Many points: result i is inside(body, points[i]), for any number of threads (0: as many as the machine has).
std::vector<InsideResult> inside(const Body& body, std::span<const Vec3> points, int threads = 0);

// --- classify: how do two solids lie to each other? ---

enum class PairClass : std::uint8_t {
  clear,        // no common point
  touching,     // common points, but no common interior
  overlapping,  // common interior, and neither holds the other
  enclosed,     // a is a part of b; faces may be flush
  encloses,     // b is a part of a
  equal         // the same set, whatever the triangles
};
const char* name(PairClass value) noexcept;

struct ClassifySettings {
  // A gap that is proven to be at most this counts as touching. 0 is exact. Not negative.
  double contact = 0;
};

struct ClassifyResult {
  Status status = Status::ok;  // unsupported: one of the two is neither a solid of triangles nor a box
  PairClass value = PairClass::clear;
  Counters counters;
};

ClassifyResult classify(const Body& a, const Body& b, const ClassifySettings& settings = {}) noexcept;

}  // namespace graze
