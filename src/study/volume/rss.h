// Rectangle-swept spheres, the volumes of PQP (Larsen, Gottschalk, Lin and Manocha 1999): all points within `radius` of
// a rectangle.
#pragma once

#include <cmath>
#include <span>

#include "study/volume/box_pair.h"

namespace graze::study {

// Made for rigid poses (with uniform scale). Under any other the image is none of its kind: then the spheres around the
// two are compared, which is right and loose.
//
// PQP finds the distance of two rectangles from pairs of edges. Here it is bounded from below as for boxes, which a
// rectangle is: points clamped in turn give a direction, and the direction a bound; four rounds come close.
struct Rss {
  static constexpr const char* name = "rss";

  float axis[3][3];  // of the rectangle; the third is its normal
  float centre[3];
  float half[2];
  float radius;

  struct Pose {
    RelativePose relative;
    float slack;

    explicit Pose(const PairPose& pair) noexcept : relative(pair.b_in_a), slack(pair.b_in_a.slack(box_roundings)) {}
  };
  struct Guest {
    float axis[2][3], centre[3], half[2];
    float radius;
    float outer;  // of the sphere around it
  };

  static Rss fit(std::span<const Triangle> triangles) noexcept;
  friend Rss merge(const Rss& a, const Rss& b) noexcept;
  bool holds(Vec3 p) const noexcept;
  float size() const noexcept { return std::fmax(half[0], half[1]) + radius; }
  float outer() const noexcept { return (std::sqrt(half[0] * half[0] + half[1] * half[1]) + radius) * 1.000001f; }

  Guest placed(const Pose& pose) const noexcept {
    Guest guest;
    place_point(pose.relative, centre, guest.centre);
    for (int k = 0; k < 2; ++k) {
      place_direction(pose.relative, axis[k], guest.axis[k]);
      guest.half[k] = half[k] * pose.relative.scale;
    }
    guest.radius = radius * pose.relative.scale;
    guest.outer = outer() * pose.relative.stretch;
    return guest;
  }
  // A lower bound of the distance, no slack taken off; `enough` ends the search.
  float gap(const Guest& guest, const Pose& pose, float enough) const noexcept {
    const float apart[3] = {guest.centre[0] - centre[0], guest.centre[1] - centre[1], guest.centre[2] - centre[2]};
    if (!pose.relative.rigid) return std::sqrt(dot3(apart, apart)) - (outer() + guest.outer);
    BoxPair pair;
    for (int i = 0; i < 3; ++i) {
      pair.host[i] = i < 2 ? half[i] : 0;
      pair.guest[i] = i < 2 ? guest.half[i] : 0;
      pair.apart[i] = dot3(axis[i], apart);
      for (int j = 0; j < 2; ++j) pair.edge[j][i] = dot3(axis[i], guest.axis[j]);
      pair.edge[2][i] = 0;
    }
    const float swept = radius + guest.radius;
    return boxes_gap(pair, 4, swept + enough) - swept;
  }
  friend bool overlap(const Rss& host, const Guest& guest, const Pose& pose) noexcept {
    return !(host.gap(guest, pose, pose.slack) > pose.slack);
  }
  friend float lower_bound(const Rss& host, const Guest& guest, const Pose& pose) noexcept {
    const float gap = host.gap(guest, pose, 1e30f) - pose.slack;
    return gap > 0 ? gap : 0;
  }
};

}  // namespace graze::study
