#define GRAZE_LANES 512
#include "broad/isa/runs.inl"

namespace graze {

extern const BroadKernels broad_kernels_avx512;
const BroadKernels broad_kernels_avx512 = {isa_avx512::runs};

}  // namespace graze
