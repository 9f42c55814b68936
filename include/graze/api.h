// Words of the other headers that depend on the compiler, and nothing else.
#pragma once

// In front of what the shared library exports: a namespace of a public header, and all that is declared in it. The
// library is compiled with everything else hidden. On Windows CMake exports what a DLL defines.
#if defined(__GNUC__) && !defined(_WIN32)
#define GRAZE_API [[gnu::visibility("default")]]
// In front of the definition of what a public header only names: not exported.
#define GRAZE_HIDDEN [[gnu::visibility("hidden")]]
#else
#define GRAZE_API
#define GRAZE_HIDDEN
#endif

// Inlined always: where it is not, the linker keeps one of several copies, and a caller's may be compiled with fused
// or reordered arithmetic, which the library must never run.
// A WebAssembly module is linked whole by us, has no fused arithmetic, and should be small.
#if defined(__EMSCRIPTEN__)
#define GRAZE_INLINE inline
#elif defined(__GNUC__)
#define GRAZE_INLINE [[gnu::always_inline]] inline
#elif defined(_MSC_VER)
#define GRAZE_INLINE __forceinline
#else
#define GRAZE_INLINE inline
#endif

// The absolute value of a double, also in constant expressions, where std::fabs is not allowed yet.
#if defined(__GNUC__)
#define GRAZE_ABS(x) __builtin_fabs(x)
#else
#define GRAZE_ABS(x) ((x) < 0 ? -(x) : (x) + 0.0)
#endif
