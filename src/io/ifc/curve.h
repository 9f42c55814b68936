// Curves of an IFC file as chains of points that are on them.
#pragma once

#include <limits>
#include <vector>

#include "io/ifc/context.h"

namespace graze::ifc {

struct PointChain {
  std::vector<Vec3> points;  // no two neighbours are equal; of a closed one the first is not repeated
  bool closed = false;
};

// Bounded curves, circles and ellipses; in the plane, z = 0. Throws Error naming what is not read.
PointChain chain_at(const Context& context, std::uint32_t id);

// The part between two parameters of the curve, where they are given (NaN: to the end).
inline constexpr double not_given = std::numeric_limits<double>::quiet_NaN();
PointChain chain_between(const Context& context, std::uint32_t id, double from, double to);

// Corners of an open chain rounded by arcs of that radius.
PointChain rounded_chain(const Context& context, const PointChain& chain, double radius);

}  // namespace graze::ifc
