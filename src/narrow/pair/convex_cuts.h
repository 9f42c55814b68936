// Half-spaces that hold a convex set, learnt on the way through a tree: where one triangle is told apart from
// the set along a direction, most that are near it are, and so are whole boxes of them (the caching of separating
// planes of Zachmann 2001, section 5.1, for a set and many).
#pragma once

#include <cstddef>

#include "convex/support.h"
#include "narrow/body/tree_heights.h"

namespace graze {

class ConvexCuts {
 public:
  // Of the triangles of the mesh only those within `reach` of the set's core matter. The set and the placement
  // must outlive it.
  ConvexCuts(const Support& set, const Placement& mesh, double reach) noexcept
      : set_(set), mesh_(mesh), reach_(reach) {}
  void set_reach(double reach) noexcept;

  // A direction along which the core is apart from some triangle; one that is kept for long makes room.
  void add(Vec3 axis) noexcept;

  // What is not surely beyond one of the half-spaces, of given ones; of a triangle posed in the world, of the last of
  // them alone.
  unsigned slots(const OrientedNode& node, unsigned near) const noexcept;
  unsigned leaf(const Leaf& leaf, unsigned near) const noexcept;
  bool beyond_last(const Triangle& posed) const noexcept;

 private:
  static constexpr std::size_t most = 8;
  struct Cut {
    RoundedPlane plane;  // through the origin of the world
    TreeHeights heights;
    double top = 0, length = 0;  // of the core along the normal, and of the normal, at most
  };
  double height(const Cut& cut) const noexcept { return cut.top + reach_ * cut.length; }

  const Support& set_;
  const Placement& mesh_;
  double reach_;
  const RoundedKernels& kernels_ = rounded_kernels();
  Cut cuts_[most];
  TreePlane planes_[most];
  std::size_t count_ = 0, last_ = most - 1;
};

}  // namespace graze
