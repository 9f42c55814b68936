#include "tree/rounded_box.h"

namespace graze {

extern const RoundedKernels GRAZE_BY_ISA(rounded_kernels_);

const RoundedKernels& rounded_kernels(Isa isa) noexcept { return *pick(isa, GRAZE_BY_ISA(&rounded_kernels_)); }

const RoundedKernels& rounded_kernels() noexcept { return rounded_kernels(instruction_set_in_use()); }

}  // namespace graze
