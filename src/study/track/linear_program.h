// The overlap of two polytopes as a linear program (Cohen, Lin, Manocha and Ponamgi 1995, for I-COLLIDE; Seidel 1990).
//
// A plane that separates them can be scaled so that its normal w has w.c = 1, c being half the way from the centre of a
// to that of b. Of the rest of w two unknowns are left, s and t; with the offset w0 and a margin m each vertex gives
// one constraint: w.p + m <= w0, w0 + m <= w.q. The greatest m is asked for. Constraints are taken one by one, in an
// order that looks random and is always the same; where one is violated the optimum lies on it, and a program of one
// unknown less over the constraints before it finds where.
//
// A filter for comparison with tracking and planes: it starts anew with every query and looks at every vertex.
#pragma once

#include <cstdint>
#include <vector>

#include "convex/posed_polytope.h"

namespace graze::study {

struct LinearProgramResult {
  bool separate = false;     // proven, by the supports along the normal; false is "maybe"
  double lower = 0;          // proven lower bound of the distance
  Vec3 normal;               // from a to b, unit up to rounding; 0 when not separate
  std::uint32_t solved = 0;  // programs of any number of unknowns
};

// Memory of the query, kept between queries. Throws std::bad_alloc where it does not suffice.
struct LinearProgramScratch {
  struct Constraint {
    double factor[4], limit;  // sum of factor[i] x[i] <= limit
  };
  std::vector<Constraint> level[4];
};

LinearProgramResult overlap_program(const PosedPolytope& a, const PosedPolytope& b, LinearProgramScratch& scratch);

}  // namespace graze::study
