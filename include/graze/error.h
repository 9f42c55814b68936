// What can go wrong, and how it is said.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "graze/api.h"

namespace GRAZE_API graze {

// Thrown when a shape is built or a file is read. The message names the element and what to do about it.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Queries do not throw: they answer with a status. Any status but `ok` means that the other fields say nothing, but for
// the brackets of `undecided` and `budget`.
enum class Status : std::uint8_t {
  ok,
  invalid,        // a non-finite or singular pose, a zero or non-finite ray direction, an empty handle
  out_of_range,   // a posed vertex, a radius or the answer leaves the doubles, or beside a half-space is above 2^300
  unsupported,    // this pair of kinds has no such query
  undecided,      // curved bodies too near to touching to tell: the gap is between `lower` and `upper`
  out_of_memory,  // memory or threads ran out: the answer, or the tree for it, did not fit
  budget,         // the work allowed is spent: nothing is claimed but what a bracket says
  internal,       // a fault of this library: please report it, with what last_fault() says
};

// A short lower-case name: "ok", "invalid", ...
const char* name(Status status) noexcept;

// --- faults of this library ---

// What was thrown, and the lines that repeat the query, when a query of this thread last answered Status::internal:
// please report both. Empty when none ever did.
std::string last_fault();

}  // namespace graze
