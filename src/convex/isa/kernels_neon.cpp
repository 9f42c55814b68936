#define GRAZE_LANES 128
#include "convex/isa/kernels.inl"

namespace graze {

extern const ConvexKernels convex_kernels_neon;
const ConvexKernels convex_kernels_neon = isa_neon::kernels;

}  // namespace graze
