#define GRAZE_LANES 1
#include "broad/isa/blocks.inl"
#include "broad/isa/gather.inl"
#include "broad/isa/runs.inl"

namespace graze {

extern const BroadKernels broad_kernels_scalar;
const BroadKernels broad_kernels_scalar = {isa_scalar::runs, isa_scalar::gather, isa_scalar::lanes, isa_scalar::leaves};

}  // namespace graze
