#define GRAZE_LANES 2
#include "tree/isa/ray_cast.inl"

namespace graze {

extern const RayCast ray_cast_avx2;
const RayCast ray_cast_avx2 = isa_avx2::cast;

}  // namespace graze
