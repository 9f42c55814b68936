#define GRAZE_LANES 128
#include "motion/isa/moving_leaves.inl"

namespace graze {

extern const MotionKernels motion_kernels_neon;
const MotionKernels motion_kernels_neon = {isa_neon::carry,
                                           isa_neon::translating_boxes,
                                           isa_neon::turning_boxes,
                                           isa_neon::place_leaf,
                                           isa_neon::translating_triangles,
                                           isa_neon::translating_leaves,
                                           isa_neon::turning_leaves,
                                           isa_neon::parting};

}  // namespace graze
