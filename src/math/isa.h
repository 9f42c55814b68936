// Which instruction set the kernels use, chosen once at run time. GRAZE_ISA=scalar|neon|avx2|avx512 asks for a lesser
// one. A module of WebAssembly has one set, chosen when it is built: one with SIMD 128 does not load without it.
#pragma once

#include <cstddef>
#include <span>

namespace graze {

enum class Isa { scalar, simd128, neon, avx2, avx512 };  // from less to more on each kind of processor

Isa instruction_set_in_use() noexcept;
// The most that this processor and build have.
Isa best_instruction_set() noexcept;
// All that they have, the least first and the best last.
std::span<const Isa> instruction_sets() noexcept;
const char* name(Isa isa) noexcept;

// A name for each instruction set of this build: `extern const Kernels GRAZE_BY_ISA(kernels_);` declares kernels_scalar
// and its like, and `*pick(isa, GRAZE_BY_ISA(&kernels_))` is one of them.
#if GRAZE_X86
#define GRAZE_BY_ISA(prefix) prefix##scalar, prefix##avx2, prefix##avx512
inline constexpr Isa isa_of_name[] = {Isa::scalar, Isa::avx2, Isa::avx512};
#elif GRAZE_NEON
#define GRAZE_BY_ISA(prefix) prefix##scalar, prefix##neon
inline constexpr Isa isa_of_name[] = {Isa::scalar, Isa::neon};
#elif GRAZE_SIMD128
#define GRAZE_BY_ISA(prefix) prefix##simd128
inline constexpr Isa isa_of_name[] = {Isa::simd128};
#else
#define GRAZE_BY_ISA(prefix) prefix##scalar
inline constexpr Isa isa_of_name[] = {Isa::scalar};
#endif

// The one for the instruction set; the first one where this build does not have it.
template <class T, class... More>
constexpr T pick(Isa isa, T first, More... more) noexcept {
  static_assert(1 + sizeof...(More) == sizeof isa_of_name / sizeof isa_of_name[0]);
  const T all[] = {first, more...};
  for (std::size_t i = 0; i <= sizeof...(More); ++i)
    if (isa_of_name[i] == isa) return all[i];
  return first;
}

}  // namespace graze
