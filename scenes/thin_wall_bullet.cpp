// In metres. The way to the wall is an exact double, so that its time is the rounded quotient of two.
#include "scenes/motion_parts.h"

namespace graze::scenes {

MotionScene thin_wall_bullet(const std::string& variant) {
  const double half = snapped(0.005), wall = snapped(437.123), step = 1000;
  const bool through = variant == "hit";
  if (!through && variant != "beside") unknown_variant("thin-wall-bullet", variant);
  // Beside the wall it passes at a distance of 2^-32.
  const double edge = through ? 1 : -half - grid;
  MotionScene scene;
  scene.moving = {{"bullet", box_solid({-half, -half, -half}, {half, half, half}), {}}, translation_by({step, 0, 0})};
  scene.others = {{{"wall", box_solid({wall, -2, -2}, {wall + snapped(1e-4), edge, 2}), {}}}};
  if (through) scene.truth = hit_at_quotient(wall - half, step);
  return scene;
}

}  // namespace graze::scenes
