#define GRAZE_LANES 2
#include "tree/isa/swept_slots.inl"
// Needs the lane type.
#include "tree/isa/plane.inl"
#include "tree/isa/swept_leaf.inl"

namespace graze {

extern const SweptKernels swept_kernels_avx2;
const SweptKernels swept_kernels_avx2 = {isa_avx2::swept_slots, isa_avx2::swept_leaf, isa_avx2::plane_slots,
                                         isa_avx2::plane_leaf};

}  // namespace graze
