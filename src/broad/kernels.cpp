#include "broad/kernels.h"

namespace graze {

extern const BroadKernels broad_kernels_scalar;
#if GRAZE_X86
extern const BroadKernels broad_kernels_avx2, broad_kernels_avx512;
#elif GRAZE_NEON
extern const BroadKernels broad_kernels_neon;
#endif

const BroadKernels& broad_kernels(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx512) return broad_kernels_avx512;
  if (isa == Isa::avx2) return broad_kernels_avx2;
#elif GRAZE_NEON
  if (isa == Isa::neon) return broad_kernels_neon;
#endif
  (void)isa;
  return broad_kernels_scalar;
}

const BroadKernels& broad_kernels() noexcept { return broad_kernels(instruction_set_in_use()); }

}  // namespace graze
