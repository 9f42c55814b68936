#include "bench/moving_boxes.h"

#include <cmath>

#include "tests/oracle/dice.h"

namespace graze::bench {

const char* name(BoxScene scene) {
  constexpr const char* names[] = {"uniform", "sizes", "clusters", "flat", "line"};
  return names[static_cast<int>(scene)];
}

// The mean number of overlaps of a box is n times the product of the mean sums of edges, 2 along each axis where they
// are 0.5 to 1.5, over twice the volume.
MovingBoxes::MovingBoxes(BoxScene scene, std::size_t count, std::uint64_t seed) {
  oracle::Dice dice(seed);
  const auto n = static_cast<double>(count);
  const double cube = 0.5 * std::cbrt(4 * n), square = 0.5 * std::sqrt(2 * n), line = 0.5 * n;
  // The same from the moments of edges from 1 to 1000.
  const double rough = 0.5 * std::cbrt(0.5 * 1.6e8 * n);
  const double cluster = 0.5 * std::cbrt(4 * n / 20);
  for (std::size_t i = 0; i < count; ++i) {
    Vec3 edge{dice.uniform(0.5, 1.5), dice.uniform(0.5, 1.5), dice.uniform(0.5, 1.5)};
    Vec3 middle, room;
    switch (scene) {
      case BoxScene::uniform:
        room = {cube, cube, cube};
        break;
      case BoxScene::sizes: {
        const double size = std::pow(10.0, dice.uniform(0, 3));
        edge = {size, size, size};
        room = {rough, rough, rough};
        break;
      }
      case BoxScene::clusters:
        if (dice.chance(100)) {
          room = Vec3{cube, cube, cube} * 1000.0;
        } else {
          // On a diagonal lattice, so that no axis tells all of them apart.
          const int which = dice.integer(0, 19);
          middle = Vec3{double(which % 3), double(which / 3 % 3), double(which / 9)} * (cube * 4);
          room = {cluster, cluster, cluster};
        }
        break;
      case BoxScene::flat:
        room = {square, square, 0};
        break;
      case BoxScene::line:
        room = {0, line, 0};
        break;
    }
    walls_.push_back({middle - room, middle + room});
    const Vec3 in = dice.in_cube(1), speed = dice.in_cube(0.1);
    centres_.push_back(middle + Vec3{in.x * room.x, in.y * room.y, in.z * room.z});
    halves_.push_back(edge * 0.5);
    velocities_.push_back({speed.x * edge.x, speed.y * edge.y, speed.z * edge.z});
  }
  boxes_.resize(count);
  place();
}

void MovingBoxes::advance() {
  for (std::size_t i = 0; i < centres_.size(); ++i) {
    centres_[i] = centres_[i] + velocities_[i];
    for (int axis = 0; axis < 3; ++axis) {
      double& speed = velocities_[i][axis];
      if (centres_[i][axis] < walls_[i].lo[axis]) speed = std::fabs(speed);
      if (centres_[i][axis] > walls_[i].hi[axis]) speed = -std::fabs(speed);
    }
  }
  place();
}

void MovingBoxes::place() {
  for (std::size_t i = 0; i < centres_.size(); ++i) boxes_[i] = {centres_[i] - halves_[i], centres_[i] + halves_[i]};
}

}  // namespace graze::bench
