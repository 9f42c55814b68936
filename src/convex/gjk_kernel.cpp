#include "convex/gjk_kernel.h"

namespace graze {

extern const ConvexKernels convex_kernels_scalar;
#if GRAZE_X86
extern const ConvexKernels convex_kernels_avx2, convex_kernels_avx512;
#elif GRAZE_NEON
extern const ConvexKernels convex_kernels_neon;
#endif

const ConvexKernels& convex_kernels(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx512) return convex_kernels_avx512;
  if (isa == Isa::avx2) return convex_kernels_avx2;
#elif GRAZE_NEON
  if (isa == Isa::neon) return convex_kernels_neon;
#endif
  (void)isa;
  return convex_kernels_scalar;
}

const ConvexKernels& convex_kernels() noexcept {
  static const ConvexKernels& kernels = convex_kernels(instruction_set_in_use());
  return kernels;
}

}  // namespace graze
