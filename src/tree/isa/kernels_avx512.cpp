#define GRAZE_LANES 512
#include "tree/isa/kernels.inl"

namespace graze {

extern const Kernels kernels_avx512;
const Kernels kernels_avx512 = {isa_avx512::overlap, isa_avx512::leaf_pair};

}  // namespace graze
