#include "motion/moving_lanes.h"

namespace graze {

extern const MotionKernels motion_kernels_scalar;
#if GRAZE_X86
extern const MotionKernels motion_kernels_avx2, motion_kernels_avx512;
#elif GRAZE_NEON
extern const MotionKernels motion_kernels_neon;
#endif

const MotionKernels& motion_kernels(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx512) return motion_kernels_avx512;
  if (isa == Isa::avx2) return motion_kernels_avx2;
#elif GRAZE_NEON
  if (isa == Isa::neon) return motion_kernels_neon;
#endif
  (void)isa;
  return motion_kernels_scalar;
}

const MotionKernels& motion_kernels() noexcept { return motion_kernels(instruction_set_in_use()); }

}  // namespace graze
