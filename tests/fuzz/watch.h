// Says which request was asked when the program hangs or crashes in it.
#pragma once

#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <string>

namespace graze::fuzz {

// While one is alive, a request that takes longer than `seconds` of the program's own time ends the program, and so
// does a crash; both print what was noted last.
class Watch {
 public:
  explicit Watch(int seconds) : seconds_(seconds) {
    for (std::size_t i = 0; i < signals.size(); ++i) {
      struct sigaction action = {};
      action.sa_handler = report;
      action.sa_flags = SA_RESETHAND;
      sigaction(signals[i], &action, &before_[i]);
    }
  }
  ~Watch() {
    set_timer(0);
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
    text = nullptr;
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // `note` must live until the next one.
  void note(const std::string& note) {
    text = note.data();
    size = note.size();
    set_timer(seconds_);
  }

 private:
  static constexpr std::array signals{SIGVTALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  static inline const char* volatile text = nullptr;
  static inline volatile std::size_t size = 0;

  static void set_timer(int seconds) {
    itimerval timer = {};
    timer.it_value.tv_sec = seconds;
    setitimer(ITIMER_VIRTUAL, &timer, nullptr);
  }
  static void report(int signal) {
    const char what[] = "\nWRONG: a hang or crash in the last of these lines\n";
    if (write(STDERR_FILENO, what, sizeof what - 1) > 0 && text != nullptr)
      while (write(STDERR_FILENO, text, size) < 0) {
      }
    raise(signal);
  }

  int seconds_;
  std::array<struct sigaction, signals.size()> before_ = {};
};

}  // namespace graze::fuzz
