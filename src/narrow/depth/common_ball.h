// A point that is far within two solids at once: what proves that no short translation parts them.
//
// A ball in one solid and a concentric one in the other must be moved apart by the sum of their radii
// (narrow/depth/deep_point.h). What the search finds is proven; what it does not find is no proof of anything.
#pragma once

#include <array>

#include "narrow/body/posed.h"

namespace graze {

// The surfaces of two solids; the bodies outlive the search.
class BallSearch {
 public:
  BallSearch(const PlacedBody& a, const PlacedBody& b) noexcept : sides_{Side{a, 0, {}}, Side{b, 0, {}}} {}

  // From a point of both surfaces, with the normals outward that they have there, or 0. True: the distances of `found`
  // from the triangles of the one and of the other add up to no less than `enough`, which is positive, and neither is
  // 0; whether it is in the solids is left to the caller.
  bool run(Vec3 start, Vec3 out_a, Vec3 out_b, double enough, Counters& counters, Vec3& found);

 private:
  static constexpr std::size_t most_limits = 12;

  // A place of a surface, and the way inward there, a unit vector.
  struct Limit {
    Vec3 at, in;
  };
  // The last limits that were found.
  struct Side {
    const PlacedBody& body;
    std::size_t count;
    std::array<Limit, most_limits> limits;

    void add(const Limit& limit) noexcept { limits[count++ % most_limits] = limit; }
    std::size_t size() const noexcept { return count < most_limits ? count : most_limits; }
  };
  double gap(Side& side, Vec3 p, double radius, Counters& counters);
  Vec3 within_limits(Vec3 p, double radius) const;

  std::array<Side, 2> sides_;
};

}  // namespace graze
