// A body ready to be asked: checked, boxed in the world, with its posed triangles.
#pragma once

#include "graze/query.h"
#include "math/posed_point.h"
#include "narrow/body/placement.h"
#include "shape/data.h"

namespace graze {

inline Triangle posed(const Pose& pose, const Triangle& t) noexcept {
  return {posed(pose, t.a), posed(pose, t.b), posed(pose, t.c)};
}

struct Posed {
  const ShapeData* shape;
  Pose pose;
  int orientation;    // sign of the pose's determinant
  Box box;            // world, holds every posed vertex; infinite near the end of the doubles
  double radius = 0;  // of the body around its posed triangles; `box` leaves it out

  Triangle triangle(std::uint32_t index) const noexcept { return posed(pose, shape->triangle(index)); }
};

// The same, prepared for culling.
struct PlacedBody {
  Posed body;
  Placement placement;
};

// A body that is placed once its box is known to matter.
struct PlacedLater : PlacedBody {
  bool placed = false;

  const Placement& place() noexcept {
    if (!placed) placement = graze::place(*body.shape, body.pose);
    placed = true;
    return placement;
  }
};

// Anything but ok: nothing can be asked of the body. For queries that know triangles only: a body with a radius, and a
// half-space, are unsupported.
Status make_posed(const Body& body, Posed& result) noexcept;
// For queries that take the radius into account: only a half-space is unsupported, and a radius under a pose that does
// not keep it one.
GRAZE_API Status make_posed_with_radius(const Body& body, Posed& result) noexcept;

// The radius of a sphere or capsule under a pose that is a rotation, reflection or uniform scale to within 1e-6: as it
// is given where the first column is a unit vector to within 2^-40, else times the rounded length of that column.
// Negative: the pose is no such map.
double posed_radius(const Mat3& linear, double radius) noexcept;

// Is the pose finite and invertible? Then its orientation.
Status check_pose(const Pose& pose, int& orientation) noexcept;

}  // namespace graze
