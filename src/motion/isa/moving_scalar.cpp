#define GRAZE_LANES 1
#include "motion/isa/moving_leaves.inl"

namespace graze {

extern const MotionKernels motion_kernels_scalar;
const MotionKernels motion_kernels_scalar = {isa_scalar::carry,
                                             isa_scalar::translating_boxes,
                                             isa_scalar::turning_boxes,
                                             isa_scalar::place_leaf,
                                             isa_scalar::translating_triangles,
                                             isa_scalar::translating_leaves,
                                             isa_scalar::turning_leaves,
                                             isa_scalar::parting};

}  // namespace graze
