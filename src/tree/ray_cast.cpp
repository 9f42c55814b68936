#include "tree/ray_cast.h"

#include <algorithm>

namespace graze {

extern const RayCast GRAZE_BY_ISA(ray_cast_);

RayCast ray_cast(Isa isa) noexcept { return pick(isa, GRAZE_BY_ISA(ray_cast_)); }

RayCast ray_cast() noexcept { return ray_cast(instruction_set_in_use()); }

void grow(RayCandidates& candidates) {
  std::vector<RayCandidate> larger(std::size_t{2} * candidates.capacity);
  std::copy(candidates.data, candidates.data + candidates.size, larger.begin());
  candidates.many = std::move(larger);
  candidates.data = candidates.many.data();
  candidates.capacity = std::uint32_t(candidates.many.size());
}

}  // namespace graze
