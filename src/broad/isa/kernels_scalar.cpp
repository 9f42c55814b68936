#define GRAZE_LANES 1
#include "broad/isa/blocks.inl"
#include "broad/isa/gather.inl"
#include "broad/isa/move.inl"
#include "broad/isa/ray_walk.inl"
#include "broad/isa/runs.inl"
#include "broad/isa/search.inl"
#include "broad/isa/sort_groups.inl"

namespace graze {

extern const BroadKernels broad_kernels_scalar;
const BroadKernels broad_kernels_scalar = {isa_scalar::move,  isa_scalar::runs,     isa_scalar::gather,
                                           isa_scalar::one,   isa_scalar::next_box, isa_scalar::near,
                                           isa_scalar::lanes, isa_scalar::leaves,   isa_scalar::sort_groups};

}  // namespace graze
