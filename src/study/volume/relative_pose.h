// Where a guest tree's frame lies in a host tree's, as float volumes need it: with everything that rounding can do.
#pragma once

#include "graze/math.h"

namespace graze::study {

// A guest's point y (|y_k| <= 1) is at scale * linear * y + offset in the host's frame.
struct RelativePose {
  float linear[3][3];  // row, column; a rotation or reflection to 2^-23 when `rigid`
  float scale;         // 1 when not rigid
  float offset[3];
  float stretch;  // bounds the length of scale * linear * unit vector
  float pad;      // how far posed vertices may be from where their boxes are put, both bodies together
  bool rigid;     // a similarity

  // A length in the host's frame that covers `pad` and `roundings` float roundings (2^-24, relative) of all that a test
  // of two volumes adds up: the host's extents and the guest's, sums of three at most 4 and 4 * stretch, and the
  // offset.
  float slack(int roundings) const noexcept {
    const float size = 4 + 4 * stretch +
                       ((offset[0] < 0 ? -offset[0] : offset[0]) + (offset[1] < 0 ? -offset[1] : offset[1]) +
                        (offset[2] < 0 ? -offset[2] : offset[2]));
    return (pad + float(roundings) * 0x1p-24f * size) * 1.00001f;
  }
};

// Both ways round; the two are inverse to each other only to rounding, and each is padded for itself.
struct PairPose {
  RelativePose b_in_a, a_in_b;

  PairPose swapped() const noexcept { return {a_in_b, b_in_a}; }
};

// The map x -> to_host * x + shift, which posed vertices obey to within the length `pad`.
RelativePose relative_pose(const Mat3& to_host, Vec3 shift, double pad) noexcept;

// A lower bound of |m v| / |v|: the world length of a unit of a tree's frame, from that frame's map into the world.
// Sharp for similarities; 0 when m is singular or nearly so.
double least_stretch(const Mat3& m) noexcept;

}  // namespace graze::study
