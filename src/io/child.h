// Work in a child process: what crashes there, never ends, or takes all memory is an Error here. For the readers that
// graze did not write.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "graze/api.h"

namespace graze {

struct ChildLimits {
  std::uint64_t bytes = std::uint64_t{1} << 30;  // of memory, beyond what this process has; and of the answer
  std::uint64_t seconds = 30;                    // of the processor; four times that on the clock
};

// What reading a file of that many bytes may take: far more than a good one needs.
GRAZE_API ChildLimits limits_for(std::uint64_t file_bytes) noexcept;

// Forks, and runs `work` in the child, which has no standard streams and ignores Ctrl-C. Returns what it returned.
// Throws Error with the message of what it threw, or with what ended it. `work` must not wait for other threads, which
// the child does not have.
GRAZE_API std::string run_in_child(const std::function<std::string()>& work, const ChildLimits& limits);

// The same with a program, found by its path, that calls answer_parent().
std::string run_program(const std::vector<std::string>& command, const ChildLimits& limits);

// Writes what `work` returned, or the message of what it threw, to the parent, and ends the process.
[[noreturn]] void answer_parent(int descriptor, const std::function<std::string()>& work) noexcept;

}  // namespace graze
