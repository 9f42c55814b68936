// Spheres: the cheapest test there is, and the loosest fit.
#pragma once

#include <cmath>
#include <span>

#include "study/volume/box_pair.h"

namespace graze::study {

// Any affine pose: a guest's image is held by the sphere that is larger by the most that the pose stretches.
struct Sphere {
  static constexpr const char* name = "sphere";

  float centre[3];
  float radius;

  // The placed centre is off by 6 roundings of |offset| + sqrt(3) scale, the distance and the sums by 8 of everything.
  struct Pose {
    RelativePose relative;
    float slack;

    explicit Pose(const PairPose& pair) noexcept : relative(pair.b_in_a), slack(pair.b_in_a.slack(16)) {}
  };
  struct Guest {
    float centre[3];
    float radius;
  };

  static Sphere fit(std::span<const Triangle> triangles) noexcept;
  friend Sphere merge(const Sphere& a, const Sphere& b) noexcept;
  bool holds(Vec3 p) const noexcept { return length(p - Vec3{centre[0], centre[1], centre[2]}) <= double(radius); }
  float size() const noexcept { return radius; }

  Guest placed(const Pose& pose) const noexcept {
    Guest guest;
    place_point(pose.relative, centre, guest.centre);
    guest.radius = radius * pose.relative.stretch;
    return guest;
  }
  friend bool overlap(const Sphere& host, const Guest& guest, const Pose& pose) noexcept {
    const float d[3] = {guest.centre[0] - host.centre[0], guest.centre[1] - host.centre[1],
                        guest.centre[2] - host.centre[2]};
    const float radii = (host.radius + guest.radius) + pose.slack;
    return !(dot3(d, d) > radii * radii);
  }
  friend float lower_bound(const Sphere& host, const Guest& guest, const Pose& pose) noexcept {
    const float d[3] = {guest.centre[0] - host.centre[0], guest.centre[1] - host.centre[1],
                        guest.centre[2] - host.centre[2]};
    const float gap = std::sqrt(dot3(d, d)) - ((host.radius + guest.radius) + pose.slack);
    return gap > 0 ? gap : 0;
  }
};

}  // namespace graze::study
