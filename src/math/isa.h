// Which instruction set the kernels use, chosen once at run time. GRAZE_ISA=scalar|avx2|avx512 asks for a lesser one.
#pragma once

#include <cstddef>

namespace graze {

enum class Isa { scalar, avx2, avx512 };

Isa instruction_set_in_use() noexcept;
// The most that this processor and build have.
Isa best_instruction_set() noexcept;

// A name for each instruction set of this build, in the order of Isa: `extern const Kernels GRAZE_BY_ISA(kernels_);`
// declares kernels_scalar and its like, and `*pick(isa, GRAZE_BY_ISA(&kernels_))` is one of them.
#if GRAZE_X86
#define GRAZE_BY_ISA(prefix) prefix##scalar, prefix##avx2, prefix##avx512
#else
#define GRAZE_BY_ISA(prefix) prefix##scalar
#endif

// The one for the instruction set; the first where this build does not have it.
template <class T, class... More>
constexpr T pick(Isa isa, T scalar, More... more) noexcept {
  const T all[] = {scalar, more...};
  const auto at = static_cast<std::size_t>(isa);
  return all[at < sizeof all / sizeof all[0] ? at : 0];
}

}  // namespace graze
