#include "base/executor.h"

#include <algorithm>
#include <memory>

#if GRAZE_TBB
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <optional>
#else
#include <atomic>
#include <exception>
#include <thread>
#include <vector>
#endif

#include "base/float_state.h"
#include "base/team.h"
#include "base/work.h"

// WebAssembly has threads only where the whole module is built for them.
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
#define GRAZE_ONE_THREAD 1
#else
#define GRAZE_ONE_THREAD 0
#endif

namespace graze {
namespace {

using LoopBody = FunctionRef<void(std::size_t begin, std::size_t end)>;

#if GRAZE_TBB

// An arena for the calls of one thread, kept for the next: making one and calling workers into it takes as long as a
// short loop does. Nested calls get one of their own, so that who waits for the inner loop never takes up a piece of
// the outer one, and with it perhaps a lock that it holds.
struct KeptArena {
  int threads = 0;
  bool busy = false;
  std::optional<tbb::task_arena> arena;
};

void run_in_arena(int threads, const std::function<void()>& body) {
  static thread_local KeptArena kept;
  const int available = tbb::info::default_concurrency();
  const int wanted = threads <= 0 ? available : threads;
  std::optional<tbb::global_control> more;
  if (wanted > available) more.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(wanted));
  if (kept.busy) {
    tbb::task_arena arena(wanted);
    arena.execute([&] { body(); });
    return;
  }
  if (kept.threads != wanted) {
    kept.threads = wanted;
    kept.arena.emplace(wanted);
  }
  struct Lease {
    bool& busy;
    explicit Lease(bool& flag) : busy(flag) { busy = true; }
    ~Lease() { busy = false; }
  } lease(kept.busy);
  kept.arena->execute([&] { body(); });
}

void run(std::size_t count, std::size_t grain, int threads, LoopBody body) {
  run_in_arena(threads, [&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                      [&](const tbb::blocked_range<std::size_t>& range) {
                        const FloatState standard;
                        body(range.begin(), range.end());
                      });
  });
}

#elif GRAZE_ONE_THREAD

void run(std::size_t count, std::size_t, int, LoopBody body) { body(0, count); }

#else

// As std::jthread, which older standard libraries lack.
class JoiningThread {
 public:
  template <class F>
  requires std::is_invocable_v<F>
  explicit JoiningThread(F&& function) : thread_(std::forward<F>(function)) {}
  JoiningThread(JoiningThread&&) = default;
  JoiningThread& operator=(JoiningThread&&) = delete;
  ~JoiningThread() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::thread thread_;
};

// Without oneTBB: plain threads that take the next range each. Also what ThreadSanitizer sees through.
void run(std::size_t count, std::size_t grain, int threads, LoopBody body) {
  const std::size_t available = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t wanted = std::min(threads <= 0 ? available : std::size_t(threads), (count + grain - 1) / grain);
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(wanted);
  {
    std::vector<JoiningThread> workers;
    for (std::size_t w = 0; w < wanted; ++w)
      workers.emplace_back([&, w] {
        const FloatState standard;
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

#if !GRAZE_TBB && !GRAZE_ONE_THREAD
// Depth of nested forks that may still start a thread.
thread_local int forks_left = 0;
#endif

// How many of the host's jobs a loop gets that asks for so many threads.
int workers_of(const Jobs& jobs, int threads) noexcept {
  const int most = std::max(1, jobs.threads());
  return threads <= 0 ? most : std::min(threads, most);
}

void run_by(Jobs& jobs, std::size_t count, std::size_t grain, int threads, LoopBody body) {
  const std::size_t ranges = (count - 1) / grain + 1;
  const int workers = static_cast<int>(std::min(ranges, static_cast<std::size_t>(workers_of(jobs, threads))));
  if (workers == 1) return body(0, count);
  Team::run(jobs, workers, [&] { Team::current()->loop(count, grain, workers, body); });
}

}  // namespace

namespace {

void spread(std::size_t count, std::size_t grain, int threads, LoopBody body) {
  if (threads == 1 || count <= grain)
    body(0, count);
  else if (Team* const team = Team::current())
    team->loop(count, grain, threads, body);
  else if (const std::shared_ptr<Jobs> host = jobs())
    run_by(*host, count, grain, threads, body);
  else
    run(count, grain, threads, body);
}

}  // namespace

void parallel_for(std::size_t count, std::size_t grain, int threads, LoopBody body) {
  if (count == 0) return;
  const std::atomic<bool>* const stop = work::meter.stop;
  if (stop == nullptr) return spread(count, grain, threads, body);
  // The flag that ends the caller's queries ends the loop, and those of the threads that share it.
  constexpr std::size_t few = 32;
  spread(count, grain, threads, [&](std::size_t begin, std::size_t end) {
    const work::Stoppable stoppable(stop);
    for (std::size_t from = begin; from < end; from += std::max(grain, few)) {
      work::heed();
      body(from, std::min(end, from + std::max(grain, few)));
    }
  });
}

void with_threads(int threads, const std::function<void()>& body) {
  if (threads == 1 || Team::current() != nullptr) {
    body();
    return;
  }
  if (const std::shared_ptr<Jobs> host = jobs()) {
    if (const int workers = workers_of(*host, threads); workers > 1)
      Team::run(*host, workers, [&] { body(); });
    else
      body();
    return;
  }
#if GRAZE_TBB
  run_in_arena(threads, body);
#elif GRAZE_ONE_THREAD
  body();
#else
  forks_left = 3;
  body();
  forks_left = 0;
#endif
}

void fork(bool parallel, const std::function<void()>& left, const std::function<void()>& right) {
  if (Team* const team = parallel ? Team::current() : nullptr) return team->fork(left, right);
  if (parallel && jobs() != nullptr) parallel = false;  // a host with one thread has no team
#if GRAZE_TBB
  if (parallel) {
    const auto in_state = [](const std::function<void()>& side) {
      const FloatState standard;
      side();
    };
    tbb::parallel_invoke([&] { in_state(left); }, [&] { in_state(right); });
    return;
  }
#elif !GRAZE_ONE_THREAD
  if (parallel && forks_left > 0) {
    const int below = --forks_left;
    std::exception_ptr failure;
    {
      JoiningThread other([&, below] {
        const FloatState standard;
        forks_left = below;
        try {
          left();
        } catch (...) {
          failure = std::current_exception();
        }
      });
      right();
    }
    ++forks_left;
    if (failure) std::rethrow_exception(failure);
    return;
  }
#endif
  left();
  right();
}

}  // namespace graze
