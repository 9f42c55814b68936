// Allocations of this program that fail on demand, each with an exception of one's choice.
#pragma once

#include <cstdint>

namespace graze::faults {

enum class Thrown : std::uint8_t {
  bad_alloc,     // memory ran out
  system_error,  // a thread could not be started
  logic_error,   // a fault of the library
  integer        // one that is no std::exception
};

// In the thread that makes it: the allocation after `allowed` more throws, once. Until it goes.
class Failure {
 public:
  Failure(std::int64_t allowed, Thrown thrown) noexcept;
  ~Failure();
  Failure(const Failure&) = delete;
  Failure& operator=(const Failure&) = delete;

  bool happened() const noexcept;
};

}  // namespace graze::faults
