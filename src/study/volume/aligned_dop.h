// The dynamically aligned k-DOPs of Zachmann's DOP-tree: a guest is not turned; its intervals along the host's axes are
// bounded by those it has, with factors that are the same for the whole tree.
#pragma once

#include <span>

#include "study/volume/dop.h"

namespace graze::study {

// Any affine pose.
//
// A host's direction D seen from the guest is d = M^T D. Of the 24 directions three span a cone that holds it, so that
// d = sum alpha_j D_j with alpha_j >= 0, and no point y of the guest has d . y above sum alpha_j h_j, h the ends of its
// intervals. The cones are those over the facets of the hull of the 24 unit directions: these give the tightest bound
// for a guest as wide in all directions.
struct AlignedDop : Dop {
  static constexpr const char* name = "dop-tree";

  struct Pose {
    int from[axes][3];  // which intervals: 2 * axis for the upper end, 2 * axis + 1 for the lower one, turned round
    float alpha[axes][3];
    float shift[axes];  // direction . offset
    // What alpha, rounded to float, leaves of d is measured and counted for |y_k| <= 1; the sums are within 8
    // roundings.
    float slack[axes];

    explicit Pose(const PairPose& pair) noexcept;
  };
  using Guest = Dop;

  static AlignedDop fit(std::span<const Triangle> triangles) noexcept { return {fit_dop(triangles)}; }
  friend AlignedDop merge(const AlignedDop& a, const AlignedDop& b) noexcept { return {merge_dop(a, b)}; }

  Guest placed(const Pose& pose) const noexcept {
    float end[2 * axes];
    for (int i = 0; i < axes; ++i) {
      end[2 * i] = hi[i];
      end[2 * i + 1] = -lo[i];
    }
    Guest guest;
    for (int i = 0; i < axes; ++i) {
      const int* from = pose.from[i];
      const float* alpha = pose.alpha[i];
      guest.hi[i] = ((alpha[0] * end[from[0]] + alpha[1] * end[from[1]]) + alpha[2] * end[from[2]]) + pose.shift[i];
      guest.lo[i] =
          pose.shift[i] - ((alpha[0] * end[from[0] ^ 1] + alpha[1] * end[from[1] ^ 1]) + alpha[2] * end[from[2] ^ 1]);
    }
    return guest;
  }
  friend bool overlap(const AlignedDop& host, const Guest& guest, const Pose& pose) noexcept {
    return dops_overlap(host, guest, pose.slack);
  }
  friend float lower_bound(const AlignedDop& host, const Guest& guest, const Pose& pose) noexcept {
    return dops_apart(host, guest, pose.slack);
  }
};

}  // namespace graze::study
