// Short translations of one solid out of another: directions are tried, and the ways out that they lead to descend
// along the walls that they end at. Nothing here is proven; whoever uses a way out checks it.
#pragma once

#include <span>
#include <vector>

#include "narrow/depth/translations.h"

namespace graze {

struct EscapeLimits {
  std::size_t spread = 0;   // directions all around
  std::size_t normals = 0;  // directions of faces, of each body
  std::size_t starts = 0;   // ways out that descend
  std::size_t rounds = 0;   // of a descent
  std::uint64_t work = 0;   // pairs of boxes and triangles looked at; a step that has begun ends
};

// Ways out, the shortest first, in units of the search; at least one. `hints` are directions worth trying first.
std::vector<Vec3> find_escapes(Translations& space, const EscapeLimits& limits, std::span<const Vec3> hints);

// The translations near v, v itself the last, that touch one, two or three of the walls that are touched at v, the
// shortest first: more digits of the same way out. `out` goes away from those walls.
struct Landing {
  Vec3 v, out;
};
std::vector<Landing> landings(Translations& space, Vec3 v);

}  // namespace graze
