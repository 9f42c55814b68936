#define GRAZE_LANES 512
#include "narrow/ray/isa/ray.inl"

namespace graze {

extern const RayKernels ray_kernels_avx512;
const RayKernels ray_kernels_avx512 = isa_avx512::kernels;

}  // namespace graze
