#define GRAZE_LANES 512
#include "tree/isa/nearest.inl"

namespace graze {

bool find_nearest_avx512(NearSearch& search);
bool find_nearest_avx512(NearSearch& search) { return isa_avx512::find_nearest(search); }

}  // namespace graze
