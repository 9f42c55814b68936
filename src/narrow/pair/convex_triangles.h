// A convex body against triangles: the tree leaves those near its oriented box, and each is a convex set of three
// points.
#pragma once

#include <limits>

#include "base/function_ref.h"
#include "narrow/body/posed.h"
#include "narrow/pair/convex_pair.h"

namespace graze {

struct ConvexTriangles {
  SupportBody body;
  PlacedBody mesh;

  Support triangle(std::uint32_t i) const;
};
Status make_sides(const Body& convex, const Body& mesh, ConvexTriangles& sides);

// Is the body in the solid? `apart`: it has no point of the mesh's surface; else its middle may be on that.
bool enclosed(const ConvexTriangles& sides, bool apart, Counters& counters);

// The least of the brackets that were left open.
struct OpenBrackets {
  bool any = false;
  double lower = std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();

  void add(const ConvexMeeting& found) noexcept;
};
// Calls found(triangle) for all within the tolerance of the body, until it returns false; what cannot be told goes to
// `open`. With `first_only`, for those who stop at the first, what is deep in the body comes first.
void for_each_within(const ConvexTriangles& sides, double tolerance, bool first_only,
                     FunctionRef<bool(std::uint32_t)> found, OpenBrackets& open, Counters& counters);

// Is the triangle that was near enough last time still so, beyond doubt? Not asked of curved bodies, of which another
// triangle may leave open what one of them proves: whether that is known must not depend on a cache.
bool still_within(const ConvexTriangles& sides, double tolerance, const PairCache* cache, Counters& counters);

}  // namespace graze
