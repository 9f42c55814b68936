#define GRAZE_LANES 512
#include "motion/isa/turning.inl"

namespace graze {

extern const TurningKernels turning_kernels_avx512;
const TurningKernels turning_kernels_avx512 = {isa_avx512::place_core, isa_avx512::look, isa_avx512::look_turning,
                                               isa_avx512::least_along, isa_avx512::most_along};

}  // namespace graze
