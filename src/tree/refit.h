// The same tree around moved triangles: the topology stays, boxes and packed corners follow.
#pragma once

#include <span>

#include "base/array.h"
#include "tree/oriented.h"
#include "tree/tree.h"

namespace graze {

// `triangles` are as many as the tree's, in the same numbering. Arrays that nobody else holds are changed in place:
// hand the tree over with std::move. The same bits for any number of threads (0: as many as the machine has).
Tree refit(Tree tree, std::span<const Triangle> triangles, int threads = 0);

// The tree and its oriented boxes. The boxes keep their axes and are as tight along them as new ones would be; so they
// are as good as new ones while the surface bends and moves, and grow worse where it turns.
void refit(Tree& tree, Array<OrientedNode>& nodes, std::span<const Triangle> triangles, int threads = 0);

}  // namespace graze
