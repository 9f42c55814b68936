#define GRAZE_LANES 1
#include "broad/isa/runs.inl"

namespace graze {

extern const BroadKernels broad_kernels_scalar;
const BroadKernels broad_kernels_scalar = {isa_scalar::runs};

}  // namespace graze
