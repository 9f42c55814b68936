#define GRAZE_LANES 2
#include "narrow/ray/isa/ray.inl"
#include "narrow/ray/isa/swept_entry.inl"

namespace graze {

extern const RayKernels ray_kernels_avx2;
const RayKernels ray_kernels_avx2 = {isa_avx2::place, isa_avx2::place_alike, isa_avx2::meet, isa_avx2::meet_parameter,
                                     isa_avx2::swept_entry};

}  // namespace graze
