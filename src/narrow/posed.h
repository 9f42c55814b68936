// A body ready to be asked: checked, boxed in the world, with its posed triangles.
#pragma once

#include "graze/query.h"
#include "narrow/placement.h"
#include "shape/data.h"

namespace graze {

inline Triangle posed(const Pose& pose, const Triangle& t) noexcept { return {pose * t.a, pose * t.b, pose * t.c}; }

struct Posed {
  const Shape::Data* shape;
  Pose pose;
  int orientation;  // sign of the pose's determinant
  Box box;          // world, holds every posed vertex; infinite near the end of the doubles

  Triangle triangle(std::uint32_t index) const noexcept { return posed(pose, shape->triangle(index)); }
};

// The same, prepared for culling.
struct PlacedBody {
  Posed body;
  Placement placement;
};

// Anything but ok: nothing can be asked of the body.
Status make_posed(const Body& body, Posed& result) noexcept;

}  // namespace graze
