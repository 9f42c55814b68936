#define GRAZE_LANES 128
#include "broad/isa/blocks.inl"
#include "broad/isa/gather.inl"
#include "broad/isa/move.inl"
#include "broad/isa/ray_walk.inl"
#include "broad/isa/runs.inl"
#include "broad/isa/search.inl"
#include "broad/isa/sort_groups.inl"

namespace graze {

extern const BroadKernels broad_kernels_neon;
const BroadKernels broad_kernels_neon = {isa_neon::move,  isa_neon::runs,     isa_neon::gather,
                                         isa_neon::one,   isa_neon::next_box, isa_neon::near,
                                         isa_neon::lanes, isa_neon::leaves,   isa_neon::sort_groups};

}  // namespace graze
