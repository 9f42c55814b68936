#define GRAZE_LANES 128
#include "narrow/ray/isa/ray.inl"
#include "narrow/ray/isa/swept_entry.inl"

namespace graze {

extern const RayKernels ray_kernels_neon;
const RayKernels ray_kernels_neon = {isa_neon::place, isa_neon::place_alike, isa_neon::meet, isa_neon::meet_parameter,
                                     isa_neon::swept_entry};

}  // namespace graze
