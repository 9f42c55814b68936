#define GRAZE_LANES 1
#ifdef __wasm__
#include "tree/isa/ray_cast.inl"
#else
#include "tree/isa/ray_bundle.inl"
#endif

namespace graze {

extern const RayCast ray_cast_scalar;
const RayCast ray_cast_scalar = isa_scalar::cast;
#ifndef __wasm__
extern const RayBundleCast ray_bundle_cast_scalar;
const RayBundleCast ray_bundle_cast_scalar = isa_scalar::cast_bundle;
#endif

}  // namespace graze
