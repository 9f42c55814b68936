#define GRAZE_LANES 2
#include "convex/isa/kernels.inl"

namespace graze {

extern const ConvexKernels convex_kernels_avx2;
const ConvexKernels convex_kernels_avx2 = isa_avx2::kernels;

}  // namespace graze
