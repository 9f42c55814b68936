#include "narrow/ray/ray_kernels.h"

namespace graze {

extern const RayKernels ray_kernels_scalar;
#if GRAZE_X86
extern const RayKernels ray_kernels_avx2, ray_kernels_avx512;
#elif GRAZE_NEON
extern const RayKernels ray_kernels_neon;
#endif

const RayKernels& ray_kernels(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx512) return ray_kernels_avx512;
  if (isa == Isa::avx2) return ray_kernels_avx2;
#elif GRAZE_NEON
  if (isa == Isa::neon) return ray_kernels_neon;
#endif
  (void)isa;
  return ray_kernels_scalar;
}

const RayKernels& ray_kernels() noexcept { return ray_kernels(instruction_set_in_use()); }

}  // namespace graze
