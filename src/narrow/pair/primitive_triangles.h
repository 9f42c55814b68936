// A primitive with triangles, and a mesh: which triangles of the mesh the primitive meets. Spheres and capsules have a
// radius around their triangles: what they share with a body is decided by the distance of the triangles, their cores.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/function_ref.h"
#include "narrow/body/box_hull.h"
#include "narrow/body/posed.h"
#include "narrow/body/reach.h"

namespace graze {

// Exactly, one triangle after the other: is it within reach of the primitive?
class MeetsPrimitive {
 public:
  MeetsPrimitive(const Posed& primitive, const Reach& reach);
  bool operator()(const Triangle& t);

 private:
  const Posed& primitive_;
  Reach reach_;
  Triangle core_;
  std::optional<BoxHull> hull_;  // made when float leaves something to decide
};

// Calls found(triangle) for every triangle of the mesh that is within reach of the primitive, until it returns false.
void for_each_met(const Posed& primitive, const PlacedBody& mesh, const Reach& reach, bool first_only,
                  Counters& counters, FunctionRef<bool(std::uint32_t)> found);
// Some triangle of the mesh that the primitive meets.
std::optional<std::uint32_t> met_triangle(const Posed& primitive, const PlacedBody& mesh, Counters& counters);
// Is the primitive, which meets no triangle of the mesh, inside of it?
bool inside_mesh(const Posed& primitive, const PlacedBody& mesh, Counters& counters);
// Does a primitive descend the tree of the other body, to be within the tolerance of it? Not a box with a radius.
bool descends_mesh(const Posed& a, const Posed& b, double tolerance) noexcept;

// Triangles of a mesh, each once, that a primitive meets, as pairs in order; all are below the number `below`.
std::vector<TrianglePair> sorted_pairs(std::vector<std::uint32_t> met, std::uint32_t below, bool primitive_is_a);

}  // namespace graze
