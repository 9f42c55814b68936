// Parallel loops. The body gets index ranges and writes results by index, so that nothing depends on the threads.
#pragma once

#include <cstddef>
#include <functional>

#include "base/function_ref.h"
#include "graze/api.h"

namespace graze {

// Calls body(begin, end) for disjoint ranges that cover [0, count), none much smaller than `grain`.
// threads = 0: as many as the machine has; 1: in the calling thread. Exceptions of the body reach the caller.
GRAZE_API void parallel_for(std::size_t count, std::size_t grain, int threads,
                            FunctionRef<void(std::size_t begin, std::size_t end)> body);

// Runs `body` where nested calls of fork() may use that many threads.
void with_threads(int threads, const std::function<void()>& body);
// Both; when `parallel`, possibly at the same time.
void fork(bool parallel, const std::function<void()>& left, const std::function<void()>& right);

}  // namespace graze
