#define GRAZE_LANES 128
#include "narrow/ray/isa/ray.inl"

namespace graze {

extern const RayKernels ray_kernels_simd128;
const RayKernels ray_kernels_simd128 = isa_simd128::kernels;

}  // namespace graze
