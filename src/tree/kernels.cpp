#include "tree/kernels.h"

#include "math/isa.h"

namespace graze {

extern const Kernels kernels_scalar;
#if GRAZE_X86
extern const Kernels kernels_avx2, kernels_avx512;
#endif

const Kernels& kernels() noexcept {
#if GRAZE_X86
  switch (instruction_set_in_use()) {
    case Isa::avx512:
      return kernels_avx512;
    case Isa::avx2:
      return kernels_avx2;
    case Isa::scalar:
      break;
  }
#endif
  return kernels_scalar;
}

}  // namespace graze
