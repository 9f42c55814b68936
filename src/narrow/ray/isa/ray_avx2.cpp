#define GRAZE_LANES 2
#include "narrow/ray/isa/ray.inl"

namespace graze {

extern const RayKernels ray_kernels_avx2;
const RayKernels ray_kernels_avx2 = isa_avx2::kernels;

}  // namespace graze
