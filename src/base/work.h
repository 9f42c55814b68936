// Work, counted in units that depend on nothing but the question: not on the threads, the instruction set, the order of
// the arguments or a cache. A query that has a budget counts its work here and ends when the budget is spent.
//
// Leaf code, which may not throw, only charges. Loops poll, and that throws BudgetSpent; the shell of the query
// (base/guard.h) turns it into Status::budget. Between two polls lies a bounded amount of work.
//
// A caller that may want to end its queries sooner gives a flag (work::Stoppable). The meter then has a limit some
// milliseconds ahead, where the flag is looked at and the limit moved on: polling costs no more than it does without,
// and what is counted is the same.
//
// What a unit is: graze/budget.h.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "graze/budget.h"

namespace graze {

struct BudgetSpent {};

namespace work {

struct Meter {
  std::uint64_t done = 0;
  std::uint64_t limit = unlimited_budget;   // where to look again: at most the budget
  std::uint64_t budget = unlimited_budget;  // where the work ends
  const std::atomic<bool>* stop = nullptr;  // ends it sooner, once it is set
};
#if defined(__GNUC__) && defined(__ELF__) && !defined(GRAZE_DYNAMIC_TLS)
[[gnu::tls_model("initial-exec")]]  // one instruction, also in a shared library
#endif
inline thread_local constinit Meter meter;

inline void charge(std::uint64_t units) noexcept { meter.done += units; }
// Past the limit: is it the budget, or is the flag set? Else the limit is moved on.
bool ended() noexcept;
inline bool spent() noexcept { return meter.done > meter.limit && ended(); }
// What may still be charged; saturated, so that it can be added to a count.
inline std::uint64_t left() noexcept { return spent() ? 0 : std::min(meter.budget - meter.done, unlimited_budget / 2); }
inline void poll() {
  if (spent()) [[unlikely]]
    throw BudgetSpent{};
}

// For loops whose work is not counted: ends them once the flag is set.
inline void heed() {
  if (meter.stop != nullptr && meter.stop->load(std::memory_order_relaxed)) [[unlikely]]
    throw BudgetSpent{};
}

// Work that is not the question's own: what a shape builds for the first query that needs it. It is not counted, and
// not ended.
class Uncounted {
 public:
  Uncounted() noexcept : before_(meter) { meter = {.done = before_.done}; }
  ~Uncounted() { meter = before_; }
  Uncounted(const Uncounted&) = delete;
  Uncounted& operator=(const Uncounted&) = delete;

 private:
  Meter before_;
};

// While it lives, queries of this thread end once the flag is set, with Status::budget. Null: no flag.
class Stoppable {
 public:
  GRAZE_API explicit Stoppable(const std::atomic<bool>* stop) noexcept;
  GRAZE_API ~Stoppable();
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;

 private:
  const std::atomic<bool>* before_;
};

}  // namespace work

// The budget of a query, for the thread that asks. One within another's time has at most what is left of that.
class Budget {
 public:
  explicit Budget(std::uint64_t units) noexcept : outer_(work::meter.budget) {
    const std::uint64_t done = work::meter.done;
    if (units >= unlimited_budget - done) return;
    work::meter.budget = std::min(outer_, done + units);
    work::meter.limit = std::min(work::meter.limit, work::meter.budget);
  }
  // Where the limit is still that of the inner budget, the next look moves it on.
  ~Budget() { work::meter.budget = outer_; }
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

 private:
  std::uint64_t outer_;
};

}  // namespace graze
