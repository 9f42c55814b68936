#define GRAZE_LANES 2
#include "broad/isa/blocks.inl"
#include "broad/isa/gather.inl"
#include "broad/isa/move.inl"
#include "broad/isa/ray_walk.inl"
#include "broad/isa/runs.inl"
#include "broad/isa/search.inl"
#include "broad/isa/sort_groups.inl"

namespace graze {

extern const BroadKernels broad_kernels_avx2;
const BroadKernels broad_kernels_avx2 = {isa_avx2::move,  isa_avx2::runs,     isa_avx2::gather,
                                         isa_avx2::one,   isa_avx2::next_box, isa_avx2::near,
                                         isa_avx2::lanes, isa_avx2::leaves,   isa_avx2::sort_groups};

}  // namespace graze
