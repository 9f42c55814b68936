// Union, difference and intersection of closed triangle meshes.
#pragma once

#include <cstdint>

#include "io/solid/solid_mesh.h"

namespace graze {

enum class BooleanOp : std::uint8_t { unite, subtract, intersect };

// `b` must be closed, fronts outward. A closed `a` gives a closed result; of an open one (not for unite) what is left
// of the surface. Faces of both that are no farther apart than `tolerance` count as one: b is moved by up to twice that
// so that they are out of the way (subtract, intersect) or joined (unite). The meshes are then combined by exact
// predicates alone, which see b moved by a hundred-thousand-millionth of its size, so that nothing meets by chance.
// Winding numbers of the result are wa * (1 - wb), wa + wb - wa * wb, wa * wb. Throws Error when b is not closed, or
// when no such move gives two meshes in general position.
SolidMesh combine(const SolidMesh& a, const SolidMesh& b, BooleanOp op, double tolerance);

// What two closed meshes have in common, fronts outward and no winding number but 0 and 1.
struct CommonRegion {
  double volume = 0, bound = 0;  // |volume - true| <= bound
  Box box;                       // of the corners of what is in common; empty when there are none
  // The surface of it: what of a's triangles is in b, and what of b's is in a. No point that is farther than `error`
  // from the surface of the other mesh is farther than that from these triangles.
  std::vector<Triangle> faces_a, faces_b;
  double error = 0;
};
// b is moved by about 1e-12 of its size for this, so that nothing meets by chance: `bound` and `error` tell what that
// may change. Throws Error as combine() does.
CommonRegion common_region(const SolidMesh& a, const SolidMesh& b);

}  // namespace graze
