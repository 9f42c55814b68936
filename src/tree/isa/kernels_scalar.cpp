#define GRAZE_LANES 1
#include "tree/isa/kernels.inl"

namespace graze {

extern const Kernels kernels_scalar;
const Kernels kernels_scalar = {isa_scalar::overlap, isa_scalar::leaf_pair};

}  // namespace graze
