#define GRAZE_LANES 512
#include "tree/isa/ray_bundle.inl"

namespace graze {

extern const RayCast ray_cast_avx512;
const RayCast ray_cast_avx512 = isa_avx512::cast;
extern const RayBundleCast ray_bundle_cast_avx512;
const RayBundleCast ray_bundle_cast_avx512 = isa_avx512::cast_bundle;

}  // namespace graze
