// Which instruction set the kernels use, chosen once at run time. GRAZE_ISA=scalar|avx2|avx512 asks for a lesser one.
#pragma once

namespace graze {

enum class Isa { scalar, avx2, avx512 };

Isa instruction_set_in_use() noexcept;
// The most that this processor and build have.
Isa best_instruction_set() noexcept;

}  // namespace graze
