#include "tree/swept_box.h"

namespace graze {

extern const SweptKernels swept_kernels_scalar;
#if GRAZE_X86
extern const SweptKernels swept_kernels_avx2, swept_kernels_avx512;
#elif GRAZE_NEON
extern const SweptKernels swept_kernels_neon;
#endif

const SweptKernels& swept_kernels(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx512) return swept_kernels_avx512;
  if (isa == Isa::avx2) return swept_kernels_avx2;
#elif GRAZE_NEON
  if (isa == Isa::neon) return swept_kernels_neon;
#endif
  (void)isa;
  return swept_kernels_scalar;
}

const SweptKernels& swept_kernels() noexcept { return swept_kernels(instruction_set_in_use()); }

}  // namespace graze
