#define GRAZE_LANES 2
#include "motion/isa/moving_leaves.inl"

namespace graze {

extern const MotionKernels motion_kernels_avx2;
const MotionKernels motion_kernels_avx2 = {isa_avx2::carry,
                                           isa_avx2::translating_boxes,
                                           isa_avx2::turning_boxes,
                                           isa_avx2::place_leaf,
                                           isa_avx2::translating_triangles,
                                           isa_avx2::translating_leaves,
                                           isa_avx2::turning_leaves,
                                           isa_avx2::parting};

}  // namespace graze
