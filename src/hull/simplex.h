// The least simplex that shows in how many dimensions points spread.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "graze/math.h"
#include "math/before.h"

namespace graze {

struct Simplex {
  int dimension = 0;
  std::array<std::uint32_t, 4> corner{};  // the first `dimension + 1`
};

// Affinely independent input points, as many as there are. They lie far apart where doubles can tell, which makes the
// hull quick; that they are independent, and that no more can be found, is exact. Among equal points the first is
// taken. Not empty.
Simplex spanning_simplex(std::span<const Vec3> points) noexcept;

}  // namespace graze
