#define GRAZE_LANES 1
#include "narrow/ray/isa/ray.inl"
#include "narrow/ray/isa/swept_entry.inl"

namespace graze {

extern const RayKernels ray_kernels_scalar;
const RayKernels ray_kernels_scalar = {isa_scalar::place, isa_scalar::place_alike, isa_scalar::meet,
                                       isa_scalar::meet_parameter, isa_scalar::swept_entry};

}  // namespace graze
