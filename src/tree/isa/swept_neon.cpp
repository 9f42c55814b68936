#define GRAZE_LANES 128
#include "tree/isa/swept_slots.inl"
// Needs the lane type.
#include "tree/isa/plane.inl"
#include "tree/isa/swept_leaf.inl"

namespace graze {

extern const SweptKernels swept_kernels_neon;
const SweptKernels swept_kernels_neon = {isa_neon::swept_slots, isa_neon::swept_leaf, isa_neon::plane_slots,
                                         isa_neon::plane_leaf};

}  // namespace graze
