// In metres. A blade of 2 m spins about its middle; the edge of a peg waits for its face at 20 degrees, where it was
// put but for half a grid's width each way: at a distance of 0.9 that is less than 2e-10 of a radian.
#include "scenes/motion_parts.h"

namespace graze::scenes {

MotionScene blade_vs_rod(const std::string& variant) {
  if (variant != "15" && variant != "170" && variant != "350") unknown_variant("blade-vs-rod", variant);
  const double angle = variant == "15" ? 15 : variant == "170" ? 170 : 350;
  const double thick = snapped(0.025);
  const Vec3 half{1, thick, snapped(0.005)};
  MeshData peg;
  const Turn at = degrees(20);
  add_prism(peg,
            {turned(at, {0.9, thick, 0}), turned(at, {0.901, thick + 0.002, 0}), turned(at, {0.899, thick + 0.002, 0})},
            -0.05, 0.05);
  MotionScene scene;
  scene.moving = {{"blade", box_solid(-half, half), {}}, rotation_about({}, {0, 0, 1}, angle * radian)};
  scene.others = {{{"peg", snapped_solid(std::move(peg)), {}}}};
  if (angle > 20) scene.truth = hit_at(20 / angle, 2e-10 / (angle * radian));
  return scene;
}

}  // namespace graze::scenes
