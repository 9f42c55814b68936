#define GRAZE_LANES 1
#include "convex/isa/kernels.inl"

namespace graze {

extern const ConvexKernels convex_kernels_scalar;
const ConvexKernels convex_kernels_scalar = isa_scalar::kernels;

}  // namespace graze
