// What a hierarchy is made of: a volume is fitted to triangles, merged with another, and compared with one of another
// body. The types that model the concept, one file each: AlignedBox, OrientedBox (by three tests), Sphere, Rss, Kdop,
// AlignedDop.
//
// All work in the frames of trees (volume/aabb.h): points have coordinates of at most 1. A comparison has a host, whose
// frame it works in, and a guest, which is placed there once and then meets many hosts.
#pragma once

#include <concepts>
#include <span>

#include "graze/math.h"
#include "study/volume/relative_pose.h"

namespace graze::study {

// Triangles in a tree's frame are off their exact place by at most this on each axis (tree/tree.h, in_frame): every
// fit gives it away outward, so that the volume holds the exact points.
inline constexpr double frame_rounding = 0x1p-48;

template <class V>
concept Volume = requires(const V volume, const typename V::Pose pose, const typename V::Guest guest,
                          const PairPose pair, std::span<const Triangle> triangles) {
  // What is worked out once for a pair of bodies: the guest b in the frame of the host a.
  { typename V::Pose(pair) }
  noexcept;
  // Around the corners of the triangles, at least one; the volume as written holds the exact points.
  { V::fit(triangles) }
  noexcept->std::same_as<V>;
  // Holds both.
  { merge(volume, volume) }
  noexcept->std::same_as<V>;
  // The guest in the host's frame.
  { volume.placed(pose) }
  noexcept->std::same_as<typename V::Guest>;
  // False only when no posed points of the two have anything in common.
  { overlap(volume, guest, pose) }
  noexcept->std::same_as<bool>;
  // Never above the distance of posed points of the two; a length in the host's frame.
  { lower_bound(volume, guest, pose) }
  noexcept->std::same_as<float>;
  // Is a point in the volume as written? Computed in double.
  { volume.holds(Vec3{}) }
  noexcept->std::same_as<bool>;
  // About the largest half extent, in its own frame: which of two volumes is worth opening.
  { volume.size() }
  noexcept->std::same_as<float>;
  { V::name } -> std::convertible_to<const char*>;
};

}  // namespace graze::study
