#define GRAZE_LANES 2
#include "tree/isa/kernels.inl"
// Needs the lane type.
#include "tree/isa/aligned.inl"
#include "tree/isa/extent.inl"

namespace graze {

extern const Kernels kernels_avx2;
const Kernels kernels_avx2 = {isa_avx2::overlap<true>, isa_avx2::leaf_pair<true>, isa_avx2::extent,
                              isa_avx2::overlap_aligned};

}  // namespace graze
