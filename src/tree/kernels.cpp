#include "tree/kernels.h"

namespace graze {

extern const Kernels GRAZE_BY_ISA(kernels_);

const Kernels& kernels(Isa isa) noexcept { return *pick(isa, GRAZE_BY_ISA(&kernels_)); }

const Kernels& kernels() noexcept { return kernels(instruction_set_in_use()); }

}  // namespace graze
