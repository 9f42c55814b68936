#include "math/det3.h"

namespace graze {

extern const Det3 det3_scalar;
#if GRAZE_X86
extern const Det3 det3_avx2, det3_avx512;
#elif GRAZE_NEON
extern const Det3 det3_neon;
#endif

Det3 det3(Isa isa) noexcept {
#if GRAZE_X86
  if (isa == Isa::avx512) return det3_avx512;
  if (isa == Isa::avx2) return det3_avx2;
#elif GRAZE_NEON
  if (isa == Isa::neon) return det3_neon;
#endif
  (void)isa;
  return det3_scalar;
}

}  // namespace graze
