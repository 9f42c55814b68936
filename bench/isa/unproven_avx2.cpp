#define GRAZE_LANES 2
#include "tree/isa/kernels.inl"
// Needs the lane type.
#include "tree/isa/aligned.inl"
#include "tree/isa/extent.inl"

namespace graze {

extern const Kernels unproven_avx2;
const Kernels unproven_avx2 = {isa_avx2::overlap<false>, isa_avx2::leaf_pair<false>, isa_avx2::extent,
                               isa_avx2::overlap_aligned};

}  // namespace graze
