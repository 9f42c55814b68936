// What C++20 has and some of its standard libraries do not: libc++ 14, and what came with Emscripten at its time.
// Besides these, the code does without std::jthread, std::make_unique_for_overwrite and the algorithms of std::ranges
// (base/ranges.h).
#pragma once

#include <charconv>
#include <type_traits>

#include "graze/api.h"

namespace graze {

// As std::bit_cast.
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
  return __builtin_bit_cast(To, from);
}

// The shortest text that reads back as the same double, as std::to_chars writes it. Returns the end of it, or null
// where there is not room enough; 32 characters are always enough.
GRAZE_API char* write_double(char* first, char* last, double value) noexcept;
// Reads the longest number at the start of a text, as std::from_chars does, to the nearest double.
GRAZE_API std::from_chars_result read_double(const char* first, const char* last, double& value) noexcept;

// The ways of doing so where the standard library has none, on any machine: tests compare them with it.
namespace portable {
char* write_double(char* first, char* last, double value) noexcept;
std::from_chars_result read_double(const char* first, const char* last, double& value) noexcept;
}  // namespace portable

}  // namespace graze
