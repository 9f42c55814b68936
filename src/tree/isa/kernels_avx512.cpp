#define GRAZE_LANES 512
#include "tree/isa/kernels.inl"
// Needs the lane type.
#include "tree/isa/aligned.inl"
#include "tree/isa/extent.inl"

namespace graze {

extern const Kernels kernels_avx512;
const Kernels kernels_avx512 = {isa_avx512::overlap<true>, isa_avx512::leaf_pair<true>, isa_avx512::extent,
                                isa_avx512::overlap_aligned};

}  // namespace graze
