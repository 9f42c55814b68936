#define GRAZE_LANES 128
#include "tree/isa/nearest.inl"

namespace graze {

bool find_nearest_neon(NearSearch& search);
bool find_nearest_neon(NearSearch& search) { return isa_neon::find_nearest(search); }

}  // namespace graze
