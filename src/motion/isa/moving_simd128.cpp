#define GRAZE_LANES 128
#include "motion/isa/moving_leaves.inl"

namespace graze {

extern const MotionKernels motion_kernels_simd128;
const MotionKernels motion_kernels_simd128 = {isa_simd128::carry,
                                              isa_simd128::translating_boxes,
                                              isa_simd128::turning_boxes,
                                              isa_simd128::place_leaf,
                                              isa_simd128::translating_triangles,
                                              isa_simd128::translating_leaves,
                                              isa_simd128::turning_leaves,
                                              isa_simd128::parting};

}  // namespace graze
