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

}  // namespace graze
