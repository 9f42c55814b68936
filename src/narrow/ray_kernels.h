// What every ray needs in double: its place in the frame of a tree, and what there is to say of a hit. One
// implementation an instruction set; all give the same bits, and the same for a ray alone or among others.
#pragma once

#include "graze/query.h"
#include "narrow/placement.h"
#include "tree/ray_cast.h"

namespace graze {

// Rays in the frame of a placed tree. The change of parameter is s = (t - first) * rate.
struct PlacedRays {
  RayFrames frames;
  double first[RayFrames::width], rate[RayFrames::width];
  unsigned usable;  // bit i: ray i can be cast
  unsigned misses;  // bit i: ray i passes by the tree; neither: every triangle must be looked at

  // Bounds, as floats, of s at a ray's parameter t. In the tree s is at most about 10; the float and double roundings
  // are far below 1e-6 of that.
  float limit(int ray, double t) const noexcept {
    const double s = (t - first[ray]) * rate[ray];
    return s < 1e6 ? float(s + ((s < 0 ? -s : s) + 1) * 1e-6) : 2e6f;
  }
  float surely_before(int ray, double t) const noexcept {
    const double s = (t - first[ray]) * rate[ray];
    return s < 1e6 ? float(s - ((s < 0 ? -s : s) + 1) * 1e-6) : 1e6f;
  }
};

// What there is to say of the line of a ray and a triangle, as far as double and double-double arithmetic are good
// enough.
struct RayMeeting {
  const Ray* ray;
  Triangle triangle;  // posed

  double t;    // the exact parameter rounded to the nearest double; NaN when not known
  Vec3 point;  // at t
  Vec3 normal, barycentric;
  bool has_normal, has_barycentric;
};

struct RayKernels {
  // Of `count` rays, at most RayFrames::width.
  void (*place)(const Placement& body, const Ray* rays, int count, PlacedRays& placed);
  // Fills in the second half of `count` meetings, at most RayFrames::width. The triangles are surely hit inside.
  void (*meet)(RayMeeting* meetings, int count);
};

// Those of the instruction set in use.
const RayKernels& ray_kernels() noexcept;
// Those of a given one; the processor must have it.
const RayKernels& ray_kernels(Isa isa) noexcept;

}  // namespace graze
