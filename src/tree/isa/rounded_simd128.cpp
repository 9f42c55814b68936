#define GRAZE_LANES 128
#define GRAZE_CALLED_FUSED
#include "tree/isa/rounded_slots.inl"
// Needs the lane type.
#include "tree/isa/plane.inl"
#include "tree/isa/rounded_leaf.inl"

namespace graze {

extern const RoundedKernels rounded_kernels_simd128;
const RoundedKernels rounded_kernels_simd128 = {isa_simd128::rounded_slots, isa_simd128::rounded_leaf,
                                                isa_simd128::plane_slots, isa_simd128::plane_leaf};

}  // namespace graze
