#include "base/fault.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "graze/error.h"

namespace graze {
namespace {

struct Fault {
  std::string thrown, lines;
};
thread_local Fault last;
std::atomic<bool> stops{true};

}  // namespace

void remember_thrown(const char* what) noexcept {
  try {
    last.thrown = what;
  } catch (...) {
    last.thrown.clear();
  }
}

void keep_fault(std::string lines) noexcept {
  last.lines = std::move(lines);
#ifndef NDEBUG
  if (stops) {
    std::fprintf(stderr, "graze: a fault of the library: %s\n%s", last.thrown.c_str(), last.lines.c_str());
    std::abort();
  }
#endif
}

void set_stop_at_faults(bool stop) noexcept { stops = stop; }

std::string last_fault() { return last.thrown.empty() && last.lines.empty() ? "" : last.thrown + "\n" + last.lines; }

}  // namespace graze
