// Convex faces of a surface of triangles: neighbours in one plane together. The distance from one is a convex function,
// as that from a triangle is, and over most of what is in front of a face it is linear.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/query.h"

namespace graze {

struct FlatFace {
  Vec3 normal;                                // a unit vector up to rounding
  double slack = 0;                           // more than corners are off the plane, and inward of their hull, by
  bool hull = false;                          // all triangles are behind the plane, but for the slack
  std::vector<Vec3> at;                       // the corners, around it
  std::vector<std::uint32_t> triangles = {};  // of which it is made
};

struct FlatFaces {
  std::vector<FlatFace> faces;
  std::vector<std::uint32_t> face_of;  // of each triangle; faces may have triangles in common
};

FlatFaces flat_faces(std::span<const Triangle> triangles);

// Not below the distance of the point from the triangles of the face, nor from their hull, and hardly above it. For a
// face of the hull of a solid, only of points of the solid: how far it is to the plane, a linear function.
double distance_up(const FlatFace& face, Vec3 p) noexcept;

// Where between two points, 0 to 1, the nearest point of the face begins to move along its border: next to the middle,
// if there is such a place.
double bend_between(const FlatFace& face, Vec3 from, Vec3 to) noexcept;

}  // namespace graze
