#define GRAZE_LANES 128
#include "tree/isa/kernels.inl"
// Needs the lane type.
#include "tree/isa/aligned.inl"
#include "tree/isa/extent.inl"

namespace graze {

extern const Kernels kernels_simd128;
const Kernels kernels_simd128 = {isa_simd128::overlap<true>, isa_simd128::leaf_pair<true>, isa_simd128::extent,
                                 isa_simd128::overlap_aligned};

}  // namespace graze
