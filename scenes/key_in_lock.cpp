// In millimetres. The key goes in along -z and turns a quarter. Behind the plate a ward stands in the way of every bit
// that has no notch for it; its leading edge is at 45 degrees, put there but for half a grid's width each way, 6 from
// the axis: less than 3e-11 of a radian.
#include "scenes/motion_parts.h"

namespace graze::scenes {
namespace {

constexpr double half_bit = 0.875, key_length = 16;

// The bit reaches 8 from the axis; from 4.5 on it has a notch between two heights, as it stands at the start.
Shape key(double half_thick, double notch_from, double notch_to) {
  MeshData mesh;
  std::vector<Vec3> shaft;
  for (int i = 0; i < 8; ++i) shaft.push_back(turned(turn(i, 8), {2, 0, 0}));
  add_prism(mesh, shaft, 2, 30);
  add_box(mesh, {0, -half_thick, 2}, {4.5, half_thick, 12});
  add_box(mesh, {4.5, -half_thick, 2}, {8, half_thick, notch_from});
  add_box(mesh, {4.5, -half_thick, notch_to}, {8, half_thick, 12});
  return snapped_solid(std::move(mesh));
}

Shape lock() {
  MeshData mesh;
  const double hole = 2.125, slot = 1, rim = 8.5, size = 12;
  const auto plate = [&](double x0, double y0, double x1, double y1) { add_box(mesh, {x0, y0, -2}, {x1, y1, 0}); };
  plate(-size, -size, -hole, size);
  plate(-hole, hole, hole, size);
  plate(-hole, -size, hole, -hole);
  plate(hole, slot, rim, size);
  plate(hole, -size, rim, -slot);
  plate(rim, -size, size, size);
  add_box(mesh, {-size, -size, -20}, {size, size, -18});
  const Turn at = degrees(45);
  add_prism(mesh, {turned(at, {6, half_bit, 0}), turned(at, {9, 3, 0}), turned(at, {5, 3, 0})}, -10, -8);
  return snapped_solid(std::move(mesh));
}

}  // namespace

MotionScene key_in_lock(const std::string& variant) {
  MotionScene scene;
  Shape shape;
  if (variant == "right") {
    shape = key(half_bit, 5.5, 8.5);
  } else if (variant == "wrong-notch") {
    shape = key(half_bit, 9, 11);
    scene.truth = hit_at(0.5, 3e-11, 1);
  } else if (variant == "too-thick") {
    shape = key(1.25, 5.5, 8.5);
    scene.truth = hit_at_quotient(2, key_length);
  } else {
    unknown_variant("key-in-lock", variant);
  }
  scene.moving = {{"key", shape, {}}, translation_then_rotation({0, 0, -key_length}, {}, {0, 0, 1}, 90 * radian)};
  scene.others = {{{"lock", lock(), {}}}};
  return scene;
}

}  // namespace graze::scenes
