#define GRAZE_LANES 128
#include "motion/isa/turning.inl"

namespace graze {

extern const TurningKernels turning_kernels_simd128;
const TurningKernels turning_kernels_simd128 = {isa_simd128::place_core, isa_simd128::look, isa_simd128::look_turning,
                                                isa_simd128::least_along, isa_simd128::most_along};

}  // namespace graze
