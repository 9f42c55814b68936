// Work, counted in units that depend on nothing but the question: not on the threads, the instruction set, the order of
// the arguments or a cache. A query that has a budget counts its work here and ends when the budget is spent.
//
// Leaf code, which may not throw, only charges. Loops poll, and that throws BudgetSpent; the shell of the query
// (base/guard.h) turns it into Status::budget. Between two polls lies a bounded amount of work.
//
// What a unit is: graze/budget.h.
#pragma once

#include <algorithm>
#include <cstdint>

#include "graze/budget.h"

namespace graze {

struct BudgetSpent {};

namespace work {

struct Meter {
  std::uint64_t done = 0;
  std::uint64_t limit = unlimited_budget;
};
#if defined(__GNUC__) && defined(__ELF__)
[[gnu::tls_model("initial-exec")]]  // one instruction, also in a shared library
#endif
inline thread_local constinit Meter meter;

inline void charge(std::uint64_t units) noexcept { meter.done += units; }
inline bool spent() noexcept { return meter.done > meter.limit; }
// What may still be charged; saturated, so that it can be added to a count.
inline std::uint64_t left() noexcept { return spent() ? 0 : std::min(meter.limit - meter.done, unlimited_budget / 2); }
inline void poll() {
  if (spent()) [[unlikely]]
    throw BudgetSpent{};
}

// Work that is not the question's own: what a shape builds for the first query that needs it. It is not counted, and
// not ended.
class Uncounted {
 public:
  Uncounted() noexcept : before_(meter) { meter.limit = unlimited_budget; }
  ~Uncounted() { meter = before_; }
  Uncounted(const Uncounted&) = delete;
  Uncounted& operator=(const Uncounted&) = delete;

 private:
  Meter before_;
};

}  // namespace work

// The budget of a query, for the thread that asks. One within another's time has at most what is left of that.
class Budget {
 public:
  explicit Budget(std::uint64_t units) noexcept : outer_(work::meter.limit) {
    const std::uint64_t done = work::meter.done;
    if (units < unlimited_budget - done) work::meter.limit = std::min(outer_, done + units);
  }
  ~Budget() { work::meter.limit = outer_; }
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

 private:
  std::uint64_t outer_;
};

}  // namespace graze
