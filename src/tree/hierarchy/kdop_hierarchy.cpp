#include "volume/kdop.h"

#include "tree/hierarchy/hierarchy.inl"

namespace graze {

GRAZE_HIERARCHY(Kdop);

}  // namespace graze
