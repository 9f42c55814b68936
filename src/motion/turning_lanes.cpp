#include "motion/turning_lanes.h"

namespace graze {

extern const TurningKernels GRAZE_BY_ISA(turning_kernels_);

const TurningKernels& turning_kernels(Isa isa) noexcept { return *pick(isa, GRAZE_BY_ISA(&turning_kernels_)); }

const TurningKernels& turning_kernels() noexcept { return turning_kernels(instruction_set_in_use()); }

}  // namespace graze
