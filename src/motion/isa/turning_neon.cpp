#define GRAZE_LANES 128
#include "motion/isa/turning.inl"

namespace graze {

extern const TurningKernels turning_kernels_neon;
const TurningKernels turning_kernels_neon = {isa_neon::place_core, isa_neon::look, isa_neon::look_turning,
                                             isa_neon::least_along, isa_neon::most_along};

}  // namespace graze
