#include "tree/ray_cast.h"

#include <algorithm>

namespace graze {

extern const RayCast ray_cast_scalar;
#if GRAZE_X86
extern const RayCast ray_cast_avx2, ray_cast_avx512;
#elif GRAZE_NEON
extern const RayCast ray_cast_neon;
#endif

RayCast ray_cast(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx512) return ray_cast_avx512;
  if (isa == Isa::avx2) return ray_cast_avx2;
#elif GRAZE_NEON
  if (isa == Isa::neon) return ray_cast_neon;
#endif
  (void)isa;
  return ray_cast_scalar;
}

RayCast ray_cast() noexcept { return ray_cast(instruction_set_in_use()); }

void grow(RayCandidates& candidates) {
  std::vector<RayCandidate> larger(std::size_t{2} * candidates.capacity);
  std::copy(candidates.data, candidates.data + candidates.size, larger.begin());
  candidates.many = std::move(larger);
  candidates.data = candidates.many.data();
  candidates.capacity = std::uint32_t(candidates.many.size());
}

}  // namespace graze
