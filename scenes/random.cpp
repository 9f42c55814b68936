#include "scenes/scenes.h"

#include <cmath>

namespace graze::scenes {

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

// The product may round up to `hi`; the largest double below it is then the answer.
double Random::uniform(double lo, double hi) {
  const double value = lo + (hi - lo) * uniform();
  return value < hi || hi <= lo ? value : std::nextafter(hi, lo);
}

// Rejection from the cube: needs no function but sqrt, which is correctly rounded everywhere.
Vec3 Random::direction() {
  for (;;) {
    const double x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
    const Vec3 v{x, y, z};
    const double length_sq = dot(v, v);
    if (length_sq > 1e-6 && length_sq <= 1) return v * (1 / std::sqrt(length_sq));
  }
}

Quat Random::rotation() {
  for (;;) {
    const double x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1), w = uniform(-1, 1);
    const double length_sq = ((x * x + y * y) + z * z) + w * w;
    if (length_sq <= 1e-6 || length_sq > 1) continue;
    const double s = 1 / std::sqrt(length_sq);
    return {x * s, y * s, z * s, w * s};
  }
}

}  // namespace graze::scenes
