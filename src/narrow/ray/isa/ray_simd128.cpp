#define GRAZE_LANES 128
#include "narrow/ray/isa/ray.inl"
#include "narrow/ray/isa/swept_entry.inl"

namespace graze {

extern const RayKernels ray_kernels_simd128;
const RayKernels ray_kernels_simd128 = {isa_simd128::place, isa_simd128::place_alike, isa_simd128::meet,
                                        isa_simd128::meet_parameter, isa_simd128::swept_entry};

}  // namespace graze
