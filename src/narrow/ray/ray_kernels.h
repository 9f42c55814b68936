// What every ray needs in double: its place in the frame of a tree, and what there is to say of a hit. One
// implementation an instruction set; all give the same bits, and the same for a ray alone or among others.
#pragma once

#include "graze/query.h"
#include "math/ray_base.h"
#include "narrow/body/placement.h"
#include "tree/ray_cast.h"

namespace graze {

// Up to RayFrames::width rays, ready for lanes: the last index is the ray.
struct RayLanes {
  static constexpr int width = RayFrames::width;

  double origin[3][width], direction[3][width], base[3][width], max[width];

  void set(int i, const Ray& ray) noexcept {
    for (int k = 0; k < 3; ++k) {
      origin[k][i] = ray.origin[k];
      direction[k][i] = ray.direction[k];
      base[k][i] = base_of(ray)[k];
    }
    max[i] = ray.max;
  }
};

// Rays in the frame of a placed tree. The change of parameter is s = (t - first) * rate.
struct PlacedRays {
  RayFrames frames;
  double first[RayFrames::width], rate[RayFrames::width];
  unsigned valid;   // bit i: ray i is one: finite, but for its max, with a direction
  unsigned usable;  // bit i: ray i can be cast
  unsigned misses;  // bit i: ray i passes by the tree; neither: every triangle must be looked at

  // Bounds, as floats, of s at a ray's parameter t. In the tree s is at most about 10; the float and double roundings
  // are far below 1e-6 of that.
  static constexpr float endless_limit = 2e6f, endless_before = 1e6f;
  float limit(int ray, double t) const noexcept {
    const double s = (t - first[ray]) * rate[ray];
    return s < 1e6 ? float(s + ((s < 0 ? -s : s) + 1) * 1e-6) : endless_limit;
  }
  float surely_before(int ray, double t) const noexcept {
    const double s = (t - first[ray]) * rate[ray];
    return s < 1e6 ? float(s - ((s < 0 ? -s : s) + 1) * 1e-6) : endless_before;
  }
};

// A triangle for each of some rays, which hit it, and what there is to say about that, as far as double and
// double-double arithmetic are good enough.
struct RayMeetings {
  static constexpr int width = RayFrames::width;

  double corner[3][3][width];  // corner, coordinate, ray; not posed yet

  double t[width];         // the exact parameter rounded to the nearest double; NaN when not known
  double point[3][width];  // at t
  double normal[3][width], barycentric[3][width];
  unsigned has_normal, has_barycentric;  // bit i: known for ray i

  void set(int i, const Triangle& local) noexcept {
    for (int k = 0; k < 3; ++k) {
      corner[0][k][i] = local.a[k];
      corner[1][k][i] = local.b[k];
      corner[2][k][i] = local.c[k];
    }
  }
};

// The same of one ray and the triangle that it hits. The first three of four are coordinates.
struct RayMeeting {
  double point[4], normal[4], barycentric[4];
  double t;
  bool has_normal, has_barycentric;
};

// Where a ray first meets a ball or capsule that it starts outside of, as far as bounds can tell.
struct SweptEntry {
  enum class Kind : std::uint8_t { misses, enters, unsure };
  Kind kind;
  double t;  // enters: the exact parameter rounded to the nearest double, not above the ray's max
};

// Holds a body, which is where |axis i . (x - centre)| <= extent[i] for each i, and |x - centre| <= farthest. The axes
// are any vectors.
struct SlabOutline {
  Vec3 centre;
  double farthest;
  double axes[3][4];  // coordinate, axis; the fourth axis is 0
  double extent[4];   // the fourth is 1
};

struct RayKernels {
  // A single ray, which is the first one of `placed`.
  void (*place_one)(const Placement& body, const Ray& ray, PlacedRays& placed);
  // It and a triangle that it hits, not posed yet.
  void (*meet_one)(const Pose& pose, const Ray& ray, const Triangle& local, RayMeeting& meeting);
  // All within `radius` of the segment between core[0] and core[1]. The ray's max is not NaN.
  SweptEntry (*swept_entry)(const Ray& ray, const Vec3* core, double radius);
  // Does no part of the ray meet the body? No is always right. The ray is one (is_ray), its max not below 0.
  bool (*misses)(const SlabOutline& outline, const Ray& ray);
#ifndef __wasm__  // where two doubles a register gain little for many rays, and cost the module its size
  // As place_one() and meet_one(). Of the first `count` rays; the other lanes must hold any numbers.
  void (*place)(const Placement& body, const RayLanes& rays, int count, PlacedRays& placed);
  // As place() for rays that go about the same way (RayBundle), without what single ones need: inverse, enter, leave.
  void (*place_alike)(const Placement& body, const RayLanes& rays, int count, PlacedRays& placed);
  void (*meet)(const Pose& pose, const RayLanes& rays, RayMeetings& meetings);
  // Of the meetings only t, the same.
  void (*meet_parameter)(const Pose& pose, const RayLanes& rays, RayMeetings& meetings);
#endif
};

// Those of the instruction set in use.
const RayKernels& ray_kernels() noexcept;
// Those of a given one; the processor must have it.
const RayKernels& ray_kernels(Isa isa) noexcept;

}  // namespace graze
