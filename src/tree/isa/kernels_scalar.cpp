#define GRAZE_LANES 1
#include "tree/isa/kernels.inl"
// Needs the lane type.
#include "tree/isa/aligned.inl"
#include "tree/isa/extent.inl"

namespace graze {

extern const Kernels kernels_scalar;
const Kernels kernels_scalar = {isa_scalar::overlap<true>, isa_scalar::leaf_pair<true>, isa_scalar::extent,
                                isa_scalar::overlap_aligned};

}  // namespace graze
