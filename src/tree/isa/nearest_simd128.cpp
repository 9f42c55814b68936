#define GRAZE_LANES 128
#include "tree/isa/nearest.inl"

namespace graze {

bool find_nearest_simd128(NearSearch& search);
bool find_nearest_simd128(NearSearch& search) { return isa_simd128::find_nearest(search); }

}  // namespace graze
