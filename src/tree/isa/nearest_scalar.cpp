#define GRAZE_LANES 1
#define GRAZE_CALLED_FUSED
#include "tree/isa/nearest.inl"

namespace graze {

bool find_nearest_scalar(NearSearch& search);
bool find_nearest_scalar(NearSearch& search) { return isa_scalar::find_nearest(search); }

}  // namespace graze
