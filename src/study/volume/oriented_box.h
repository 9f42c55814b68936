// Oriented boxes (volume/obb.h), each in a frame of its own, compared in three ways over the same data.
#pragma once

#include <span>

#include "study/volume/box_pair.h"
#include "volume/obb.h"

namespace graze::study {

enum class BoxTest {
  faces,        // the 6 face normals alone (van den Bergen): some boxes apart are not told so
  axes,         // all 15 (Gottschalk): faces and pairs of edges
  edges_faces,  // the 144 = 2 * 12 * 6 tests of an edge against a face that the 15 replaced
};

// Do boxes have an edge of one in a face of the other, or the centre of one within the other? Each edge is clipped to
// the face, grown by `slack` on all sides. Rigid maps only.
bool edges_meet_faces(const BoxPair& pair, float slack) noexcept;

// Grown by what the frame's rounding can do to a point.
Obb padded(Obb box) noexcept;

// Any affine pose (edges_faces: 15 axes where the pose is not rigid).
template <BoxTest test>
struct OrientedBox : Obb {
  static constexpr const char* name = test == BoxTest::faces ? "obb-6" : test == BoxTest::axes ? "obb-15" : "obb-144";
  struct Pose {
    RelativePose relative;
    float slack;

    explicit Pose(const PairPose& pair) noexcept : relative(pair.b_in_a), slack(pair.b_in_a.slack(box_roundings)) {}
  };
  struct Guest {
    float axis[3][3], centre[3], half[3];
  };

  static OrientedBox fit(std::span<const Triangle> triangles) noexcept { return {padded(fit_obb(triangles))}; }
  friend OrientedBox merge(const OrientedBox& a, const OrientedBox& b) noexcept { return {padded(merge_obb(a, b))}; }
  bool holds(Vec3 p) const noexcept {
    const Vec3 d = p - Vec3{centre[0], centre[1], centre[2]};
    for (int k = 0; k < 3; ++k)
      if (!(std::fabs(dot(Vec3{axis[k][0], axis[k][1], axis[k][2]}, d)) <= double(half[k]))) return false;
    return true;
  }
  float size() const noexcept { return std::fmax(std::fmax(half[0], half[1]), half[2]); }

  Guest placed(const Pose& pose) const noexcept {
    Guest guest;
    place_point(pose.relative, centre, guest.centre);
    for (int k = 0; k < 3; ++k) {
      place_direction(pose.relative, axis[k], guest.axis[k]);
      guest.half[k] = half[k] * pose.relative.scale;
    }
    return guest;
  }
  BoxPair beside(const Guest& guest) const noexcept {
    BoxPair pair;
    const float apart[3] = {guest.centre[0] - centre[0], guest.centre[1] - centre[1], guest.centre[2] - centre[2]};
    for (int i = 0; i < 3; ++i) {
      pair.host[i] = half[i];
      pair.guest[i] = guest.half[i];
      pair.apart[i] = dot3(axis[i], apart);
      for (int j = 0; j < 3; ++j) pair.edge[j][i] = dot3(axis[i], guest.axis[j]);
    }
    return pair;
  }
  friend bool overlap(const OrientedBox& host, const Guest& guest, const Pose& pose) noexcept {
    const BoxPair pair = host.beside(guest);
    const bool rigid = pose.relative.rigid;
    if constexpr (test == BoxTest::edges_faces)
      if (rigid) return edges_meet_faces(pair, pose.slack);
    if (host_faces_part(pair, pose.slack) || guest_faces_part(pair, rigid, pose.slack)) return false;
    return test == BoxTest::faces || !edges_part(pair, rigid, pose.slack);
  }
  friend float lower_bound(const OrientedBox& host, const Guest& guest, const Pose& pose) noexcept {
    return boxes_apart(host.beside(guest), pose.slack);
  }
};

using OrientedBox6 = OrientedBox<BoxTest::faces>;
using OrientedBox15 = OrientedBox<BoxTest::axes>;
using OrientedBox144 = OrientedBox<BoxTest::edges_faces>;

}  // namespace graze::study
