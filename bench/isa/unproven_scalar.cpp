#define GRAZE_LANES 1
#include "tree/isa/kernels.inl"
// Needs the lane type.
#include "tree/isa/aligned.inl"
#include "tree/isa/extent.inl"

namespace graze {

extern const Kernels unproven_scalar;
const Kernels unproven_scalar = {isa_scalar::overlap<false>, isa_scalar::leaf_pair<false>, isa_scalar::extent,
                                 isa_scalar::overlap_aligned};

}  // namespace graze
