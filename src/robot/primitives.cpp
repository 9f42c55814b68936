#include "robot/primitives.h"

#include <utility>

namespace graze {

Shape make_box_of(Vec3 half) {
  if (!(half.x >= 0 && half.y >= 0 && half.z >= 0)) return make_box(half);  // which says what is wrong
  if (half.x > 0 && half.y > 0 && half.z > 0) return make_box(half);
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  }
  return make_convex(std::move(corners));
}

Shape make_sphere_of(double radius) { return radius == 0 ? make_point() : make_sphere(radius); }

Shape make_capsule_of(double radius, double half) {
  if (radius == 0 && half >= 0) return make_segment({0, 0, -half}, {0, 0, half});
  return make_capsule(radius, half);
}

Shape make_cylinder_of(double radius, double half) {
  if (radius == 0 && half >= 0) return make_segment({0, 0, -half}, {0, 0, half});
  return make_cylinder(radius, half);
}

Shape shape_of(std::vector<CompoundPart> parts) {
  if (parts.empty()) return {};
  if (parts.size() == 1 && parts[0].pose == Pose{}) return parts[0].shape;
  return make_compound(std::move(parts));
}

}  // namespace graze
