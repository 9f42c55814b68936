#include "bench/timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace graze::bench {
namespace {

constexpr Seconds shortest_turn = 0.01, all_rounds = 0.5;
constexpr int max_rounds = 31;

}  // namespace

Seconds time_once(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Timings interleave(const std::vector<Task>& tasks, int min_rounds) {
  Seconds round_time = 0;
  std::vector<int> repeats;
  for (const Task& task : tasks) {
    if (task.before) task.before();
    const Seconds time = time_once(task.work);
    // What needs preparing before each call cannot be repeated in one turn.
    repeats.push_back(task.before ? 1 : static_cast<int>(std::clamp(std::ceil(shortest_turn / time), 1.0, 1000.0)));
    round_time += time * repeats.back();
  }
  Timings result;
  result.rounds = static_cast<int>(std::clamp<double>(all_rounds / round_time, min_rounds, max_rounds)) | 1;
  std::vector<std::vector<Seconds>> times(tasks.size());
  for (int round = 0; round < result.rounds; ++round) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (tasks[i].before) tasks[i].before();
      const Seconds turn = time_once([&] {
        for (int k = 0; k < repeats[i]; ++k) tasks[i].work();
      });
      times[i].push_back(turn / repeats[i]);
    }
  }
  for (std::vector<Seconds>& samples : times) {
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    result.medians.push_back(*middle);
  }
  return result;
}

}  // namespace graze::bench
