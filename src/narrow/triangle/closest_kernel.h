// The inner loop of triangle distances, one implementation an instruction set. All give the same bits.
#pragma once

#include "graze/math.h"
#include "math/isa.h"

namespace graze {

// Rows of four lanes, the last lane to spare: edge i of a with edge j of b in row i, lane j; the corners of b with the
// face of a in row 3; the corners of a with the face of b in row 4.
struct FeatureSquares {
  static constexpr int rows = 5, lanes = 4, count = rows * lanes;
  // About the squared distance; infinite to spare, and for a corner whose foot is not in the face.
  alignas(32) double square[count];
  // Shares of the closest points: along edge i of a and edge j of b; along the first and the last edge vector from the
  // face's first corner.
  alignas(32) double s[count], t[count];
  int least;  // the first of the least squares
};

using FindFeatureSquares = void (*)(const Vec3* a, const Vec3* b, FeatureSquares& result);

FindFeatureSquares find_feature_squares() noexcept;
FindFeatureSquares find_feature_squares(Isa isa) noexcept;

}  // namespace graze
