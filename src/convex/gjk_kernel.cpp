#include "convex/gjk_kernel.h"

namespace graze {

#if GRAZE_X86

// Lanes of eight gain nothing where each step waits for the last: the searches take 0.8 to 0.95 of the time with two
// times four of AVX2, whose comparisons and permutations answer sooner. So AVX-512 has no kernels of its own.
extern const ConvexKernels convex_kernels_scalar, convex_kernels_avx2;

const ConvexKernels& convex_kernels(Isa isa) noexcept {
  return isa == Isa::scalar ? convex_kernels_scalar : convex_kernels_avx2;
}

#else

extern const ConvexKernels GRAZE_BY_ISA(convex_kernels_);

const ConvexKernels& convex_kernels(Isa isa) noexcept { return *pick(isa, GRAZE_BY_ISA(&convex_kernels_)); }

#endif

const ConvexKernels& convex_kernels() noexcept {
  static const ConvexKernels& kernels = convex_kernels(instruction_set_in_use());
  return kernels;
}

}  // namespace graze
