// Half-spaces against curved bodies: the lowest point in closed form, with a bracket.
#pragma once

#include "graze/query.h"

namespace graze {

struct HalfspaceGap {
  Status status = Status::ok;
  bool plane_is_a = false;
  double lower = 0, upper = 0;    // of the signed distance
  double height = 0;              // of `point` above the plane
  Vec3 point;                     // the core's lowest
  Vec3 normal;                    // unit, out of the half-space
  double radius = 0, margin = 0;  // of the body, of the half-space
  double coordinates = 0;
};
// One is a half-space, the other a curved body (narrow/body/support_body.h).
HalfspaceGap halfspace_gap(const Body& a, const Body& b);

// The signed distance of the body's lowest point from the half-space, margins included, is between the two.
struct SignedGap {
  Status status = Status::ok;
  double lower = 0, upper = 0;
};
SignedGap halfspace_support_gap(const Body& a, const Body& b);

}  // namespace graze
