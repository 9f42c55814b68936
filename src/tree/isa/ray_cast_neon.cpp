#define GRAZE_LANES 128
#include "tree/isa/ray_cast.inl"

namespace graze {

extern const RayCast ray_cast_neon;
const RayCast ray_cast_neon = isa_neon::cast;

}  // namespace graze
