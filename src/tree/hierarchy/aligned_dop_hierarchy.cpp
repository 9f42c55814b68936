#include "volume/aligned_dop.h"

#include "tree/hierarchy/hierarchy.inl"

namespace graze {

GRAZE_HIERARCHY(AlignedDop);

}  // namespace graze
