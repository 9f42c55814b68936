// Two hulls that are moved along a normal until they hardly touch: is there a plane between them? In pairs of doubles,
// of the few corners that face each other; what these cannot tell is left to exact arithmetic.
#pragma once

#include <array>
#include <cstdint>

#include "convex/depth.h"

namespace graze {

enum class Facing : std::uint8_t {
  parted,  // a plane has one hull on its one side and the other on its other
  deep,    // they have common interior
  unsure,
};

class FacingHulls {
 public:
  // Sets of points without radius, and their depth in each other. The sets must outlive this.
  FacingHulls(const Support& a, const Support& b, const ConvexDepth& depth) noexcept;

  // How far the sets reach into each other along the normal of the depth, rounded once; false where that is not known.
  bool overlap(double& value) const noexcept;
  // Of the same sets in poses that differ from theirs by translations of at most their size.
  Facing look(const Pose& pose_a, const Pose& pose_b) const noexcept;

 private:
  static constexpr std::uint32_t most_corners = 12;

  struct Side {
    const Support* set;
    std::uint32_t count = 0;  // of the corners that may be the farthest
    std::array<std::uint32_t, most_corners> corner{};
    std::uint32_t opposite = 0;  // one that is about as far away as any, against the direction
    ConvexFeature feature;
  };
  void find_corners(Side& side, Vec3 along) const noexcept;
  Facing look_across(const Pose& pose_a, const Pose& pose_b, double size) const noexcept;

  Vec3 normal_;
  double size_ = 0;  // bounds the coordinates of both; 0: nothing can be told
  Side a_, b_;
};

}  // namespace graze
