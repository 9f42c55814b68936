// Two levels of asserts, for what the code itself must hold to; what callers give is checked by Error and Status.
//
// GRAZE_ASSERT costs a comparison or two and is on in debug builds (NDEBUG is not defined). GRAZE_ASSERT_SLOW walks a
// whole structure, such as validate() of a tree that was just built, and is on where GRAZE_SLOW_ASSERTS is defined, as
// the preset asan does. Where they are off, the condition is compiled and not evaluated.
#pragma once

namespace graze {

// Prints what does not hold and where, and aborts.
[[noreturn]] void assert_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace graze

#define GRAZE_CHECK_THAT(condition) \
  ((condition) ? static_cast<void>(0) : ::graze::assert_failed(#condition, __FILE__, __LINE__))

#ifdef NDEBUG
#define GRAZE_ASSERT(condition) static_cast<void>(sizeof(!(condition)))
#else
#define GRAZE_ASSERT(condition) GRAZE_CHECK_THAT(condition)
#endif

#ifdef GRAZE_SLOW_ASSERTS
#define GRAZE_ASSERT_SLOW(condition) GRAZE_CHECK_THAT(condition)
#else
#define GRAZE_ASSERT_SLOW(condition) static_cast<void>(sizeof(!(condition)))
#endif
