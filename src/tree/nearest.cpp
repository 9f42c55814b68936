#include "tree/nearest.h"

namespace graze {

bool find_nearest_scalar(NearSearch& search);
#if GRAZE_X86
bool find_nearest_avx2(NearSearch& search);
bool find_nearest_avx512(NearSearch& search);
#elif GRAZE_NEON
bool find_nearest_neon(NearSearch& search);
#endif

bool find_nearest(NearSearch& search, Isa isa) {
#if GRAZE_X86
  if (isa == Isa::avx512) return find_nearest_avx512(search);
  if (isa == Isa::avx2) return find_nearest_avx2(search);
#elif GRAZE_NEON
  if (isa == Isa::neon) return find_nearest_neon(search);
#endif
  (void)isa;
  return find_nearest_scalar(search);
}

bool find_nearest(NearSearch& search) { return find_nearest(search, instruction_set_in_use()); }

}  // namespace graze
