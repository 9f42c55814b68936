#define GRAZE_LANES 128
#include "tree/isa/rounded_slots.inl"
// Needs the lane type.
#include "tree/isa/plane.inl"
#include "tree/isa/rounded_leaf.inl"

namespace graze {

extern const RoundedKernels rounded_kernels_neon;
const RoundedKernels rounded_kernels_neon = {isa_neon::rounded_slots, isa_neon::rounded_leaf, isa_neon::plane_slots,
                                             isa_neon::plane_leaf};

}  // namespace graze
