// Boxes along the axes of their tree's frame: against each other they are turned all alike, by the pose of the pair.
#pragma once

#include <span>

#include "study/volume/box_pair.h"
#include "volume/aabb.h"

namespace graze::study {

// Any affine pose. Faces and edges are tested (15 axes): the edges of all guests are the columns of one matrix.
struct AlignedBox : Aabb {
  static constexpr const char* name = "aabb";

  struct Pose {
    RelativePose relative;
    float edge[3][3];  // which edge of a guest, coordinate
    float slack;

    explicit Pose(const PairPose& pair) noexcept : relative(pair.b_in_a), slack(pair.b_in_a.slack(box_roundings)) {
      for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) edge[j][i] = relative.linear[i][j];
    }
  };
  struct Guest {
    float centre[3], half[3];
  };

  static AlignedBox fit(std::span<const Triangle> triangles) noexcept;
  friend AlignedBox merge(AlignedBox a, const AlignedBox& b) noexcept {
    a.Aabb::merge(b);
    return a;
  }
  // The centre is rounded, and the half extents with it: both to 2^-24 of numbers up to 2, which the slack covers.
  float centre(int axis) const noexcept { return 0.5f * (lo[axis] + hi[axis]); }
  float half(int axis) const noexcept { return 0.5f * (hi[axis] - lo[axis]); }
  using Aabb::holds;
  bool holds(Vec3 p) const noexcept {
    for (int k = 0; k < 3; ++k)
      if (!(double(lo[k]) <= p[k] && p[k] <= double(hi[k]))) return false;
    return true;
  }
  float size() const noexcept { return std::fmax(std::fmax(half(0), half(1)), half(2)); }

  Guest placed(const Pose& pose) const noexcept {
    Guest guest;
    const float middle[3] = {centre(0), centre(1), centre(2)};
    place_point(pose.relative, middle, guest.centre);
    for (int k = 0; k < 3; ++k) guest.half[k] = half(k) * pose.relative.scale;
    return guest;
  }
  BoxPair beside(const Guest& guest, const Pose& pose) const noexcept {
    BoxPair pair;
    for (int k = 0; k < 3; ++k) {
      pair.host[k] = half(k);
      pair.guest[k] = guest.half[k];
      pair.apart[k] = guest.centre[k] - centre(k);
      for (int i = 0; i < 3; ++i) pair.edge[k][i] = pose.edge[k][i];
    }
    return pair;
  }
  friend bool overlap(const AlignedBox& host, const Guest& guest, const Pose& pose) noexcept {
    const BoxPair pair = host.beside(guest, pose);
    return !host_faces_part(pair, pose.slack) && !guest_faces_part(pair, pose.relative.rigid, pose.slack) &&
           !edges_part(pair, pose.relative.rigid, pose.slack);
  }
  friend float lower_bound(const AlignedBox& host, const Guest& guest, const Pose& pose) noexcept {
    return boxes_apart(host.beside(guest, pose), pose.slack);
  }
};

}  // namespace graze::study
