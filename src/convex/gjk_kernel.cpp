#include "convex/gjk_kernel.h"

namespace graze {

extern const ConvexKernels GRAZE_BY_ISA(convex_kernels_);

const ConvexKernels& convex_kernels(Isa isa) noexcept { return *pick(isa, GRAZE_BY_ISA(&convex_kernels_)); }

const ConvexKernels& convex_kernels() noexcept {
  static const ConvexKernels& kernels = convex_kernels(instruction_set_in_use());
  return kernels;
}

}  // namespace graze
