// Ctrl-C while the library works. Python runs the handlers of signals in the main thread alone, and only where that
// asks for them (PyErr_CheckSignals). So the main thread never works for long: what takes more than some hundredths of
// a second is done in another thread, while this one asks twenty times a second. What a handler raises ends the work.
//
// Short questions stay in the calling thread, where they cost no more than before: a ticking thread sets a flag that
// ends what is late (base/work.h), and the question is asked again in another thread.
//
// All of these are called with the interpreter's lock, and work without it.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include "base/work.h"

namespace graze::python {

namespace py = pybind11;

// Remembers which thread is the main one.
void find_main_thread();
// Is this it?
bool hears_signals();

// Between a thread that works and the one that waits for it.
class Waiting {
 public:
  // --- the thread that works ---
  const std::atomic<bool>& stop() const { return stop_; }
  // question() in the thread that waits, with the interpreter's lock; false: the work is to end.
  bool ask_caller(const std::function<void()>& question);
  void ended(std::exception_ptr failure);

  // --- the thread that waits ---
  // Until ended(). A handler that raises sets stop(); with `leave` nobody waits for the work then. What was raised is
  // thrown, else what the work threw.
  void wait(bool leave);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* question_ = nullptr;
  bool ended_ = false;
  std::exception_ptr failure_;
  std::atomic<bool> stop_{false};
};

// work(waiting) in another thread. It ends soon after waiting.stop() is set.
template <class Work>
void work_aside(const Work& work) {
  Waiting waiting;
  std::thread thread([&] {
    std::exception_ptr failure;
    try {
      const work::Stoppable stoppable(&waiting.stop());
      work(waiting);
    } catch (...) {
      failure = std::current_exception();
    }
    waiting.ended(failure);
  });
  std::exception_ptr raised;
  try {
    waiting.wait(false);
  } catch (...) {
    raised = std::current_exception();
  }
  {
    const py::gil_scoped_release unlocked;
    thread.join();
  }
  if (raised) std::rethrow_exception(raised);
}

// What work() gives, which cannot be ended and holds all that it reads: after an interrupt it goes on alone, and what
// it gives is dropped. Not `is_long`: in the calling thread.
template <class Work>
std::invoke_result_t<Work> make_aside(Work work, bool is_long = true) {
  using Result = std::invoke_result_t<Work>;
  if (!is_long || !hears_signals()) {
    const py::gil_scoped_release unlocked;
    return work();
  }
  struct Shared {
    explicit Shared(Work&& given) : work(std::move(given)) {}
    Work work;
    std::optional<Result> result;
    Waiting waiting;
  };
  const auto shared = std::make_shared<Shared>(std::move(work));
  std::thread([shared] {
    std::exception_ptr failure;
    try {
      shared->result.emplace(shared->work());
    } catch (...) {
      failure = std::current_exception();
    }
    shared->waiting.ended(failure);
  }).detach();
  shared->waiting.wait(true);
  return std::move(*shared->result);
}

// A question in the calling thread, which ends when it is late.
class QuickQuestion {
 public:
  QuickQuestion();
  ~QuickQuestion();
  QuickQuestion(const QuickQuestion&) = delete;
  QuickQuestion& operator=(const QuickQuestion&) = delete;
  bool late() const;
  // Should the next one be asked in another thread at once, because the last one was late?
  static bool hopeless();
  // It took a time in the other thread that would not have been late.
  static void give_hope();

 private:
  std::optional<work::Stoppable> stoppable_;
};

// What ask() gives, which is the same when it is asked again. `is_long`: it surely takes long.
template <class Ask>
std::invoke_result_t<Ask> listening(const Ask& ask, bool is_long = false) {
  using Result = std::invoke_result_t<Ask>;
  if (!hears_signals()) {
    const py::gil_scoped_release unlocked;
    return ask();
  }
  std::optional<Result> result;
  if (!is_long && !QuickQuestion::hopeless()) {
    const py::gil_scoped_release unlocked;
    const QuickQuestion quick;
    try {
      result.emplace(ask());
    } catch (const BudgetSpent&) {
      result.reset();
    }
    if (result && !quick.late()) return std::move(*result);
  }
  const auto begin = std::chrono::steady_clock::now();
  work_aside([&](Waiting&) { result.emplace(ask()); });
  if (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(20)) QuickQuestion::give_hope();
  return std::move(*result);
}

}  // namespace graze::python
