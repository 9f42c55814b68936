// What a fault of this library leaves for a report: last_fault() of graze/error.h.
#pragma once

#include <string>

#include "graze/error.h"

namespace graze {

// What the exception of a fault says; kept for this thread.
void remember_thrown(const char* what) noexcept;
// The lines that repeat the query in which it happened; kept for this thread. Debug builds stop here, unless a test
// that causes faults has switched that off.
void keep_fault(std::string lines) noexcept;
void set_stop_at_faults(bool stop) noexcept;

// At the end of each verb: `lines` is asked for only after a fault. A verb that asks others keeps its own lines.
template <class Lines>
void note_fault(Status status, const Lines& lines) noexcept {
  if (status != Status::internal) [[likely]]
    return;
  try {
    keep_fault(lines());
  } catch (...) {  // no memory for them
    keep_fault({});
  }
}

}  // namespace graze
