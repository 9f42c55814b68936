#include "tree/neighbours.h"

namespace graze {

Neighbours neighbours_kernel(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx512) return neighbours_avx512;
  if (isa == Isa::avx2) return neighbours_avx2;
#else
  (void)isa;
#endif
  return neighbours_scalar;
}

Neighbours neighbours_kernel() noexcept { return neighbours_kernel(instruction_set_in_use()); }

}  // namespace graze
