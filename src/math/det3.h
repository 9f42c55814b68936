// The stage between double and integers: a determinant to about 96 bits, in the lanes of the instruction set in use.
#pragma once

#include "math/isa.h"

namespace graze {

// The sign of the determinant of the rows p - q, three coordinates each; 0 for "do not know". This is what faces that
// are flush but for the rounding of their pose need: far too close for double, and far from 0 at 96 bits.
using Det3 = int (*)(const double* p0, const double* q0, const double* p1, const double* q1, const double* p2,
                     const double* q2);

Det3 det3(Isa isa) noexcept;

}  // namespace graze
