#define GRAZE_LANES 128
#include "tree/isa/kernels.inl"
// Needs the lane type.
#include "tree/isa/aligned.inl"
#include "tree/isa/extent.inl"

namespace graze {

extern const Kernels kernels_neon;
const Kernels kernels_neon = {isa_neon::overlap<true>, isa_neon::leaf_pair<true>, isa_neon::extent,
                              isa_neon::overlap_aligned};

}  // namespace graze
