#define GRAZE_LANES 2
#include "tree/isa/ray_bundle.inl"

namespace graze {

extern const RayCast ray_cast_avx2;
const RayCast ray_cast_avx2 = isa_avx2::cast;
extern const RayBundleCast ray_bundle_cast_avx2;
const RayBundleCast ray_bundle_cast_avx2 = isa_avx2::cast_bundle;

}  // namespace graze
