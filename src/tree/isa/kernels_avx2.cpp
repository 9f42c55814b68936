#define GRAZE_LANES 2
#include "tree/isa/kernels.inl"

namespace graze {

extern const Kernels kernels_avx2;
const Kernels kernels_avx2 = {isa_avx2::overlap, isa_avx2::leaf_pair};

}  // namespace graze
