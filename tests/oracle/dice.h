// Randomness of the tests: reproducible from one printed seed, with counts that an environment variable scales.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <random>
#include <string_view>

#include "graze/math.h"

namespace graze::oracle {

inline constexpr std::uint64_t fixed_seed = 20240229;

// The seed of a run: the number in GRAZE_SEED; a new one at each call when GRAZE_SEED is the word "fresh"; else one
// that stays, so that two runs of one tree agree. The soak draws its own.
inline std::uint64_t run_seed() {
  const char* text = std::getenv("GRAZE_SEED");
  if (text == nullptr) return 1601;
  if (std::string_view(text) != "fresh") return std::strtoull(text, nullptr, 0);
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

// GRAZE_TEST_SCALE times the count, but no fewer than the least that a test's own counts ask for.
inline std::uint64_t scaled(std::uint64_t count, std::uint64_t least = 1) {
  const char* text = std::getenv("GRAZE_TEST_SCALE");
  const double scale = text ? std::strtod(text, nullptr) : 1.0;
  return std::max<std::uint64_t>(least, static_cast<std::uint64_t>(static_cast<double>(count) * scale));
}

// Does a run take all cases, as that of ./dev test --all does?
inline bool all_cases() { return scaled(1000) >= 1000; }

// For the tests that take longest: half of what scaled() gives, or all cases.
inline std::uint64_t thinned(std::uint64_t count) { return all_cases() ? scaled(count) : (scaled(count) + 1) / 2; }

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }
  int integer(int lo, int hi) {  // both included
    return lo + static_cast<int>(engine_() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  bool chance(int one_in) { return integer(1, one_in) == 1; }
  double uniform(double lo, double hi) { return lo + (hi - lo) * (static_cast<double>(engine_() >> 11) * 0x1p-53); }
  double magnitude(double low_decade, double high_decade) {
    return (chance(2) ? -1 : 1) * std::pow(10.0, uniform(low_decade, high_decade));
  }
  template <class T>
  T pick(std::initializer_list<T> choices) {
    return choices.begin()[static_cast<std::size_t>(integer(0, static_cast<int>(choices.size()) - 1))];
  }

  Vec3 grid(int lo, int hi) {
    const int x = integer(lo, hi), y = integer(lo, hi), z = integer(lo, hi);
    return Vec3{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
  }
  Vec3 in_cube(double half) {
    const double x = uniform(-half, half), y = uniform(-half, half);
    return {x, y, uniform(-half, half)};
  }
  Vec3 direction() {
    for (;;) {
      const Vec3 v = in_cube(1);
      const double l = length(v);
      if (l > 0.1 && l <= 1) return v * (1 / l);
    }
  }
  Quat rotation() {
    for (;;) {
      const Quat q{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
      const double l = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
      if (l > 0.1 && l <= 1) return {q.x / l, q.y / l, q.z / l, q.w / l};
    }
  }
  // Each coordinate moved by -steps ... steps places in the last digit.
  double nudge(double value, int steps) {
    const int move = integer(-steps, steps);
    const double goal = move < 0 ? -std::numeric_limits<double>::max() : std::numeric_limits<double>::max();
    for (int i = 0; i < std::abs(move); ++i) value = std::nextafter(value, goal);
    return value;
  }
  Vec3 nudge(Vec3 p, int steps) {
    p.x = nudge(p.x, steps);
    p.y = nudge(p.y, steps);
    p.z = nudge(p.z, steps);
    return p;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace graze::oracle
