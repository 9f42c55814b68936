// In millimetres. Involute gears of module 1, pressure angle 20 degrees, 18, 24 and 30 teeth, in a row; all three turn
// at once. Each has teeth 5 micrometres thinner than half its pitch: 10 of play where two mesh, 5 on either side.
//
// Flanks are chords of involutes and so inside them: at the right ratio the play stays. At a ratio of 1.01 the third
// gear gains 0.0072 of a radian, 0.108 on its pitch circle; it touches when that is 0.005 or somewhat more: less than
// twice 0.003, which is how far the chords are inside.
#include "scenes/gear.h"
#include "scenes/motion_parts.h"

namespace graze::scenes {
namespace {

Shape train_gear(int teeth, double phase) { return snapped_solid(gear(teeth, phase, 0.01)); }

}  // namespace

MotionScene gear_train(const std::string& variant) {
  if (variant != "right" && variant != "wrong-ratio") unknown_variant("gear-train", variant);
  const bool right = variant == "right";
  const double angle = 0.9, third = right ? 0.72 : 0.7272;
  const Vec3 axis{0, 0, 1}, first_at{-21, 0, 0}, third_at{27, 0, 0};
  MotionScene scene;
  scene.moving = {{"driver", train_gear(24, 0.5), {}}, rotation_about({}, axis, angle)};
  scene.others = {{{"first", train_gear(18, 0), {{}, first_at}}, rotation_about(first_at, axis, -1.2)},
                  {{"third", train_gear(30, 0), {{}, third_at}}, rotation_about(third_at, axis, -third)}};
  if (!right)
    scene.truth = {.hit = true,
                   .phase = 0,
                   .earliest = 0.0049 / 0.108,
                   .latest = 0.0112 / 0.108,
                   .body = 1,
                   .bodies = 1,
                   .grazing = false};
  return scene;
}

}  // namespace graze::scenes
