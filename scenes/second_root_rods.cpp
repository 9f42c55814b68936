// The edge a-b, turned about z, runs on a hyperboloid, which the line of the waiting edge meets twice: at 40 degrees,
// where there is only the line, and at 160 degrees, where the edge is. The rest of the moving triangle lies outward of
// its edge, the rest of the waiting one inward, and in one plane z: only these two edges can meet first.
//
// The waiting edge is put at its place but for half a grid's width each way, and is crossed at 60 degrees: less than
// 4e-10 of a radian.
#include "scenes/motion_parts.h"

namespace graze::scenes {

MotionScene second_root_rods(const std::string& variant) {
  if (variant != "100" && variant != "170") unknown_variant("second-root-rods", variant);
  const double angle = variant == "100" ? 100 : 170;
  const double slope = 0.5, height = snapped(-0.35);
  const auto on_edge = [&](double z) { return Vec3{1, slope * z, z}; };
  const Vec3 meeting = snapped(turned(degrees(160), on_edge(height)));
  const Vec3 beyond{4, 4 * slope * height, height};
  MotionScene scene;
  scene.moving = {{"turning", make_soup({on_edge(-1.5), on_edge(0.75), beyond}), {}},
                  rotation_about({}, {0, 0, 1}, angle * radian)};
  scene.others = {{{"waiting",
                    make_soup({meeting - Vec3{0.375, 0, 0}, meeting + Vec3{0.375, 0, 0}, meeting - Vec3{0, 0.375, 0}}),
                    {}}}};
  if (angle > 160) scene.truth = hit_at(160 / angle, 4e-10 / (angle * radian));
  return scene;
}

}  // namespace graze::scenes
