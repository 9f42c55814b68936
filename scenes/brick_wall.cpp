// In metres. Ten layers of twenty bricks, a thousandth of a millimetre between neighbours; each layer stands back
// behind the one below by as much. All ways are exact doubles.
#include "scenes/motion_parts.h"

namespace graze::scenes {
namespace {

constexpr int columns = 20, layers = 10;

}  // namespace

MotionScene brick_wall(const std::string& variant) {
  const double gap = snapped(1e-6);
  const Vec3 half{snapped(0.05), snapped(0.1), snapped(0.03)};
  const Shape brick = box_solid(-half, half);
  std::vector<MovingSceneBody> bricks;
  for (int layer = 0; layer < layers; ++layer)
    for (int column = 0; column < columns; ++column) {
      const Vec3 at{half.x + layer * gap, column * (2 * half.y + gap) + (layer % 2) * half.y,
                    layer * (2 * half.z + gap)};
      bricks.push_back({{"brick " + std::to_string(layer) + "." + std::to_string(column), brick, {{}, at}}});
    }
  MotionScene scene;
  if (variant == "ram") {
    const double start = -0.25, way = 1;
    scene.moving = {{"ram", box_solid({-1, -1, -1}, {0, 6, 2}), {{}, {start, 0, 0}}}, translation_by({way, 0, 0})};
    scene.truth = hit_at_quotient(-start, way);
    scene.truth.bodies = columns;
  } else if (variant == "along") {  // one brick of layer 4 along it: free but for its neighbour
    const std::size_t moved = 4 * columns + 7;
    const double way = 0x1p-10;
    scene.moving = bricks[moved];
    scene.moving.motion = translation_by({0, way, 0});
    bricks.erase(bricks.begin() + moved);
    scene.truth = hit_at_quotient(gap, way);
    scene.truth.body = moved;
  } else if (variant == "out") {  // and out of the wall, with a thousandth of a millimetre around it
    const std::size_t moved = 4 * columns + 7;
    scene.moving = bricks[moved];
    scene.moving.motion = translation_by({-1, 0, 0});
    bricks.erase(bricks.begin() + moved);
  } else {
    unknown_variant("brick-wall", variant);
  }
  scene.others = std::move(bricks);
  return scene;
}

}  // namespace graze::scenes
