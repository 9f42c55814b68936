// How near the nodes of two trees of parts can be: along directions that both bodies share, the extents of a node's box
// are a product of its middle and one of its half extents, and no box need be posed.
//
// The directions n are those across the faces of both bodies' boxes, three each, and two free ones, at first the line
// between the bodies. A point x of a body's frame is at n . (M x + t) = (M^T n) . x + n . t along n, so that a node
// reaches from m - h to m + h, with m = (M^T n) . middle + n . t and h = |M^T n| . half. What these round is less than
// 32 u of the magnitudes that Parts::slack() bounds; a point of a leaf is within sqrt(3) times that of the exact image
// of the box; four times the slack of both covers all of it. What is left of a gap is a lower bound of the distance, as
// n is a unit vector up to 2^-45. Gaps along three directions that are at right angles add as squares.
#pragma once

#include <cstdint>

#include "narrow/body/parts.h"

namespace graze {

struct PartSlab {
  static constexpr int count = 8;
  double middle[count], half[count];
  double size;  // of the box, to compare
};

class PartSlabs {
 public:
  PartSlabs(const Parts& a, const Parts& b) noexcept;

  PartSlab of_a(std::uint32_t node) const noexcept { return image(side_[0], a_, node); }
  PartSlab of_b(std::uint32_t node) const noexcept { return image(side_[1], b_, node); }
  // A lower bound of the distance of the leaves of two nodes; of those whose extents overlap minus the least common
  // extent, so that the deepest come first. Above `enough` no better bound is looked for.
  double nearness(const PartSlab& a, const PartSlab& b, double enough) const noexcept;
  // The direction, a unit vector, becomes one of the free ones: along it the nearest leaves so far are apart.
  void aim(Vec3 direction) noexcept;

  // The larger of the two is opened; a leaf cannot be.
  bool opens_first(std::uint32_t node_a, const PartSlab& a, std::uint32_t node_b, const PartSlab& b) const noexcept {
    if (a_.is_leaf(node_a) || b_.is_leaf(node_b)) return !a_.is_leaf(node_a);
    return !(a.size < b.size);
  }

 private:
  struct Side {
    double x[PartSlab::count], y[PartSlab::count], z[PartSlab::count];  // M^T n
    double from[PartSlab::count];                                       // n . t, from the first body's t
    double scale;
  };
  static PartSlab image(const Side& side, const Parts& parts, std::uint32_t node) noexcept;
  void set(int slot, Vec3 direction) noexcept;
  void set_faces(int first, const Mat3& linear) noexcept;

  const Parts &a_, &b_;
  Side side_[2];
  Vec3 apart_;
  double slack_;
  bool square_[2];  // are the directions of a, of b at right angles?
};

}  // namespace graze
