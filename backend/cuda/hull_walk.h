// A convex piece of a robot and a mesh: what is looked at beside the walk of pose_walk.h.
//
// The piece is the hull of its posed corners, which are rounded, and its faces as triangles are those of the shape:
// both surfaces are within a few roundings of each other, which `hull_margin` is more than. A corner is at most 2^20
// away in the frame of the mesh (pose_map.h), and off by fewer than 8 roundings of that: 2^-30. So triangles that meet
// are a contact; triangles farther apart than the margin show that the mesh does not pass the surface of the piece, and
// then each connected part of it is inside or outside, as one of its corners is.
#pragma once

#include "backend/cuda/pose_walk.h"

namespace graze::gpu {

inline constexpr double hull_margin = 0x1p-28;  // in the frame of the mesh

// Are a point and the inner one on different sides of the plane of a triangle, proven?
GRAZE_ANYWHERE bool parted(const Triangle& face, Vec3 inner, Vec3 p) noexcept {
  const DoubleSigns signs{{face.a, face.b, face.c, inner, p, p}};
  const int inside = signs(0, 1, 2, 3), outside = signs(0, 1, 2, 4);
  return inside != 0 && outside == -inside;
}

// What a piece of a robot is beside its triangles.
struct HullParts {
  Vec3 inner;               // a point inside, in its own frame
  std::uint32_t faces = 0;  // how many triangles it has
};
// What a mesh is beside its triangles: a corner of each connected part; too many, and there are none.
struct MeshParts {
  const std::uint32_t* corners = nullptr;
  std::uint32_t count = 0;
  bool solid = false;
};
inline constexpr std::size_t most_parts = 64;

// Is the point, in the world, outside of the piece, by one of the faces `lane`, `lane` + `lanes`, ...?
GRAZE_ANYWHERE bool outside_by_face(const PairMesh& hull, const HullParts& parts, const Pose& pose, Vec3 p,
                                    std::uint32_t lane, std::uint32_t lanes) noexcept {
  const Vec3 inner = posed_by(pose, parts.inner);
  for (std::uint32_t k = lane; k < parts.faces; k += lanes) {
    const Triangle t = triangle_of(hull.vertices, hull.corners, k);
    if (parted({posed_by(pose, t.a), posed_by(pose, t.b), posed_by(pose, t.c)}, inner, p)) return true;
  }
  return false;
}

}  // namespace graze::gpu
