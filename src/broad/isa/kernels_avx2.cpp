#define GRAZE_LANES 2
#include "broad/isa/runs.inl"

namespace graze {

extern const BroadKernels broad_kernels_avx2;
const BroadKernels broad_kernels_avx2 = {isa_avx2::runs};

}  // namespace graze
