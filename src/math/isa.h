// Which instruction set the kernels use, chosen once at run time. GRAZE_ISA=scalar|neon|avx2|avx512 asks for a lesser
// one.
#pragma once

#include <span>

namespace graze {

enum class Isa { scalar, neon, avx2, avx512 };  // from less to more on each kind of processor

Isa instruction_set_in_use() noexcept;
// The most that this processor and build have.
Isa best_instruction_set() noexcept;
// All that they have, scalar first and the best last.
std::span<const Isa> instruction_sets() noexcept;
const char* name(Isa isa) noexcept;

}  // namespace graze
