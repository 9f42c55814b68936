#define GRAZE_LANES 512
#include "tree/isa/swept_slots.inl"
// Needs the lane type.
#include "tree/isa/plane.inl"
#include "tree/isa/swept_leaf.inl"

namespace graze {

extern const SweptKernels swept_kernels_avx512;
const SweptKernels swept_kernels_avx512 = {isa_avx512::swept_slots, isa_avx512::swept_leaf, isa_avx512::plane_slots,
                                           isa_avx512::plane_leaf};

}  // namespace graze
