#include "study/bsp/probe.h"

#include <algorithm>
#include <cmath>

namespace graze::study {
namespace {

// No shape reaches that far in its frame.
constexpr float beyond = 8;

// Covers a handful of operations in double on numbers of this size, in span_along() too.
double rounding(double size) { return size * 0x1p-47; }

}  // namespace

BspProbe make_probe(Vec3 centre, const Mat3& half_edges, double radius, double pad) noexcept {
  BspProbe probe;
  probe.centre = centre;
  probe.radius = radius;
  double size = std::fabs(radius) + pad;
  for (int k = 0; k < 3; ++k) {
    probe.half_edge[k] = half_edges[k];
    size +=
        std::fabs(centre[k]) + (std::fabs(half_edges[k].x) + std::fabs(half_edges[k].y)) + std::fabs(half_edges[k].z);
  }
  probe.pad = pad + rounding(size);
  const Vec3 extent = abs(half_edges.c0) + abs(half_edges.c1) + abs(half_edges.c2);
  for (int k = 0; k < 3; ++k) {
    const double half = (extent[k] + radius) + probe.pad;
    probe.box.lo[k] = round_down(centre[k] - half - rounding(size));
    probe.box.hi[k] = round_up(centre[k] + half + rounding(size));
  }
  return probe;
}

BspProbe box_probe(const Box& local, const LocalFrame& frame) noexcept {
  Aabb box = fit(local, frame);
  Vec3 centre;
  Mat3 half_edges{{}, {}, {}};
  for (int k = 0; k < 3; ++k) {
    box.lo[k] = std::clamp(box.lo[k], -beyond, beyond);
    box.hi[k] = std::clamp(box.hi[k], -beyond, beyond);
    centre[k] = (double(box.lo[k]) + double(box.hi[k])) / 2;
    half_edges[k][k] = (double(box.hi[k]) - double(box.lo[k])) / 2;
  }
  return make_probe(centre, half_edges, 0, 0);
}

}  // namespace graze::study
