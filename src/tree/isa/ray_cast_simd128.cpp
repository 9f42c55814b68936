#define GRAZE_LANES 128
#include "tree/isa/ray_cast.inl"

namespace graze {

extern const RayCast ray_cast_simd128;
const RayCast ray_cast_simd128 = isa_simd128::cast;

}  // namespace graze
