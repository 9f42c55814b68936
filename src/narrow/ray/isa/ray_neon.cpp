#define GRAZE_LANES 128
#include "narrow/ray/isa/ray.inl"

namespace graze {

extern const RayKernels ray_kernels_neon;
const RayKernels ray_kernels_neon = isa_neon::kernels;

}  // namespace graze
