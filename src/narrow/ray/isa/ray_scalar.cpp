#define GRAZE_LANES 1
#include "narrow/ray/isa/ray.inl"

namespace graze {

extern const RayKernels ray_kernels_scalar;
const RayKernels ray_kernels_scalar = isa_scalar::kernels;

}  // namespace graze
