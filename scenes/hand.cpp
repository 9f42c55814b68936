#include "scenes/hand.h"

#include <cmath>

namespace graze::scenes {

Pose hand_at(double seconds) {
  const double s = 5.3 * seconds;
  const double around = 0.45 * s, over = 0.37 * s, away = 0.44 - 0.13 * std::cos(0.53 * s);
  const Vec3 place{away * std::cos(over) * std::cos(around), 0.8 * away * std::sin(over) + 0.07,
                   away * std::cos(over) * std::sin(around)};
  const double half = 0.1 * s, part = std::sin(half) / std::sqrt(3.0);
  return make_pose(place, normalized(Quat{part, part, part, std::cos(half)}));
}

}  // namespace graze::scenes
