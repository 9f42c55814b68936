// The threads of the library's parallel loops: those of the host's own job system in place of the built-in ones.
//
// Every query with `threads` other than 1, every tree that is built and every step of a pipeline runs its parallel
// parts here. No answer depends on it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "graze/api.h"

namespace GRAZE_API graze {

// A job system, as the library needs it.
class Jobs {
 public:
  virtual ~Jobs() = default;

  // How many jobs may run at the same time, the calling thread included: what `threads = 0` means, and the most that a
  // larger number gets. 1 or less: loops stay in the calling thread, and run() is not called.
  virtual int threads() const noexcept = 0;

  // Calls job(i) for i from 0 to count - 1, in any threads and any order, and returns, or throws, when all that were
  // begun have ended. May be called from several threads at once, and from the host's own jobs; never from within a job
  // of this library, whose loops inside of loops share the jobs of the outer one.
  //
  // Jobs do not throw, and they look for work themselves, so that calling only some of them, or one after the other,
  // makes a loop slower and never wrong: what is left is done by the calling thread. They set the floating-point state
  // that they need, and restore it. A job may wait for others that have begun, never for one that has not.
  //
  // The calling thread may hold locks of this library (on the tree of a shape that is being built): while it waits here
  // it may run jobs of this or other calls of run(), but nothing else of the host's that asks this library.
  virtual void run(std::size_t count, const std::function<void(std::size_t)>& job) = 0;
};

// For all loops that begin from now on, in any thread; null: the built-in threads again. Loops that have begun keep
// theirs, and keep it alive. May be called at any time but inside of a job; the last one set is not destroyed when the
// program ends, so set null before the threads of the host end.
void set_jobs(std::shared_ptr<Jobs> jobs) noexcept;
// Null: the built-in threads.
[[nodiscard]] std::shared_ptr<Jobs> jobs() noexcept;

}  // namespace graze
