#define GRAZE_LANES 128
#include "tree/isa/ray_bundle.inl"

namespace graze {

extern const RayCast ray_cast_neon;
const RayCast ray_cast_neon = isa_neon::cast;
extern const RayBundleCast ray_bundle_cast_neon;
const RayBundleCast ray_bundle_cast_neon = isa_neon::cast_bundle;

}  // namespace graze
