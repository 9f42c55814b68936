#define GRAZE_LANES 1
#include "tree/isa/swept_slots.inl"
// Needs the lane type.
#include "tree/isa/plane.inl"
#include "tree/isa/swept_leaf.inl"

namespace graze {

extern const SweptKernels swept_kernels_scalar;
const SweptKernels swept_kernels_scalar = {isa_scalar::swept_slots, isa_scalar::swept_leaf, isa_scalar::plane_slots,
                                           isa_scalar::plane_leaf};

}  // namespace graze
