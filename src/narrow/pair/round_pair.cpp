#include "narrow/pair/round_pair.h"

namespace graze {

#if GRAZE_X86
extern const RoundKernels round_kernels_avx2;
#endif

const RoundKernels* round_kernels(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx2 || isa == Isa::avx512) return &round_kernels_avx2;
#endif
  (void)isa;
  return nullptr;
}

const RoundKernels* round_kernels() noexcept {
  static const RoundKernels* const kernels = round_kernels(instruction_set_in_use());
  return kernels;
}

}  // namespace graze
