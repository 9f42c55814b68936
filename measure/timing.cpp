#include "measure/timing.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>

#include "graze/error.h"

namespace graze::measure {
namespace {

constexpr Seconds shortest_turn = 0.01, all_rounds = 0.5;
constexpr int max_rounds = 31;

}  // namespace

Seconds time_once(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Seconds thread_time_once(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
  };
  const Seconds start = now();
  work();
  return now() - start;
}

Seconds in_two_processes(const std::function<Seconds()>& work) {
  std::array<std::array<int, 2>, 2> pipes{};
  std::array<pid_t, 2> children{};
  for (std::size_t i = 0; i < 2; ++i) {
    if (pipe(pipes[i].data()) != 0) throw Error("no pipe to another process");
    children[i] = fork();
    if (children[i] < 0) throw Error("no other process");
    if (children[i] > 0) continue;
    const Seconds time = work();
    _exit(write(pipes[i][1], &time, sizeof time) == sizeof time ? 0 : 1);
  }
  Seconds sum = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    Seconds time = 0;
    close(pipes[i][1]);
    const bool told = read(pipes[i][0], &time, sizeof time) == sizeof time;
    close(pipes[i][0]);
    waitpid(children[i], nullptr, 0);
    if (!told) throw Error("the other process ended early");
    sum += time;
  }
  return sum / 2;
}

Timings interleave(const std::vector<Task>& tasks, int min_rounds, Clock clock) {
  const auto time_of = clock == Clock::thread ? thread_time_once : time_once;
  Seconds round_time = 0;
  std::vector<int> repeats;
  for (const Task& task : tasks) {
    if (task.before) task.before();
    const Seconds time = time_of(task.work);
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
      const Seconds turn = time_of([&] {
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

}  // namespace graze::measure
