#include "broad/kernels.h"

namespace graze {

extern const BroadKernels GRAZE_BY_ISA(broad_kernels_);

const BroadKernels& broad_kernels(Isa isa) noexcept { return *pick(isa, GRAZE_BY_ISA(&broad_kernels_)); }

const BroadKernels& broad_kernels() noexcept { return broad_kernels(instruction_set_in_use()); }

}  // namespace graze
