#include "tree/isa/kernels.inl"

namespace graze {

extern const Kernels kernels_scalar;
const Kernels kernels_scalar = {isa_scalar::overlap_nodes, isa_scalar::overlap_box, isa_scalar::ray_node};

}  // namespace graze
