#define GRAZE_LANES 512
#include "broad/isa/blocks.inl"
#include "broad/isa/gather.inl"
#include "broad/isa/move.inl"
#include "broad/isa/ray_walk.inl"
#include "broad/isa/runs.inl"
#include "broad/isa/search.inl"
#include "broad/isa/sort_groups.inl"

namespace graze {

extern const BroadKernels broad_kernels_avx512;
const BroadKernels broad_kernels_avx512 = {isa_avx512::move,  isa_avx512::runs,     isa_avx512::gather,
                                           isa_avx512::one,   isa_avx512::next_box, isa_avx512::near,
                                           isa_avx512::lanes, isa_avx512::leaves,   isa_avx512::sort_groups};

}  // namespace graze
