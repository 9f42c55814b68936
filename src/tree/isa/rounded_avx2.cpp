#define GRAZE_LANES 2
#include "tree/isa/rounded_slots.inl"
// Needs the lane type.
#include "tree/isa/plane.inl"
#include "tree/isa/rounded_leaf.inl"

namespace graze {

extern const RoundedKernels rounded_kernels_avx2;
const RoundedKernels rounded_kernels_avx2 = {isa_avx2::rounded_slots, isa_avx2::rounded_leaf, isa_avx2::plane_slots,
                                             isa_avx2::plane_leaf};

}  // namespace graze
