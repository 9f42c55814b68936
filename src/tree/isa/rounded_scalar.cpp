#define GRAZE_LANES 1
#define GRAZE_CALLED_FUSED
#include "tree/isa/rounded_slots.inl"
// Needs the lane type.
#include "tree/isa/plane.inl"
#include "tree/isa/rounded_leaf.inl"

namespace graze {

extern const RoundedKernels rounded_kernels_scalar;
const RoundedKernels rounded_kernels_scalar = {isa_scalar::rounded_slots, isa_scalar::rounded_leaf,
                                               isa_scalar::plane_slots, isa_scalar::plane_leaf};

}  // namespace graze
