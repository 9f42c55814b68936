// Interleaved timing: every implementation runs once a round, so that what disturbs the machine disturbs all of them.
#pragma once

#include <functional>
#include <vector>

namespace graze::measure {

using Seconds = double;

// The wall time of one call, by the steady clock.
Seconds time_once(const std::function<void()>& work);
// What the calling thread had of a processor in one call: other work on the machine does not count.
Seconds thread_time_once(const std::function<void()>& work);
// Two copies of this process call `work` at the same time; the mean of what it returns.
Seconds in_two_processes(const std::function<Seconds()>& work);

struct Task {
  std::function<void()> work;
  std::function<void()> before = {};  // run before each call, not timed
};

struct Timings {
  std::vector<Seconds> medians;  // of one call of each task
  int rounds = 0;
};

// The median time of each task over the rounds, after one round that only warms up. There are at least min_rounds of
// them, and more, up to 31, while they fit in half a second; a task shorter than 10 ms is repeated within its turn.
// The time of the calling thread is for tasks without threads: what else the machine does is not in it.
enum class Clock { wall, thread };
Timings interleave(const std::vector<Task>& tasks, int min_rounds, Clock clock = Clock::wall);

// Makes the compiler believe that the memory is read.
inline void keep(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

}  // namespace graze::measure
