// What a ray runs through, sheet by sheet, in two bodies at once: for pictures in which each is seen through the other.
#pragma once

#include <array>
#include <vector>

#include "graze/query.h"

namespace graze {

// A surface that the ray meets.
struct Sheet {
  double t = 0;
  int body = 0;           // 0 or 1
  bool entering = false;  // the ray meets the outer side
  // On the boundary of what the two have in common: within the other solid, or no farther from the other surface than
  // the closeness, along the ray.
  bool common = false;
  Vec3 point, normal;  // world frame; the normal towards the start of the ray
};

class Sheets {
 public:
  // Surfaces that are no farther apart than `closeness` are drawn as touching.
  Sheets(const Body& a, const Body& b, double closeness);

  // Sorted by t, then by body. `starts_inside` tells whether the start is within one of the solids. Surfaces that are
  // no solids have sheets, and nothing is within them. Throws Error for a body whose rays cannot be cast.
  const std::vector<Sheet>& along(const Ray& ray);
  bool starts_inside() const { return starts_inside_; }

 private:
  void cast(int body, const Ray& ray);

  std::array<Body, 2> bodies_;
  std::array<Box, 2> boxes_;
  double closeness_;
  std::vector<Sheet> sheets_;
  bool starts_inside_ = false;
};

}  // namespace graze
