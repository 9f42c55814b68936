// Bouncing spheres with and without the schedule: how many pairs are looked at, and whether one is missed.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/schedule.h"
#include "scenes/worlds.h"

namespace graze::measure {

struct ScheduleCounts {
  std::size_t first = 0;     // pairs that were looked at when all were new
  std::size_t tests = 0;     // in the steps after
  std::size_t all = 0;       // pairs that there are, in the steps after
  std::size_t contacts = 0;  // told by the schedule,
  std::size_t missed = 0;    // and not told

  double seconds = 0, all_seconds = 0;  // in the steps after: with the schedule, and asking about all pairs

  double percent() const { return 100.0 * double(tests) / double(all); }
};

inline ScheduleCounts count_schedule(std::uint32_t count, double density, int steps, std::uint64_t seed) {
  scenes::WorldScene scene = scenes::bouncing_spheres(count, density, 0, seed);
  ScheduleCounts counts;
  Schedule schedule;
  const auto bound = [&](std::uint32_t ball) {
    return MotionBound{length(scene.actors[ball].velocity) * 1.0000001, 0};
  };
  for (std::uint32_t i = 0; i < count; ++i) schedule.add(bound(i), 0);
  std::vector<std::uint8_t> looked(std::size_t{count} * count);
  std::vector<Schedule::Pair> touching;
  const auto timed = [](double& sum, const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    sum += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  for (int step = 0; step < steps; ++step) {
    if (step > 0) scene.advance(1.0 / 60);
    const double now = scene.time;
    std::fill(looked.begin(), looked.end(), 0);
    touching.clear();
    double ignored = 0;
    timed(step == 0 ? ignored : counts.seconds, [&] {
      for (const Schedule::Pair pair : schedule.due(now)) {
        looked[std::size_t{pair.a} * count + pair.b] = 1;
        const double gap = length(scene.actors[pair.a].place - scene.actors[pair.b].place) - 2;
        ++(step == 0 ? counts.first : counts.tests);
        if (gap <= 0) touching.push_back(pair);
        schedule.measured(pair, now, gap * (1 - 1e-9));
      }
    });
    counts.contacts += touching.size();
    if (step > 0) counts.all += std::size_t{count} * (count - 1) / 2;
    timed(step == 0 ? ignored : counts.all_seconds, [&] {
      for (std::uint32_t a = 1; a < count; ++a)
        for (std::uint32_t b = 0; b < a; ++b) {
          const Vec3 apart = scene.actors[a].place - scene.actors[b].place;
          counts.missed += dot(apart, apart) <= 4 && looked[std::size_t{a} * count + b] == 0;
        }
    });
    for (const Schedule::Pair pair : touching) {
      const Vec3 before = scene.actors[pair.a].velocity;
      scene.exchange(pair.a, pair.b);
      if (scene.actors[pair.a].velocity == before) continue;
      for (const std::uint32_t ball : {pair.a, pair.b}) schedule.change(ball, bound(ball), now);
    }
  }
  return counts;
}

}  // namespace graze::measure
