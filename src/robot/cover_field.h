// How far a point is outside of a shape, and how deep within: bounds that hold, for covers.
#pragma once

#include <vector>

#include "graze/query.h"

namespace graze {

class CoverField {
 public:
  // Throws Error for an empty handle and for half-spaces.
  explicit CoverField(const Shape& shape);

  // Every point of the shape is farther from `at` than `lower`, or at it; some point is within `upper`.
  struct Away {
    double lower = 0, upper = 0;
  };
  Away away(Vec3 at) const;

  // A ball of this radius around `at` is in the shape; 0: nothing is known.
  double depth(Vec3 at) const;

  struct Part {
    Shape shape;
    Pose pose;
  };
  const std::vector<Part>& parts() const { return parts_; }  // none of them a compound
  const Shape& shape() const { return shape_; }
  Box bounds() const { return shape_.bounds(); }

 private:
  Shape shape_;
  std::vector<Part> parts_;
  // Solids within the parts, with their surfaces: round parts are stood for by polyhedra in them.
  struct Core {
    Body solid, surface;
    double slack = 0;  // by how much rounding may have put a corner out of the part
  };
  std::vector<Core> cores_;
};

}  // namespace graze
