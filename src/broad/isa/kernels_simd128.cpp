#define GRAZE_LANES 128
#include "broad/isa/blocks.inl"
#include "broad/isa/gather.inl"
#include "broad/isa/move.inl"
#include "broad/isa/ray_walk.inl"
#include "broad/isa/runs.inl"
#include "broad/isa/search.inl"
#include "broad/isa/sort_groups.inl"

namespace graze {

extern const BroadKernels broad_kernels_simd128;
const BroadKernels broad_kernels_simd128 = {isa_simd128::move,  isa_simd128::runs,     isa_simd128::gather,
                                            isa_simd128::one,   isa_simd128::next_box, isa_simd128::near,
                                            isa_simd128::lanes, isa_simd128::leaves,   isa_simd128::sort_groups};

}  // namespace graze
