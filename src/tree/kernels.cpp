#include "tree/kernels.h"

namespace graze {

extern const Kernels kernels_scalar;
#if GRAZE_X86
extern const Kernels kernels_avx2, kernels_avx512;
#elif GRAZE_NEON
extern const Kernels kernels_neon;
#endif

const Kernels& kernels(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx512) return kernels_avx512;
  if (isa == Isa::avx2) return kernels_avx2;
#elif GRAZE_NEON
  if (isa == Isa::neon) return kernels_neon;
#endif
  (void)isa;
  return kernels_scalar;
}

const Kernels& kernels() noexcept { return kernels(instruction_set_in_use()); }

}  // namespace graze
