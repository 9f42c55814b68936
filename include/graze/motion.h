// Motion: when do moving things first touch? Never told late: what is called free is proven free.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "graze/error.h"
#include "graze/math.h"

namespace graze {

// --- ccd: points on straight paths from time 0 to time 1, as of deformable meshes ---

// A vertex, and the corners of a triangle; or the ends of one edge, and those of another. Degenerate ones are the
// segment or point that they are.
enum class CcdKind : std::uint8_t { vertex_face, edge_edge };
using FourPoints = std::array<Vec3, 4>;

struct CcdSettings {
  double tolerance = 0;  // what may be called a hit although the gap never closed: gaps up to this. 0: nothing, exactly
  double separation = 0;  // a gap that counts as contact; with a tolerance of 0 the answer says which it achieved
};

struct CcdResult {
  Status status = Status::ok;  // invalid: a coordinate that is not finite, a negative or NaN setting
  bool hit = false;            // contact at 0 and at 1 counts
  double lo = 0, hi = 0;       // when hit: the gap is above `separation` before lo, and at most `separation` +
                               // `tolerance` at a time not after hi
  double tolerance = 0;        // achieved; above the given one only with a separation, and rarely
};

CcdResult ccd(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings = {}) noexcept;

// The same as a line of `graze query` (docs/protocol.md), for bug reports.
std::string query_line(CcdKind kind, const FourPoints& at_0, const FourPoints& at_1, const CcdSettings& settings = {});

}  // namespace graze
