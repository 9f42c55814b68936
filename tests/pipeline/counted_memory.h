// Counts what this program asks of the heap. The operators are in a file of their own: inlined beside a call of the
// other half, they look mismatched to the compiler.
#pragma once

#include <atomic>
#include <cstddef>

namespace graze {

extern std::atomic<std::size_t> allocations;

}  // namespace graze
