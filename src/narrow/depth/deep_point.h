// Points deep in two solids at once: what proves that no short translation parts them.
//
// A ball around p of radius r in one solid and a concentric one of radius s in the other must be moved apart by r + s.
// So the distances of any common point to the two surfaces add up to a lower bound of the depth; for a point on the
// surface of one this is its depth in the other. Both distances are certified (narrow/triangle/triangle_distance.h),
// and that the point is in the solids is exact.
#pragma once

#include <span>
#include <vector>

#include "narrow/body/posed.h"
#include "narrow/depth/surface_gap.h"
#include "narrow/inside/winding_near.h"

namespace graze {

struct DeepPoint {
  double lower = 0;  // in units of the search, not above the depth; 0: no point was found
  Vec3 point;        // in the world
  Vec3 to_a, to_b;   // from the point to the nearest points of the surfaces, rounded, units of the search
};

class DeepPoints {
 public:
  DeepPoints(const PlacedBody& a, const PlacedBody& b, const PosedTree& tree_a, const PosedTree& tree_b, double scale);

  // Looks at corners of each body in the other, at most so many of each.
  void look_at_corners(std::size_t most);
  // Looks at a point given in units of the search.
  void look_at(Vec3 p);
  // Moves the best point so far by ever smaller steps while that makes it better; at most so many looks.
  void climb(std::size_t looks);

  const DeepPoint& best() const noexcept { return best_; }
  Counters counters;

 private:
  bool inside(const PlacedBody& solid, Vec3 p);
  void keep(double lower, Vec3 p, const SurfaceGap& of_a, const SurfaceGap& of_b);
  void look_at_corners_of(const PosedTree& guests, const SolidBody& guest, const PlacedBody& solid,
                          const PosedTree& tree, bool guest_is_a, std::size_t most);

  bool own(const SolidBody& body, Vec3 corner);  // does a corner of its surface belong to the body?

  const PlacedBody& a_;
  const PlacedBody& b_;
  const PosedTree& tree_a_;
  const PosedTree& tree_b_;
  SolidBody solid_a_, solid_b_;
  double scale_;
  DeepPoint best_;
  Vec3 best_at_;  // in units of the search
};

}  // namespace graze
