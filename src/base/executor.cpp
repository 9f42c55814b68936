#include "base/executor.h"

#if GRAZE_TBB
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <optional>
#else
#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>
#endif

namespace graze {
namespace {

using LoopBody = std::function<void(std::size_t begin, std::size_t end)>;

#if GRAZE_TBB

void run(std::size_t count, std::size_t grain, int threads, const LoopBody& body) {
  const int available = tbb::info::default_concurrency();
  const int wanted = threads <= 0 ? available : threads;
  std::optional<tbb::global_control> more;
  if (wanted > available) more.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(wanted));
  tbb::task_arena arena(wanted);
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                      [&](const tbb::blocked_range<std::size_t>& range) { body(range.begin(), range.end()); });
  });
}

#else

// Without oneTBB: plain threads that take the next range each. Also what ThreadSanitizer sees through.
void run(std::size_t count, std::size_t grain, int threads, const LoopBody& body) {
  const std::size_t available = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t wanted = std::min(threads <= 0 ? available : std::size_t(threads), (count + grain - 1) / grain);
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(wanted);
  {
    std::vector<std::jthread> workers;
    for (std::size_t w = 0; w < wanted; ++w)
      workers.emplace_back([&, w] {
        try {
          for (std::size_t begin; (begin = next.fetch_add(grain)) < count;) body(begin, std::min(count, begin + grain));
        } catch (...) {
          failures[w] = std::current_exception();
        }
      });
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

#endif

}  // namespace

void parallel_for(std::size_t count, std::size_t grain, int threads, const LoopBody& body) {
  if (count == 0) return;
  if (threads == 1 || count <= grain)
    body(0, count);
  else
    run(count, grain, threads, body);
}

}  // namespace graze
