#include "volume/aligned_box.h"

#include "tree/hierarchy/hierarchy.inl"

namespace graze {

GRAZE_HIERARCHY(AlignedBox);

}  // namespace graze
