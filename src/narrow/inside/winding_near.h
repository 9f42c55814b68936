// The winding number of a solid's surface around places infinitely near to a point, which may be on the surface.
//
// It is the signed number of triangles that a ray from there crosses. Whether it crosses one depends on four signs: on
// which side of the triangle's plane, and of the planes through the ray and an edge, the place is. Each is the sign at
// the point, or, where the point is on the plane, that of the way it is left; never 0, so that no case needs care about
// edges and corners (the idea of Edelsbrunner and Muecke's simulation of simplicity). The four are equal exactly when
// the ray crosses.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "narrow/inside/bounding.h"
#include "narrow/inside/exact_point.h"

namespace graze {

// A solid that is asked about.
struct SolidBody {
  explicit SolidBody(const PlacedBody& body) : placed(body), bounding(*body.body.shape) {}
  // The same surface with each distinct triangle once; its triangles have numbers of their own.
  static SolidBody net(const PlacedBody& body);

  PlacedBody placed;
  Bounding bounding;
};

class WindingNear {
 public:
  // The surface as seen from a point.
  WindingNear(const SolidBody& solid, const ExactPoint& point, Counters& counters);

  // Those that hold the point, as closed sets; no degenerate ones.
  const std::vector<std::uint32_t>& triangles() const noexcept { return triangles_; }

  // The winding number around the place, with the orientation corrected for the pose.
  int winding(const Leave& leave) const;
  // The same for a point that is on no triangle.
  int winding() const;
  // The numbers of all four ways to leave along a direction on a face: for in_face and off_face -1 and -1, -1 and 1,
  // 1 and -1, 1 and 1.
  std::array<int, 4> windings(const ExactDirection& along, const FacePlane& face) const;
  // Are they those of the solid?
  bool inside(const Leave& leave) const { return winding(leave) >= 1; }
  bool inside() const { return winding() >= 1; }

 private:
  struct Near {
    Difference u[4], v[4];  // spanning the four planes
    int side[4];            // of the point
    int weight;
  };
  // False when the direction is parallel to an edge of a triangle that matters.
  bool look(const SolidBody& solid, const ExactPoint& point, Vec3 direction, Counters& counters);

  int orientation_;
  int winding_ = 0;         // of the triangles that are crossed whichever way the point is left
  std::vector<Near> near_;  // all others that may be crossed
  std::vector<std::uint32_t> triangles_;
};

}  // namespace graze
