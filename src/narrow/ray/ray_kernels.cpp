#include "narrow/ray/ray_kernels.h"

namespace graze {

extern const RayKernels GRAZE_BY_ISA(ray_kernels_);

const RayKernels& ray_kernels(Isa isa) noexcept { return *pick(isa, GRAZE_BY_ISA(&ray_kernels_)); }

const RayKernels& ray_kernels() noexcept { return ray_kernels(instruction_set_in_use()); }

}  // namespace graze
