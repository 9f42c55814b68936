#define GRAZE_LANES 512
#include "narrow/ray/isa/ray.inl"
#include "narrow/ray/isa/swept_entry.inl"

namespace graze {

extern const RayKernels ray_kernels_avx512;
const RayKernels ray_kernels_avx512 = {isa_avx512::place, isa_avx512::place_alike, isa_avx512::meet,
                                       isa_avx512::meet_parameter, isa_avx512::swept_entry};

}  // namespace graze
