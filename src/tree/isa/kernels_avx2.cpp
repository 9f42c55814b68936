#include "tree/isa/kernels.inl"

namespace graze {

extern const Kernels kernels_avx2;
const Kernels kernels_avx2 = {isa_avx2::overlap_nodes, isa_avx2::overlap_box, isa_avx2::ray_node};

}  // namespace graze
