#define GRAZE_LANES 512
#include "convex/isa/kernels.inl"

namespace graze {

extern const ConvexKernels convex_kernels_avx512;
const ConvexKernels convex_kernels_avx512 = isa_avx512::kernels;

}  // namespace graze
