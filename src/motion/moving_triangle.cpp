#include "motion/moving_triangle.h"

#include <algorithm>

#include "math/constants.h"
#include "math/norms.h"

namespace graze {
namespace {

using roundoff::u;

}  // namespace

MovingTriangle::MovingTriangle(const Path& along, const Triangle& t, Vec3 base) noexcept : path(&along) {
  const Vec3 corner[3] = {t.a, t.b, t.c};
  double most = 0, arms = 0, radius_sq = 0;
  for (int i = 0; i < 3; ++i) {
    start[i] = corner[i] - base;
    most = std::max(most, largest(start[i]));
  }
  size = most + along.most_shift();
  speed_error = 16 * u * largest(along.velocity);
  if (!along.turns()) return;
  for (int i = 0; i < 3; ++i) {
    const Vec3 from_origin = corner[i] - along.origin;
    arm[i] = from_origin + along.before;
    const Vec3 across = cross(along.axis, arm[i]);
    arms = std::max(arms, largest(from_origin));
    radius_sq = std::max(radius_sq, dot(across, across));
  }
  arms += largest(along.before);
  const double turn = along.most_turn();
  radius = std::sqrt(radius_sq) * (1 + 0x1p-48) + 64 * u * arms;
  speed_error += 1024 * u * (1 + turn) * std::fabs(along.angle) * arms;
  size += 12 * turn * arms;
}

void MovingTriangle::place(const PathPoint& point) noexcept {
  for (int i = 0; i < 3; ++i) {
    at[i] = start[i] + point.shift;
    speed[i] = path->velocity;
    if (!path->turns()) continue;
    const Vec3 change = turned_by(*path, point.turn, arm[i]);
    at[i] = at[i] + change;
    speed[i] = speed[i] + cross(path->axis, arm[i] + change) * path->angle;
  }
}

}  // namespace graze
