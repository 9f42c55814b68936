// A primitive as the volume that descends a mesh's tree (tree/rounded_box.h), with what rounding can do to both.
#pragma once

#include "narrow/body/posed.h"
#include "tree/rounded_box.h"

namespace graze {

// A convex set in the world: middle + sum x_k half_k, |x_k| <= 1, and all within `radius` of that. Its points are off
// by at most `slack` on each axis.
struct WorldVolume {
  Vec3 middle;
  Vec3 half[3];
  int axes = 0;  // 0, 1 or 3
  double radius = 0;
  Vec3 slack;
};

// The set of a box, sphere, capsule, segment or point; the radius is the caller's to choose.
WorldVolume world_volume(const Posed& primitive, double radius) noexcept;

struct TreeVolume {
  RoundedBox box;
  LeafMap map;  // of a rounded box with three axes and a radius: there is none
};

// The volume for the tree of a placed mesh. False where the numbers leave the range of floats: test everything.
bool tree_volume(const Placement& mesh, const WorldVolume& volume, TreeVolume& result) noexcept;

}  // namespace graze
