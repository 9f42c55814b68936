// What is asked of a BSP tree: a convex region that certainly holds the other body, or a part of it.
//
// Everything is in the frame of the tree, local_frame() of the shape's bounds: the shape is within [-1, 1] there, or
// within [-4, 4] when its coordinates take up the whole range of the doubles.
#pragma once

#include <cmath>

#include "graze/math.h"
#include "volume/aabb.h"

namespace graze::study {

// centre + sum of s_k * half_edge[k], |s_k| <= 1, grown by a ball of `radius` and by `pad` along each coordinate.
struct BspProbe {
  Vec3 centre;
  Vec3 half_edge[3];
  double radius = 0;
  double pad = 0;
  Aabb box;  // of all that, rounded outward
};

// Fills in the box. The numbers must be finite.
BspProbe make_probe(Vec3 centre, const Mat3& half_edges, double radius, double pad) noexcept;

// A box given in the coordinates of the shape; anything but NaN, infinite sides included. Parts beyond the reach of the
// frame are cut off.
BspProbe box_probe(const Box& local, const LocalFrame& frame) noexcept;

// The middle of the region along a direction n, and how far the region reaches to both sides of it. `length` and `sum`
// bound the Euclidean length of n and the sum of its components' sizes.
struct Span {
  double middle, extent;
};
inline Span span_along(const BspProbe& probe, Vec3 n, double length, double sum) noexcept {
  const double edges = std::fabs(dot(n, probe.half_edge[0])) + std::fabs(dot(n, probe.half_edge[1])) +
                       std::fabs(dot(n, probe.half_edge[2]));
  return {dot(n, probe.centre), edges + (probe.radius * length + probe.pad * sum)};
}

}  // namespace graze::study
