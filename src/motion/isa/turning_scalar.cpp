#define GRAZE_LANES 1
#include "motion/isa/turning.inl"

namespace graze {

extern const TurningKernels turning_kernels_scalar;
const TurningKernels turning_kernels_scalar = {isa_scalar::place_core, isa_scalar::look, isa_scalar::look_turning,
                                               isa_scalar::least_along, isa_scalar::most_along};

}  // namespace graze
