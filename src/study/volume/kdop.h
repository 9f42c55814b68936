// k-DOPs as QuickCD compares them (Klosowski, Held, Mitchell, Sowizral and Zikan 1998): a guest is turned as a
// polytope, corner by corner, and a k-DOP along the host's axes is fitted around it.
#pragma once

#include <span>

#include "study/volume/box_pair.h"
#include "study/volume/dop.h"

namespace graze::study {

// Any affine pose.
struct Kdop : Dop {
  static constexpr const char* name = "kdop-24";
  static constexpr int most_corners = 44;  // 2k - 4

  int corner_count;
  float corner[most_corners][3];  // of the polytope, to within 2^-20

  // A corner is off by 2^-20, 16 roundings of 1; when placed by 6 roundings of everything; three make a product.
  struct Pose {
    RelativePose relative;
    float slack[axes];

    explicit Pose(const PairPose& pair) noexcept : relative(pair.b_in_a) {
      for (int i = 0; i < axes; ++i) slack[i] = relative.slack(32) * dop_sum[i];
    }
  };
  using Guest = Dop;

  static Kdop fit(std::span<const Triangle> triangles) noexcept;
  friend Kdop merge(const Kdop& a, const Kdop& b) noexcept;

  Guest placed(const Pose& pose) const noexcept;
  friend bool overlap(const Kdop& host, const Guest& guest, const Pose& pose) noexcept {
    return dops_overlap(host, guest, pose.slack);
  }
  friend float lower_bound(const Kdop& host, const Guest& guest, const Pose& pose) noexcept {
    return dops_apart(host, guest, pose.slack);
  }
};

}  // namespace graze::study
