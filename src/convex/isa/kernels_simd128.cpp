#define GRAZE_LANES 128
#include "convex/isa/kernels.inl"

namespace graze {

extern const ConvexKernels convex_kernels_simd128;
const ConvexKernels convex_kernels_simd128 = isa_simd128::kernels;

}  // namespace graze
