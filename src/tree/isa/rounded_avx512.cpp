#define GRAZE_LANES 512
#include "tree/isa/rounded_slots.inl"
// Needs the lane type.
#include "tree/isa/plane.inl"
#include "tree/isa/rounded_leaf.inl"

namespace graze {

extern const RoundedKernels rounded_kernels_avx512;
const RoundedKernels rounded_kernels_avx512 = {isa_avx512::rounded_slots, isa_avx512::rounded_leaf,
                                               isa_avx512::plane_slots, isa_avx512::plane_leaf};

}  // namespace graze
