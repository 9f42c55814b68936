// A half-space and a body of triangles, with or without a radius: signs and distances of posed vertices to a plane. A
// convex set is in a closed half-space's reach when one of its corners is: triangles are asked by their vertices, a
// core with a radius by its ends. A tree descent leaves the boxes whose lowest point is above what matters.
#pragma once

#include <limits>
#include <optional>

#include "base/function_ref.h"
#include "narrow/body/posed.h"
#include "narrow/body/posed_plane.h"

namespace graze {

// A half-space and the other body.
struct HalfspaceSides {
  const Body* plane;
  int orientation = 0;  // of the half-space's pose
  PlacedBody placed;    // the other
  double own_radius = 0;
};
Status make_sides(const Body& halfspace, const Body& other, HalfspaceSides& sides);

// The plane of a half-space, in double where that is enough; made exact on first need.
class HalfspacePlane {
 public:
  explicit HalfspacePlane(const HalfspaceSides& sides);

  const RoundedPlane& rounded() const { return rounded_; }
  const PosedPlane& exact();
  // Bounds of a height that is a distance from the plane.
  double height_above(double distance) const { return distance * (normal_size_ + normal_error_) * (1 + 0x1p-48); }
  double height_below(double distance) const;
  // Exactly: is the point no farther from the half-space than r + s?
  bool within(Vec3 point, double r, double s);

 private:
  const Body& body_;
  int orientation_;
  RoundedPlane rounded_;
  double normal_size_, normal_error_;
  std::optional<PosedPlane> exact_;
};

// Calls found(triangle) for every triangle within the body's radius + tolerance of the half-space, until it returns
// false.
void for_each_within(HalfspacePlane& plane, const PlacedBody& placed, double tolerance, bool first_only,
                     FunctionRef<bool(std::uint32_t)> found, Counters& counters);

// The vertex of the least height, and a bound on how much less another one may have.
struct LowestVertex {
  Vec3 point;
  std::uint32_t triangle = 0;
  std::uint8_t corner = 0;
  double value = std::numeric_limits<double>::infinity();
  double error = 0;
};
LowestVertex find_lowest(const HalfspacePlane& plane, const PlacedBody& placed, Counters& counters);

}  // namespace graze
