#include "motion/moving_lanes.h"

namespace graze {

extern const MotionKernels GRAZE_BY_ISA(motion_kernels_);

const MotionKernels& motion_kernels(Isa isa) noexcept { return *pick(isa, GRAZE_BY_ISA(&motion_kernels_)); }

const MotionKernels& motion_kernels() noexcept { return motion_kernels(instruction_set_in_use()); }

}  // namespace graze
