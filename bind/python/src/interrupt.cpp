#include "interrupt.h"

#if __has_include(<pthread.h>)
#include <pthread.h>
#endif

namespace graze::python {
namespace {

constexpr auto tick = std::chrono::milliseconds(50);

unsigned long main_thread = 0;

// Of quick questions, which the main thread asks one at a time. Never destroyed: the thread outlives what is static.
struct Ticker {
  std::mutex mutex;
  std::condition_variable woken;
  bool started = false;
  std::atomic<bool> awake{false};
  std::atomic<std::uint64_t> count{0};  // odd: a question is being asked
  std::atomic<bool> late{false};
  bool hopeless = false;  // for the main thread

  // Sets `late` where a question takes longer than a tick; sleeps where nothing was asked for two seconds.
  void run() {
    std::uint64_t last = 0;
    int idle = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      woken.wait_for(lock, tick);
      const std::uint64_t now = count;
      if (now % 2 == 1 && now == last) late = true;
      idle = now == last && now % 2 == 0 ? idle + 1 : 0;
      last = now;
      if (idle < 40) continue;
      awake = false;
      if (count == now) woken.wait(lock, [&] { return awake.load(); });
      awake = true;
      idle = 0;
    }
  }

  void wake() noexcept {
    try {
      const std::lock_guard lock(mutex);
      awake = true;
      if (!started) std::thread([this] { run(); }).detach();
      started = true;
      woken.notify_one();
    } catch (...) {  // without threads no question is late
    }
  }
};

Ticker* ticker = new Ticker;

}  // namespace

void find_main_thread() {
  main_thread = py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
#if __has_include(<pthread.h>)
  // The child of a fork has no thread but its own.
  pthread_atfork(nullptr, nullptr, [] { ticker = new Ticker; });
#endif
}

bool hears_signals() { return PyThread_get_thread_ident() == main_thread; }

bool Waiting::ask_caller(const std::function<void()>& question) {
  std::unique_lock lock(mutex_);
  question_ = &question;
  changed_.notify_all();
  changed_.wait(lock, [&] { return question_ == nullptr; });
  return !stop_;
}

void Waiting::ended(std::exception_ptr failure) {
  const std::lock_guard lock(mutex_);
  failure_ = std::move(failure);
  ended_ = true;
  changed_.notify_all();
}

void Waiting::wait(bool leave) {
  std::exception_ptr raised;
  for (bool done = false; !done;) {
    const std::function<void()>* question = nullptr;
    {
      const py::gil_scoped_release unlocked;
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, tick, [&] { return ended_ || question_ != nullptr; });
      done = ended_;
      question = question_;
    }
    if (!raised) try {
        if (question != nullptr) (*question)();
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      } catch (...) {
        raised = std::current_exception();
        stop_ = true;
        if (leave) break;
      }
    if (question != nullptr) {
      const std::lock_guard lock(mutex_);
      question_ = nullptr;
      changed_.notify_all();
    }
  }
  if (raised) std::rethrow_exception(raised);
  if (failure_) std::rethrow_exception(failure_);
}

QuickQuestion::QuickQuestion() {
  ticker->late.store(false, std::memory_order_relaxed);
  ticker->count.store(ticker->count.load(std::memory_order_relaxed) + 1);
  if (!ticker->awake) ticker->wake();
  stoppable_.emplace(&ticker->late);
}

QuickQuestion::~QuickQuestion() {
  stoppable_.reset();
  ticker->hopeless = ticker->late.load(std::memory_order_relaxed);
  ticker->count.store(ticker->count.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

bool QuickQuestion::late() const { return ticker->late.load(std::memory_order_relaxed); }
bool QuickQuestion::hopeless() { return ticker->hopeless; }
void QuickQuestion::give_hope() { ticker->hopeless = false; }

}  // namespace graze::python
