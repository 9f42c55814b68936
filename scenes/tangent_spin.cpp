// The corner (3, 4, 0) turns about z on a circle of radius 5, exactly, and comes to (5, 0, 0) after atan(4/3); a wall
// stands there (a double root), beyond it, or before it by 2^-20. The other corners are within 4 of the axis.
#include <cmath>

#include "scenes/motion_parts.h"

namespace graze::scenes {

MotionScene tangent_spin(const std::string& variant) {
  if (variant != "touch" && variant != "miss" && variant != "cut") unknown_variant("tangent-spin", variant);
  constexpr double at_top = 0.9272952180016122, angle = 2, step = 0x1p-20;
  const double wall = variant == "touch" ? 5 : variant == "miss" ? 5 + step : 5 - step;
  MeshData wedge;
  wedge.vertices = {{3, 4, 0}, {-1, 0, 1}, {0, -2, 0}, {-1, 1, -1.5}};
  wedge.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  MotionScene scene;
  scene.moving = {{"wedge", snapped_solid(std::move(wedge)), {}}, rotation_about({}, {0, 0, 1}, -angle)};
  scene.others = {{{"wall", box_solid({wall, -3, -3}, {7, 3, 3}), {}}}};
  if (variant == "touch") scene.truth = hit_at(at_top / angle, 0x1p-53);
  scene.truth.grazing = variant == "touch";
  if (variant == "cut") {
    // Before the top by 2 asin(s), where 1 - 2 s^2 is the cosine; the next term of the series is below 1e-24.
    const double s = std::sqrt(step / 10), s_sq = s * s;
    const double before = 2 * (s + s * s_sq * (1.0 / 6 + s_sq * (3.0 / 40)));
    scene.truth = hit_at((at_top - before) / angle, 0x1p-52);
  }
  return scene;
}

}  // namespace graze::scenes
