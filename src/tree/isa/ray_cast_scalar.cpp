#define GRAZE_LANES 1
#include "tree/isa/ray_cast.inl"

namespace graze {

extern const RayCast ray_cast_scalar;
const RayCast ray_cast_scalar = isa_scalar::cast;

}  // namespace graze
