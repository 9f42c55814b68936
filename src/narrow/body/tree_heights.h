// How high over a plane the tree of a placed mesh reaches.
#pragma once

#include <algorithm>

#include "math/round.h"
#include "narrow/body/placement.h"
#include "narrow/body/posed_plane.h"
#include "tree/rounded_box.h"

namespace graze {

// Heights over the plane in the frame of the other body's tree: a posed vertex at y there is direction . y * unit +
// base high, to within `slack` * unit.
struct TreeHeights {
  Vec3 direction;  // unit
  double unit = 0, base = 0, slack = 0;
  bool usable = false;

  TreeHeights() noexcept = default;
  TreeHeights(const RoundedPlane& plane, const Placement& at) noexcept {
    const Vec3 climb{dot(at.to_world.c0, plane.normal), dot(at.to_world.c1, plane.normal),
                     dot(at.to_world.c2, plane.normal)};
    unit = length(climb);
    if (!at.usable || !(unit > 1e-140) || !(unit < 1e140)) return;
    direction = climb * (1 / unit);
    const Height middle = plane.height(at.centre);
    base = middle.value;
    const Vec3 extent = abs(at.to_world.c0) + abs(at.to_world.c1) + abs(at.to_world.c2);
    const double off = middle.error + dot(plane.magnitude, at.world_slack * 2 + extent * 0x1p-46);
    slack = 2 * (off / unit) + 256 * 0x1p-24;
    usable = slack < 1e3;
  }
  // Heights up to `most` are as far up in the tree's frame, at most; those below `least`, at least.
  float outer(double most) const { return round_up(std::min((most - base) / unit + slack, 1e30)); }
  float inner(double least) const { return round_down(std::max((least - base) / unit - slack, -1e30)); }
};

inline TreePlane tree_plane(const TreeHeights& heights) {
  TreePlane plane;
  for (int k = 0; k < 3; ++k) plane.direction[k] = float(heights.direction[k]);
  return plane;
}

}  // namespace graze
