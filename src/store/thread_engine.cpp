#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "graze/store.h"

namespace graze {

namespace {

class ThreadEngine final : public UnitEngine {
 public:
  explicit ThreadEngine(int threads)
      : threads_(threads > 0 ? unsigned(threads) : std::max(1u, std::thread::hardware_concurrency())) {}

  bool run(std::uint64_t count, const std::function<void(std::uint64_t)>& work,
           const std::function<bool(std::uint64_t)>& progress) override {
    std::atomic<std::uint64_t> next{0};
    std::mutex mutex;
    std::condition_variable changed;
    std::uint64_t done = 0;
    unsigned running = unsigned(std::min<std::uint64_t>(threads_, count));
    bool stop = false;
    std::exception_ptr fault;
    const auto loop = [&] {
      for (;;) {
        const std::uint64_t i = next++;
        {
          const std::lock_guard lock(mutex);
          if (i >= count || stop) break;
        }
        std::exception_ptr thrown;
        try {
          work(i);
        } catch (...) {
          thrown = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        if (thrown) {
          stop = true;
          if (!fault) fault = thrown;
        } else {
          ++done;
        }
      }
      const std::lock_guard lock(mutex);
      --running;
      changed.notify_all();
    };
    std::vector<std::thread> workers;
    for (unsigned i = running; i > 0; --i) workers.emplace_back(loop);
    {
      std::unique_lock lock(mutex);
      while (running > 0) {
        changed.wait_for(lock, std::chrono::milliseconds(200));
        const std::uint64_t now = done;
        lock.unlock();
        const bool on = progress(now);
        lock.lock();
        if (!on) stop = true;
      }
    }
    for (std::thread& worker : workers) worker.join();
    if (fault) std::rethrow_exception(fault);
    return done == count;
  }

 private:
  unsigned threads_;
};

}  // namespace

std::unique_ptr<UnitEngine> make_thread_engine(int threads) { return std::make_unique<ThreadEngine>(threads); }

}  // namespace graze
