#define GRAZE_LANES 2
#include "motion/isa/turning.inl"

namespace graze {

extern const TurningKernels turning_kernels_avx2;
const TurningKernels turning_kernels_avx2 = {isa_avx2::place_core, isa_avx2::look, isa_avx2::look_turning,
                                             isa_avx2::least_along, isa_avx2::most_along};

}  // namespace graze
