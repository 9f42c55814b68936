#define GRAZE_LANES 2
#include "tree/isa/nearest.inl"

namespace graze {

bool find_nearest_avx2(NearSearch& search);
bool find_nearest_avx2(NearSearch& search) { return isa_avx2::find_nearest(search); }

}  // namespace graze
