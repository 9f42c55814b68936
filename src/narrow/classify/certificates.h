// What proves how two solids lie to each other without looking at the pieces of their surfaces. Each is exact on the
// posed doubles, and sound: a false says nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "narrow/inside/winding_near.h"

namespace graze {

// The same posed triangles with the same weights, the same way round: one winding number everywhere, and so one set.
bool same_chain(const SolidBody& a, const SolidBody& b);

// Is there interior beside one of the first triangles that bound? Of nearly every solid there is.
bool interior_beside_first(const SolidBody& solid, Counters& counters);

// Planes of faces that are flush. A solid is in the hull of its corners, so that a plane which has all corners of the
// one on this side and all of the other on that, or in it, leaves them no common interior.
class PartingPlane {
 public:
  PartingPlane(const SolidBody& a, const SolidBody& b) : a_(a), b_(b) {}

  // Enough planes were tried.
  bool tired() const noexcept;
  // Does the plane of a's triangle, in which b's is, part the solids? Planes that face the same way, and those that
  // have been tried, are not worth a try.
  bool parts(std::uint32_t triangle_a, std::uint32_t triangle_b);

 private:
  const SolidBody& a_;
  const SolidBody& b_;
  struct Plane {
    Vec3 normal;  // unit, rounded
    double height;
  };
  std::vector<Plane> tried_;
};

}  // namespace graze
