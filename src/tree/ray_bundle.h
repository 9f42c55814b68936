// Rays that go about the same way, through a ray tree together: sixteen at a time descend as one, so that a node is
// read and tested once for all of them, and a triangle once for sixteen.
#pragma once

#include "tree/ray_cast.h"

namespace graze {

// Up to sixteen rays as RayFrames has them, which share their main axis and its sign. The last index is the ray.
struct RayBundle {
  static constexpr int width = 16;

  alignas(64) float start[3][width];
  float shear_x[width], shear_y[width];
  float side_error[width], depth_error[width], corner_error[width];
  float limit[width], surely_before[width];  // as RayWish
  std::uint32_t axis, octant;                // the octant is that of any of them: it only says what is looked at first
  float sign;
  unsigned active;  // bit i: ray i is one of them; the lanes of others hold those of any that is
};

// The active ones of two times eight rays, at least one; the limits of these must be set. False: they have different
// main axes, or go into different directions along it.
bool gather(const RayFrames& low, const RayFrames& high, unsigned active, RayBundle& bundle) noexcept;

// As RayCast with RayAim::closest, of each active ray i into found[i]. False: the rays are too far apart for this to be
// worth while, or start where bounds do not hold, and nothing was found; each must be cast by itself. `widest` is the
// widest that a bundle may be across where it enters and where it leaves the tree.
using RayBundleCast = bool (*)(const RayNodes& tree, const RayBundle& bundle, float widest, RayCandidates* found);
// That of the instruction set in use, null where it is not worth while; or of a given one, which the processor must
// have, null where there is none.
RayBundleCast ray_bundle_cast() noexcept;
RayBundleCast ray_bundle_cast(Isa isa) noexcept;

}  // namespace graze
