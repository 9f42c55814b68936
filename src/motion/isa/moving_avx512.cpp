#define GRAZE_LANES 512
#include "motion/isa/moving_leaves.inl"

namespace graze {

extern const MotionKernels motion_kernels_avx512;
const MotionKernels motion_kernels_avx512 = {isa_avx512::carry,
                                             isa_avx512::translating_boxes,
                                             isa_avx512::turning_boxes,
                                             isa_avx512::place_leaf,
                                             isa_avx512::translating_triangles,
                                             isa_avx512::translating_leaves,
                                             isa_avx512::turning_leaves,
                                             isa_avx512::parting};

}  // namespace graze
